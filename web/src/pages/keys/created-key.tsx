import { useState } from "react";
import type { Overview } from "../../../../src/console/contract.ts";
import { Button } from "../../components/button.tsx";
import { ClientSetup } from "../../components/client-setup.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Select } from "../../components/field.tsx";
import { brief } from "../../format/text.ts";
import { moment } from "../../format/time.ts";
import { type CreatedKey, isOldKeyValid } from "./key.ts";

interface ShownOnceProps {
  readonly created: CreatedKey;
  readonly overview: Overview;
  readonly onClose: () => void;
}

/** Shows the key after creation or rotation. It cannot be shown again. */
export const CreatedKeyDialog = ({ created, overview, onClose }: ShownOnceProps) => {
  const openedAt = overview.servers.filter(({ name }) => created.servers?.includes(name) ?? true);
  const [chosen, setChosen] = useState(openedAt[0]?.name ?? "");
  const server = openedAt.find(({ name }) => name === chosen);
  const { old_key_until, rotated_at } = created;
  return (
    <Dialog
      title={`${rotated_at === undefined ? "Key" : "New key"} for ${brief(created.name, 80)}`}
      open
      persistent
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="stack">
        <CodeBlock text={created.key} what="the key" wrap />
        <p>
          <strong>Copy the key now. It will not be shown again.</strong> The server stores only a hash.
        </p>
        {rotated_at !== undefined && (
          <p>
            {old_key_until !== undefined && isOldKeyValid(created, Date.now())
              ? `The old key works until ${moment(old_key_until)}.`
              : "The old key no longer works."}
          </p>
        )}
        {server && (
          <div className="stack">
            <Select
              label="Setup for"
              value={chosen}
              onValue={setChosen}
              choices={openedAt.map(({ name, title }) => ({
                value: name,
                label: brief(`${name}: ${title}`, 80),
              }))}
            />
            <ClientSetup
              server={server.name}
              url={`${overview.base_url}${server.path}`}
              auth="keys"
              apiKey={created.key}
            />
          </div>
        )}
      </div>
    </Dialog>
  );
};
