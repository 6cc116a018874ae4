import { useState } from "react";
import type { SettingsShown } from "../../../../src/console/contract.ts";
import { useUser } from "../../api/login.ts";
import { useData } from "../../api/use-data.ts";
import { Badge, type Tone } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { CopyButton } from "../../components/code-block.tsx";
import { Checkbox, Input } from "../../components/field.tsx";
import { Page } from "../../components/page.tsx";
import { EmptyState, Loaded } from "../../components/states.tsx";
import { plain } from "../../format/text.ts";
import "./settings-page.css";

/** The effective configuration and the source of each value. Read-only. */
const SettingsPage = () => {
  const operator = useUser()?.operator ?? false;
  const settings = useData<SettingsShown>(operator ? "/settings" : undefined);
  return (
    <Page
      title="Settings"
      about="The effective configuration and the source of each value. To change a value, restart the server with another flag or environment variable."
    >
      {operator ? <Loaded from={settings}>{(shown) => <SettingsContent {...shown} />}</Loaded> : <OperatorOnly />}
    </Page>
  );
};

const OperatorOnly = () => (
  <Card>
    <EmptyState title="Only operators can see the settings">
      You administer one tenant. Log in with the server's admin token to see the settings.
    </EmptyState>
  </Card>
);

const SettingsContent = ({ groups, facts, reach }: SettingsShown) => {
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
      <Card title="Browser access" flush>
        <ReachTable reach={reach} />
      </Card>
      <div className="settings-filter">
        <Input label="Filter" type="search" value={text} onValue={setText} placeholder="Name, value or description" />
        <Checkbox label="Only changed settings" checked={onlySet} onChecked={setOnlySet} />
      </div>
      {found.length === 0 && (
        <Card>
          <EmptyState
            title="No matching settings"
            action={
              <Button
                onClick={() => {
                  setText("");
                  setOnlySet(false);
                }}
              >
                Clear filters
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

const SOURCES: Readonly<Record<ShownSetting["from"], { readonly tone: Tone; readonly about: string }>> = {
  flag: { tone: "accent", about: "Set on the command line." },
  environment: { tone: "accent", about: "Set by an environment variable." },
  derived: { tone: "neutral", about: "Derived from other settings, or generated at the first start." },
  default: { tone: "neutral", about: "Default value." },
};

/** One row per setting; stacked on phones. */
const SettingsTable = ({ settings }: { readonly settings: readonly ShownSetting[] }) => (
  <ul className="settings">
    {settings.map((setting) => (
      <li key={setting.name}>
        <div className="setting-name">
          <code className="clamped">{setting.name}</code>
          <CopyButton text={setting.name} what={setting.name} />
        </div>
        <div className="setting-value">
          <Value {...setting} />
        </div>
        <span className="setting-from" title={SOURCES[setting.from].about}>
          <Badge tone={SOURCES[setting.from].tone}>{setting.from}</Badge>
        </span>
        <p className="setting-about">
          {setting.about}
          {setting.allowed !== undefined && <> Allowed: {setting.allowed}.</>}
        </p>
      </li>
    ))}
  </ul>
);

const Value = ({ value, secret }: ShownSetting) => {
  if (value === null) return <span className="faint">not set</span>;
  if (secret) return <span className="soft">set (secret)</span>;
  return (
    <code className="clamped" title={value}>
      {plain(value)}
    </code>
  );
};

/** Which web pages may call which paths. */
const ReachTable = ({ reach }: Pick<SettingsShown, "reach">) => (
  <ul className="settings">
    {reach.map(({ what, paths, origins, about }) => (
      <li key={what}>
        <div className="setting-name">
          <span className="clamped">{plain(what)}</span>
        </div>
        <div className="setting-value">
          <code className="clamped">{plain(paths.join(" "))}</code>
        </div>
        <span className="setting-from" title={about}>
          <Badge>{plain(origins)}</Badge>
        </span>
        <p className="setting-about">{plain(about)}</p>
      </li>
    ))}
  </ul>
);

type SettingsGroup = SettingsShown["groups"][number];
export type ShownSetting = SettingsGroup["settings"][number];

interface SettingsFilter {
  readonly text: string;
  /** Hides settings with default values. */
  readonly onlySet: boolean;
}

/** Matches name, group, description and value; every word must occur. */
export const filterSettings = (
  groups: readonly SettingsGroup[],
  { text, onlySet }: SettingsFilter,
): readonly SettingsGroup[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (group: string, { name, about, value, from }: ShownSetting): boolean => {
    const brief = `${group} ${name} ${about} ${value ?? ""}`.toLowerCase();
    return words.every((word) => brief.includes(word)) && !(onlySet && from === "default");
  };
  return groups
    .map(({ group, settings }) => ({ group, settings: settings.filter((each) => matches(group, each)) }))
    .filter(({ settings }) => settings.length > 0);
};
