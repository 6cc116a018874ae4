import { type FormEvent, type ReactNode, useState } from "react";
import { type Problem, part } from "../../api/client.ts";
import { api } from "../../api/login.ts";
import { useAction } from "../../api/use-action.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/code-block.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Select } from "../../components/field.tsx";
import { ErrorState } from "../../components/states.tsx";
import { toast } from "../../components/toast.tsx";
import { TimeAgo } from "../../components/values.tsx";
import { brief } from "../../format/text.ts";
import { moment } from "../../format/time.ts";
import { type CreatedKey, isOldKeyValid, type KeyInfo, keyState, prefixOf } from "./key.ts";
import { QuotaBars, StateBadge } from "./key-columns.tsx";
import { OVERLAPS } from "./key-form.ts";

interface KeyDialogProps {
  readonly keyInfo: KeyInfo;
  /** The user is logged in with this key. */
  readonly own: boolean;
  readonly onClose: () => void;
  readonly open: (what: "rotate" | "revoke") => void;
}

/** All details of one key. */
export const KeyDialog = ({ keyInfo, own, onClose, open }: KeyDialogProps) => {
  const { label, about } = keyState(keyInfo, Date.now());
  return (
    <Dialog
      title={brief(keyInfo.name, 80)}
      open
      onClose={onClose}
      actions={
        <>
          <Button variant="danger" icon="trash" onClick={() => open("revoke")}>
            Revoke
          </Button>
          {label !== "expired" && (
            <Button icon="reload" onClick={() => open("rotate")}>
              Rotate
            </Button>
          )}
        </>
      }
    >
      <dl className="key-facts">
        <Fact label="State">
          <StateBadge keyInfo={keyInfo} /> <span className="soft">{about}</span>
          {own && <p>You are logged in with this key.</p>}
        </Fact>
        <Fact label="Prefix">
          <code>{prefixOf(keyInfo)}</code>
          <CopyButton text={keyInfo.key_id} what="the key ID" />
        </Fact>
        <Fact label="Tenant">{brief(keyInfo.tenant, 80)}</Fact>
        <Fact label="Servers">
          <Names names={keyInfo.servers} />
        </Fact>
        <Fact label="Tools">
          <Names names={keyInfo.tools} />
        </Fact>
        <Fact label="Administrator">{keyInfo.admin ? "yes, of its tenant" : "no"}</Fact>
        <Fact label="Quota">
          <QuotaBars quota={keyInfo} detailed />
        </Fact>
        <Fact label="Last used">
          <TimeAgo at={keyInfo.last_used_at} />
        </Fact>
        <Fact label="Created">{moment(keyInfo.created_at)}</Fact>
        <Fact label="Expires">{keyInfo.expires_at === undefined ? "never" : moment(keyInfo.expires_at)}</Fact>
        {keyInfo.rotated_at !== undefined && <Fact label="Rotated">{moment(keyInfo.rotated_at)}</Fact>}
        {keyInfo.old_key_until !== undefined && isOldKeyValid(keyInfo, Date.now()) && (
          <Fact label="Old key works until">{moment(keyInfo.old_key_until)}</Fact>
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
        <Badge key={name}>{brief(name, 130)}</Badge>
      ))}
    </span>
  );
};

interface RotateKeyProps {
  readonly keyInfo: KeyInfo;
  readonly onClose: () => void;
  readonly onCreated: (created: CreatedKey) => void;
}

/** The server's message is about requesting a key; this one is about rotating it. */
const rotationProblem = (error: Problem): Problem =>
  error.kind === "forbidden"
    ? {
        kind: error.kind,
        message: "This key has more permissions than the key you are logged in with, so you cannot rotate it.",
        hint: "Revoke it and create one with fewer permissions, or ask an administrator whose key has at least the same permissions.",
      }
    : error;

export const RotateKey = ({ keyInfo, onClose, onCreated }: RotateKeyProps) => {
  const [overlap, setOverlap] = useState<string>(OVERLAPS[0].value);
  const rotation = useAction(async () =>
    onCreated(await api.post<CreatedKey>(`/keys/${part(keyInfo.key_id)}/rotate`, { overlap })),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void rotation.run();
  };
  return (
    <Dialog
      title={`Rotate ${brief(keyInfo.name, 80)}`}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="rotate-key" variant="primary" busy={rotation.busy}>
            Rotate
          </Button>
        </>
      }
    >
      <form id="rotate-key" className="stack" onSubmit={submit}>
        <p>Creates a new secret with the same limits. Update its users before the old secret expires.</p>
        <Select label="Keep the old secret valid" value={overlap} onValue={setOverlap} choices={OVERLAPS} />
        {rotation.error && <ErrorState error={rotationProblem(rotation.error)} inline />}
      </form>
    </Dialog>
  );
};

interface RevokeKeyProps {
  readonly keyInfo: KeyInfo;
  /** The user is logged in with this key. */
  readonly own: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export const RevokeKey = ({ keyInfo, own, onClose, onDone }: RevokeKeyProps) => {
  const name = brief(keyInfo.name, 80);
  const revocation = useAction(async () => {
    await api.delete(`/keys/${part(keyInfo.key_id)}`);
    toast.ok(`${name} revoked.`);
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
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" icon="trash" busy={revocation.busy} onClick={() => void revocation.run()}>
            Revoke
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>
          All nodes reject the key within a second. This cannot be undone. Bookings made with it are kept. Last used:{" "}
          <TimeAgo at={keyInfo.last_used_at} />.
        </p>
        {own && <p className="key-own">You are logged in with this key and will be logged out.</p>}
        {revocation.error && <ErrorState error={revocation.error} inline />}
      </div>
    </Dialog>
  );
};
