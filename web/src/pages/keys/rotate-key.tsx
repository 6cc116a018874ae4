import { type FormEvent, useState } from "react";
import type { Problem } from "../../api/api-error.ts";
import { part } from "../../api/client.ts";
import { api } from "../../api/session.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { Select } from "../../components/field.tsx";
import { said } from "../../format/text.ts";
import type { HandedOut, ShownKey } from "./answers.ts";
import { OVERLAPS } from "./key-wish.ts";

interface RotateKeyProps {
  readonly shown: ShownKey;
  readonly onClose: () => void;
  readonly onMade: (handed: HandedOut) => void;
}

/** The server speaks of a key that is asked for; here one is looked at. */
const reworded = (error: Problem): Problem =>
  error.kind === "forbidden"
    ? {
        kind: error.kind,
        message: "This key may more than the one you are logged in with, which therefore cannot have it made anew.",
        hint: "Revoke it and make one that may less, or have somebody rotate it whose key may as much.",
      }
    : error;

export const RotateKey = ({ shown, onClose, onMade }: RotateKeyProps) => {
  const [overlap, setOverlap] = useState<string>(OVERLAPS[0].value);
  const rotation = useAction(async () =>
    onMade(await api.post<HandedOut>(`/keys/${part(shown.key_id)}/rotate`, { overlap })),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void rotation.run();
  };
  return (
    <Dialog
      title={`Rotate ${said(shown.name, 80)}`}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Leave it</Button>
          <Button type="submit" form="rotate-key" look="main" busy={rotation.busy}>
            Rotate
          </Button>
        </>
      }
    >
      <form id="rotate-key" className="stack" onSubmit={submit}>
        <p>The key gets a new text, with the same limits. Whoever uses it needs the new one before the old one ends.</p>
        <Select label="The old one goes on" value={overlap} onValue={setOverlap} choices={OVERLAPS} />
        {rotation.error && <ErrorState error={reworded(rotation.error)} inline />}
      </form>
    </Dialog>
  );
};
