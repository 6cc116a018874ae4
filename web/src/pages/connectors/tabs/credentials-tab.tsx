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
import { hrefTo } from "../../../router/router.ts";
import type { TabProps } from "../connector-view.tsx";
import type { CredentialStatus } from "../responses.ts";

/** The credentials that the connector needs, and whether they are set. Values are never returned. */
export const CredentialsTab = ({ copy }: TabProps) => {
  const path = `/connectors/${part(copy.name)}/credentials`;
  const loaded = useData<{ readonly credentials: readonly CredentialStatus[] }>(path);
  return (
    <Loaded from={loaded}>
      {({ credentials }) =>
        credentials.length === 0 ? (
          <Card>
            <EmptyState
              title="No credentials needed"
              action={
                <a className="button" href={hrefTo("connectors", [copy.name], { tab: "about" })}>
                  Add a credential under About
                </a>
              }
            >
              Declare credentials under About and save the draft, then enter their values here.
            </EmptyState>
          </Card>
        ) : (
          <div className="stack">
            <p className="soft">
              Values are encrypted, never shown again, and sent only to the hosts next to them.
              {copy.current.sandbox !== undefined && " Until they are set, the sandbox responds."}
            </p>
            {credentials.map((credential) => (
              <Credential key={credential.name} credential={credential} path={path} reload={loaded.reload} />
            ))}
          </div>
        )
      }
    </Loaded>
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
  const [value, setValue] = useState({ user: "", password: "" });
  const pair = kind !== "secret";
  const own = `${path}/${part(name)}`;
  const put = useAction(async () => {
    await api.put(own, { value: pair ? value : value.password });
    setValue({ user: "", password: "" });
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
          {pair && (
            <Input
              label={kind === "basic" ? "User" : "Client ID"}
              value={value.user}
              onValue={(user) => setValue({ ...value, user })}
            />
          )}
          <Input
            label={SECRET_LABELS[kind]}
            type="password"
            autoComplete="new-password"
            placeholder={set ? "Enter a new value to replace it" : ""}
            value={value.password}
            onValue={(password) => setValue({ ...value, password })}
            problem={error?.field === "value" ? plain(error.message) : undefined}
          />
          <Button type="submit" busy={put.busy} disabled={value.password === "" || (pair && value.user === "")}>
            {set ? "Replace" : "Save"}
          </Button>
        </div>
        {error && error.field !== "value" && <ErrorState error={error} inline />}
      </form>
    </Card>
  );
};

const SECRET_LABELS = { secret: "Value", basic: "Password", oauth2_client: "Client secret" } as const;
