import { useState } from "react";
import { part } from "../../../api/client.ts";
import { api } from "../../../api/login.ts";
import { useAction } from "../../../api/use-action.ts";
import { useData } from "../../../api/use-data.ts";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button.tsx";
import { Card } from "../../../components/card.tsx";
import { Input } from "../../../components/field.tsx";
import { EmptyState, ErrorState, Loaded } from "../../../components/states.tsx";
import { toast } from "../../../components/toast.tsx";
import { plain } from "../../../format/text.ts";
import { AuthCard } from "../auth/auth-card.tsx";
import type { TabProps } from "../connector-view.tsx";
import type { CredentialStatus } from "../responses.ts";
import { CREDENTIAL_PARTS, credentialValue, isFilledIn, type PartValues } from "./credential-parts.ts";

/** How the tools authenticate, which credentials they need, and whether these are set. Values are never returned. */
export const CredentialsTab = ({ copy, editor, state }: TabProps) => {
  const path = `/connectors/${part(copy.name)}/credentials`;
  const loaded = useData<{ readonly credentials: readonly CredentialStatus[] }>(path);
  return (
    <div className="stack">
      {copy.origin === "draft" && <AuthCard copy={copy} editor={editor} state={state} />}
      <Loaded from={loaded}>
        {({ credentials }) =>
          credentials.length === 0 ? (
            <Card>
              <EmptyState title="No credentials needed">
                {copy.origin === "draft"
                  ? "If the API needs credentials, change the authentication above."
                  : "The served version sends none."}
              </EmptyState>
            </Card>
          ) : (
            <>
              <p className="soft">
                Values are encrypted, never shown again, and sent only to the hosts next to them.
                {copy.current.sandbox !== undefined && " Until they are set, the sandbox responds."}
              </p>
              {credentials.map((credential) => (
                <Credential key={credential.name} credential={credential} path={path} reload={loaded.reload} />
              ))}
            </>
          )
        }
      </Loaded>
    </div>
  );
};

interface CredentialProps {
  readonly credential: CredentialStatus;
  readonly path: string;
  readonly reload: () => void;
}

const Credential = ({ credential, path, reload }: CredentialProps) => {
  const { name, kind, set, description, set_for_hosts: other } = credential;
  const hosts = credential.hosts.map(plain).join(", ");
  const [values, setValues] = useState<PartValues>({});
  const own = `${path}/${part(name)}`;
  const put = useAction(async () => {
    await api.put(own, { value: credentialValue(kind, values) });
    setValues({});
    toast.ok(`${plain(name)} is saved for ${hosts}.`);
    reload();
  });
  const remove = useAction(async () => {
    await api.delete(own);
    toast.ok(`${plain(name)} is deleted.`);
    reload();
  });
  const error = put.error ?? remove.error;
  return (
    <Card
      title={
        <>
          <span className="mono">{plain(name)}</span> <span className="soft credential-host">for {hosts}</span>
        </>
      }
      actions={
        <>
          <Badge tone={set ? "ok" : "warn"}>{set ? "set" : "not set"}</Badge>
          {(set || other !== undefined) && (
            <Button small variant="danger" busy={remove.busy} onClick={() => void remove.run()}>
              Delete<span className="unseen"> {plain(name)}</span>
            </Button>
          )}
        </>
      }
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void put.run();
        }}
      >
        {description !== undefined && <p className="soft wraps">{plain(description)}</p>}
        {other !== undefined && (
          <p className="draft-warning">
            This value was saved for {plain(other.join(", "))}. It is not sent to other hosts: enter it again to save it
            for {hosts}.
          </p>
        )}
        <div className="credential-fields">
          {Object.entries(CREDENTIAL_PARTS[kind]).map(([each, { label, secret, help }]) => (
            <Input
              key={each}
              label={label}
              help={help}
              {...(secret && { type: "password", autoComplete: "new-password" })}
              placeholder={set && secret ? "Enter a new value to replace it" : ""}
              value={values[each] ?? ""}
              onValue={(value) => setValues({ ...values, [each]: value })}
            />
          ))}
          <Button type="submit" busy={put.busy} disabled={!isFilledIn(kind, values)}>
            {set ? "Replace" : "Save"}
          </Button>
        </div>
        {error && <ErrorState error={error} inline />}
      </form>
    </Card>
  );
};
