import type { ReactNode } from "react";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { said } from "../../format/text.ts";
import { moment } from "../../format/time.ts";
import type { ShownKey } from "./answers.ts";
import { StateBadge } from "./key-columns.tsx";
import { isOldOneGood, keyState, prefixOf } from "./key-state.ts";
import { QuotaBars } from "./quota-bars.tsx";

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
