import { useState } from "react";
import type { Overview } from "../../../../src/console/contract.ts";
import { Button } from "../../components/button.tsx";
import { ClientSetup } from "../../components/client-setup.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Select } from "../../components/field.tsx";
import { said } from "../../format/text.ts";
import { moment } from "../../format/time.ts";
import { type HandedOut, isOldOneGood } from "./key.ts";

interface ShownOnceProps {
  readonly handed: HandedOut;
  readonly overview: Overview;
  readonly onClose: () => void;
}

/** The text of a key, in the only moment in which there is one. With the dialog it is gone. */
export const ShownOnce = ({ handed, overview, onClose }: ShownOnceProps) => {
  const opened = overview.servers.filter(({ name }) => handed.servers?.includes(name) ?? true);
  const [chosen, setChosen] = useState(opened[0]?.name ?? "");
  const server = opened.find(({ name }) => name === chosen);
  const { old_key_until, rotated_at } = handed;
  return (
    <Dialog
      title={`${rotated_at === undefined ? "Key" : "New key"} for ${said(handed.name, 80)}`}
      open
      firm
      onClose={onClose}
      actions={
        <Button look="main" onClick={onClose}>
          I have kept it
        </Button>
      }
    >
      <div className="stack">
        <CodeBlock text={handed.key} what="the key" wrap />
        <p>
          <strong>Copy it now: it is shown this once.</strong> What the server keeps is a digest, from which nobody can
          read the key again.
        </p>
        {rotated_at !== undefined && (
          <p>
            {old_key_until !== undefined && isOldOneGood(handed, Date.now())
              ? `The old key works until ${moment(old_key_until)}.`
              : "The old key has ended."}
          </p>
        )}
        {server && (
          <div className="stack">
            <Select
              label="Set-up for"
              value={chosen}
              onValue={setChosen}
              choices={opened.map(({ name, title }) => ({
                value: name,
                label: said(`${name}: ${title}`, 80),
              }))}
            />
            <ClientSetup
              server={server.name}
              url={`${overview.base_url}${server.path}`}
              auth="keys"
              apiKey={handed.key}
            />
          </div>
        )}
      </div>
    </Dialog>
  );
};
