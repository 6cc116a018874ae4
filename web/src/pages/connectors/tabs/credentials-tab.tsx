import { useState } from "react";
import { part } from "../../../api/client.ts";
import { api } from "../../../api/session.ts";
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
              title="It needs no credentials"
              action={
                <a className="button" href={hrefTo("connectors", [copy.name], { tab: "about" })}>
                  Name one under About
                </a>
              }
            >
              Credentials are named in the document, saved, and then put in here.
            </EmptyState>
          </Card>
        ) : (
          <div className="stack">
            <p className="soft">
              Sealed when they arrive, never shown again, and only ever sent to the host beside them.
              {copy.current.sandbox !== undefined && " As long as they are not there, the sandbox answers."}
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
  const { name, kind, host, set, description, set_for_other_host: other } = credential;
  const [value, setValue] = useState({ user: "", password: "" });
  const pair = kind !== "secret";
  const own = `${path}/${part(name)}`;
  const put = useAction(async () => {
    await api.put(own, { value: pair ? value : value.password });
    setValue({ user: "", password: "" });
    toast.ok(`${plain(name)} is kept, for ${host} alone.`);
    reload();
  });
  const remove = useAction(async () => {
    await api.delete(own);
    toast.ok(`${plain(name)} is forgotten.`);
    reload();
  });
  const error = put.error ?? remove.error;
  return (
    <Card
      title={
        <>
          <span className="mono">{plain(name)}</span> <span className="soft credential-host">for {plain(host)}</span>
        </>
      }
      actions={
        <>
          <Badge tone={set ? "ok" : "warn"}>{set ? "set" : "not set"}</Badge>
          {(set || other !== undefined) && (
            <Button small look="danger" busy={remove.busy} onClick={() => void remove.run()}>
              Remove<span className="unseen"> {plain(name)}</span>
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
          <p className="remark">
            It was put in for {plain(other)}. The connector calls another host now, and it is not sent there.
          </p>
        )}
        <div className="credential-fields">
          {pair && (
            <Input
              label={kind === "basic" ? "User" : "Client id"}
              value={value.user}
              onValue={(user) => setValue({ ...value, user })}
            />
          )}
          <Input
            label={SECRET_LABELS[kind]}
            type="password"
            autoComplete="new-password"
            placeholder={set ? "put in another to replace it" : ""}
            value={value.password}
            onValue={(password) => setValue({ ...value, password })}
            problem={error?.field === "value" ? plain(error.message) : undefined}
          />
          <Button type="submit" busy={put.busy} disabled={value.password === "" || (pair && value.user === "")}>
            {set ? "Replace" : "Keep it"}
          </Button>
        </div>
        {error && error.field !== "value" && <ErrorState error={error} inline />}
      </form>
    </Card>
  );
};

const SECRET_LABELS = { secret: "Value", basic: "Password", oauth2_client: "Client secret" } as const;
