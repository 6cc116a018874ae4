import { type FormEvent, type ReactNode, useState } from "react";
import { type Problem, part } from "../../api/client.ts";
import { api } from "../../api/session.ts";
import { useAction } from "../../api/use-action.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/code-block.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Select } from "../../components/field.tsx";
import { ErrorState } from "../../components/states.tsx";
import { toast } from "../../components/toast.tsx";
import { TimeAgo } from "../../components/values.tsx";
import { said } from "../../format/text.ts";
import { moment } from "../../format/time.ts";
import { type HandedOut, isOldOneGood, keyState, prefixOf, type ShownKey } from "./key.ts";
import { QuotaBars, StateBadge } from "./key-columns.tsx";
import { OVERLAPS } from "./key-form.ts";

interface KeyDialogProps {
  readonly shown: ShownKey;
  /** Whoever looks is logged in with it. */
  readonly own: boolean;
  readonly onClose: () => void;
  readonly open: (what: "rotate" | "revoke") => void;
}

/** Everything that is known of one key. */
export const KeyDialog = ({ shown, own, onClose, open }: KeyDialogProps) => {
  const { word, about } = keyState(shown, Date.now());
  return (
    <Dialog
      title={said(shown.name, 80)}
      open
      onClose={onClose}
      actions={
        <>
          <Button look="danger" icon="trash" onClick={() => open("revoke")}>
            Revoke
          </Button>
          {word !== "expired" && (
            <Button icon="reload" onClick={() => open("rotate")}>
              Rotate
            </Button>
          )}
        </>
      }
    >
      <dl className="key-facts">
        <Fact label="State">
          <StateBadge shown={shown} /> <span className="soft">{about}</span>
          {own && <p>You are logged in with this key.</p>}
        </Fact>
        <Fact label="Begins with">
          <code>{prefixOf(shown)}</code>
          <CopyButton text={shown.key_id} what="the id of the key" />
        </Fact>
        <Fact label="Tenant">{said(shown.tenant, 80)}</Fact>
        <Fact label="Servers">
          <Names names={shown.servers} />
        </Fact>
        <Fact label="Tools">
          <Names names={shown.tools} />
        </Fact>
        <Fact label="Administers">{shown.admin ? "its tenant" : "nothing"}</Fact>
        <Fact label="Quota">
          <QuotaBars shown={shown} roomy />
        </Fact>
        <Fact label="Last used">
          <TimeAgo at={shown.last_used_at} />
        </Fact>
        <Fact label="Made">{moment(shown.created_at)}</Fact>
        <Fact label="Expires">{shown.expires_at === undefined ? "never" : moment(shown.expires_at)}</Fact>
        {shown.rotated_at !== undefined && <Fact label="Rotated">{moment(shown.rotated_at)}</Fact>}
        {shown.old_key_until !== undefined && isOldOneGood(shown, Date.now()) && (
          <Fact label="Old key works until">{moment(shown.old_key_until)}</Fact>
        )}
      </dl>
    </Dialog>
  );
};

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

const Names = ({ names }: { readonly names: readonly string[] | undefined }) => {
  if (names === undefined) return "all";
  if (names.length === 0) return "none";
  return (
    <span className="key-names">
      {names.map((name) => (
        <Badge key={name}>{said(name, 130)}</Badge>
      ))}
    </span>
  );
};

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
