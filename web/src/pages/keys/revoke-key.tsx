import { part } from "../../api/client.ts";
import { api } from "../../api/session.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { toast } from "../../components/toast.tsx";
import { said } from "../../format/text.ts";
import type { ShownKey } from "./answers.ts";

interface RevokeKeyProps {
  readonly shown: ShownKey;
  /** Whoever does it is logged in with it. */
  readonly own: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export const RevokeKey = ({ shown, own, onClose, onDone }: RevokeKeyProps) => {
  const name = said(shown.name, 80);
  const revocation = useAction(async () => {
    await api.delete(`/keys/${part(shown.key_id)}`);
    toast.ok(`${name} is revoked.`);
    onClose();
    onDone();
  });
  return (
    <Dialog
      title={`Revoke ${name}?`}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button look="danger" icon="trash" busy={revocation.busy} onClick={() => void revocation.run()}>
            Revoke
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>
          Every node refuses it within a second, and it never comes back. Bookings made with it stay. It was last used:{" "}
          <TimeAgo at={shown.last_used_at} />.
        </p>
        {own && <p className="key-own">You are logged in with this key, and will be logged out.</p>}
        {revocation.error && <ErrorState error={revocation.error} inline />}
      </div>
    </Dialog>
  );
};
