import { useState } from "react";
import type { SettingsShown } from "../../../../src/console/contract.ts";
import { useWho } from "../../api/session.ts";
import { useData } from "../../api/use-data.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Checkbox, Input } from "../../components/field.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Page } from "../../components/page.tsx";
import { plain } from "../../format/text.ts";
import { filterSettings } from "./filter-settings.ts";
import { ReachTable } from "./reach-table.tsx";
import { SettingsTable } from "./settings-table.tsx";
import "./settings-page.css";

/** The configuration in force, and where each value came from. Nothing is changed here. */
const SettingsPage = () => {
  const operator = useWho()?.operator ?? false;
  const settings = useData<SettingsShown>(operator ? "/settings" : undefined);
  return (
    <Page
      title="Settings"
      about="The configuration in force and where each value came from. To change one, start the server with another flag or environment variable."
    >
      {operator ? <Loaded from={settings}>{(shown) => <Shown {...shown} />}</Loaded> : <NotYours />}
    </Page>
  );
};

const NotYours = () => (
  <Card>
    <EmptyState title="Settings are for whoever runs the server">
      You look after one tenant. Log in with the server's admin token to see them.
    </EmptyState>
  </Card>
);

const Shown = ({ groups, facts, reach }: SettingsShown) => {
  const [text, setText] = useState("");
  const [onlySet, setOnlySet] = useState(false);
  const found = filterSettings(groups, { text, onlySet });
  return (
    <>
      <Card title="This server">
        <dl className="facts">
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt className="clamped">{plain(label)}</dt>
              <dd className="clamped" title={value}>
                {plain(value)}
              </dd>
            </div>
          ))}
        </dl>
      </Card>
      <Card title="Who may reach what from a browser" flush>
        <ReachTable reach={reach} />
      </Card>
      <div className="settings-filter">
        <Input label="Filter" type="search" value={text} onValue={setText} placeholder="Name, value or word" />
        <Checkbox label="Only what was set" checked={onlySet} onChecked={setOnlySet} />
      </div>
      {found.length === 0 && (
        <Card>
          <EmptyState
            title="No setting fits"
            action={
              <Button
                onClick={() => {
                  setText("");
                  setOnlySet(false);
                }}
              >
                Show all
              </Button>
            }
          />
        </Card>
      )}
      {found.map((group) => (
        <Card key={group.group} title={group.group} flush>
          <SettingsTable settings={group.settings} />
        </Card>
      ))}
    </>
  );
};

export default SettingsPage;
