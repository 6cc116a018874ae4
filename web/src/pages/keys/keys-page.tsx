import { useMemo, useState } from "react";
import type { Overview } from "../../../../src/console/contract.ts";
import { useUser } from "../../api/login.ts";
import { useData } from "../../api/use-data.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { Input, Select } from "../../components/field.tsx";
import { Page } from "../../components/page.tsx";
import { EmptyState, Loaded } from "../../components/states.tsx";
import { Table } from "../../components/table.tsx";
import { brief } from "../../format/text.ts";
import { replaceRoute, useRoute } from "../../router/router.ts";
import { CreateKey } from "./create-key.tsx";
import { CreatedKeyDialog } from "./created-key.tsx";
import { type CreatedKey, filterKeys, type KeyInfo, type TenantQuota } from "./key.ts";
import { keyColumns } from "./key-columns.tsx";
import { KeyDialog, RevokeKey, RotateKey } from "./key-dialog.tsx";
import type { KeyLimits } from "./key-form.ts";
import { TenantQuotas } from "./tenant-quotas.tsx";
import "./keys-page.css";

/** Lists API keys: `#/keys?tenant=acme`. */
const KeysPage = () => {
  const overview = useData<Overview>("/overview");
  if (overview.data?.auth === "keys") return <KeyList overview={overview.data} />;
  return (
    <Page title="Keys" about="Create, rotate and revoke API keys.">
      <Card>
        <Loaded from={overview}>{() => <AuthenticationOff />}</Loaded>
      </Card>
    </Page>
  );
};

const AuthenticationOff = () => (
  <EmptyState title="Authentication is off">
    <div className="keys-off">
      <p>
        Anyone who can reach this server has full access, and all clients share one set of bookings. That is fine on
        your own machine. Before others can reach the server, restart it with authentication:
      </p>
      <CodeBlock text="TAXIWAY_AUTH=keys npm start" what="the command that turns authentication on" wrap />
      <p>
        Every client then needs a key. Each key belongs to a tenant with its own bookings, sessions and tools, and can
        be limited to servers, tools and a number of calls. Manage keys on this page.
      </p>
    </div>
  </EmptyState>
);

export default KeysPage;

/** The open dialog. A new key's secret exists only here. */
type Opened =
  | { readonly what: "create" }
  | { readonly what: "key" | "rotate" | "revoke"; readonly key: KeyInfo }
  | { readonly what: "shown"; readonly created: CreatedKey };

/** Quotas per minute need frequent updates. */
const EVERY_MS = 10_000;
const NO_KEYS: readonly KeyInfo[] = [];
const NO_LIMITS: KeyLimits = {};

const KeyList = ({ overview }: { readonly overview: Overview }) => {
  const user = useUser();
  const operator = user?.operator ?? false;
  const keys = useData<{ readonly keys: readonly KeyInfo[]; readonly tenant_quotas: readonly TenantQuota[] }>("/keys", {
    pollMs: EVERY_MS,
  });
  const tenants = useData<{ readonly tenants: readonly string[] }>(operator ? "/tenants" : undefined);
  const tenant = useRoute().query["tenant"];
  const [text, setText] = useState("");
  const [openedAt, setOpened] = useState<Opened>();

  const all = keys.data?.keys ?? NO_KEYS;
  const quotas = keys.data?.tenant_quotas.filter((quota) => tenant === undefined || quota.tenant === tenant) ?? [];
  const keyInfo = useMemo(() => filterKeys(all, { text, tenant }), [all, text, tenant]);
  const columns = useMemo(() => keyColumns({ operator, open: (key) => setOpened({ what: "key", key }) }), [operator]);

  const close = () => setOpened(undefined);
  const changed = () => {
    keys.reload();
    tenants.reload();
  };
  const showCreated = (created: CreatedKey) => {
    setOpened({ what: "shown", created });
    changed();
  };
  const create = () => setOpened({ what: "create" });
  const clearFilter = () => {
    setText("");
    replaceRoute("keys");
  };
  const selected = openedAt && "key" in openedAt ? openedAt.key : undefined;
  // The current data of the key; if it was revoked meanwhile, the last known.
  const key = selected && (all.find(({ key_id }) => key_id === selected.key_id) ?? selected);
  const own = key !== undefined && key.key_id === user?.by;
  const ownLimits = all.find(({ key_id }) => key_id === user?.by) ?? NO_LIMITS;
  return (
    <Page
      wide
      title="Keys"
      about={
        operator
          ? "API keys of all tenants. Open a key to rotate or revoke it."
          : `API keys of ${brief(user?.tenant ?? "")}. Open a key to rotate or revoke it.`
      }
      actions={
        <Button variant="primary" icon="plus" onClick={create}>
          Create key
        </Button>
      }
    >
      <Loaded from={keys} lines={6}>
        {() =>
          all.length === 0 ? (
            <Card>
              <EmptyState
                title="No active keys"
                action={
                  <Button variant="primary" icon="plus" onClick={create}>
                    Create first key
                  </Button>
                }
              >
                Clients cannot connect without a key. Create one per person or program, so that you can revoke each
                separately. Revoked keys are deleted; what was called with them stays in the log of calls.
              </EmptyState>
            </Card>
          ) : (
            <>
              <div className="keys-filter">
                <Input label="Filter" type="search" value={text} onValue={setText} placeholder="Name or key prefix" />
                {operator && (
                  <Select
                    label="Tenant"
                    value={tenant ?? ""}
                    onValue={(next) => replaceRoute("keys", [], { tenant: next })}
                    choices={tenantChoices(tenants.data?.tenants, all, tenant)}
                  />
                )}
              </div>
              {quotas.length > 0 && <TenantQuotas quotas={quotas} />}
              <Card flush>
                {keyInfo.length === 0 ? (
                  <EmptyState title="No matching keys" action={<Button onClick={clearFilter}>Clear filters</Button>} />
                ) : (
                  <Table
                    label="Keys"
                    columns={columns}
                    rows={keyInfo}
                    rowKey={({ key_id }) => key_id}
                    onOpen={(row) => setOpened({ what: "key", key: row })}
                    height={keyInfo.length > 40 ? "40rem" : "fit"}
                  />
                )}
              </Card>
            </>
          )
        }
      </Loaded>
      {openedAt?.what === "create" && (
        <CreateKey
          tenant={tenant ?? user?.tenant ?? ""}
          tenants={operator ? (tenants.data?.tenants ?? []) : undefined}
          servers={overview.servers}
          {...{ ownLimits, onClose: close, onCreated: showCreated }}
        />
      )}
      {key && openedAt?.what === "key" && (
        <KeyDialog keyInfo={key} own={own} onClose={close} open={(what) => setOpened({ what, key })} />
      )}
      {key && openedAt?.what === "rotate" && <RotateKey keyInfo={key} onClose={close} onCreated={showCreated} />}
      {key && openedAt?.what === "revoke" && <RevokeKey keyInfo={key} own={own} onClose={close} onDone={changed} />}
      {openedAt?.what === "shown" && (
        <CreatedKeyDialog created={openedAt.created} overview={overview} onClose={close} />
      )}
    </Page>
  );
};

/** Includes a tenant that only the link names. */
const tenantChoices = (known: readonly string[] = [], keys: readonly KeyInfo[], chosen: string | undefined) => {
  const names = new Set([...known, ...keys.map(({ tenant }) => tenant), ...(chosen ? [chosen] : [])]);
  const choices = [...names].sort().map((value) => ({ value, label: brief(value, 60) }));
  return [{ value: "", label: "All tenants" }, ...choices];
};
