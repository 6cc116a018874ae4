import type { FollowOptions } from "../../../mcp/tools/follow-changes.ts";
import type { Clock } from "../../../model/clock.ts";
import { keys } from "../../../model/keys.ts";
import type { Log } from "../../../model/log.ts";
import type { Bus } from "../../../platform/stores/bus.ts";
import type { Store, Versioned } from "../../../platform/stores/store.ts";
import { checkConnector } from "../check-connector.ts";
import type { Connector } from "../connector.ts";
import { createDrafts } from "./drafts.ts";
import type { Library, ListedConnector, TenantLibrary } from "./library.ts";
import { readDraftNote, readVersions } from "./library-record.ts";
import { createServedConnectors } from "./served-connectors.ts";
import { createVersions } from "./versions.ts";

interface LibraryOptions {
  readonly store: Store;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  /** Connectors that every tenant has. */
  readonly builtIns?: readonly Connector[];
  /** Checks a document before it is saved. Default: in this process. */
  readonly check?: (raw: unknown, sender: { readonly client: string }) => Promise<Connector>;
  readonly after?: FollowOptions["after"];
}

const BATCH = 100;

/** Opens the library. Connectors are read when they are first used, however many there are. */
export const openLibrary = async (options: LibraryOptions): Promise<Library> => {
  const { store, clock, check = checkConnector } = options;
  const builtIns = new Map((options.builtIns ?? []).map((connector) => [connector.name, connector]));
  const served = createServedConnectors({ ...options, builtIns });
  const opened = new Map<string, TenantLibrary>();

  const listOf = async (tenant: string): Promise<readonly ListedConnector[]> => {
    const kept = await store.members(keys.connectors(tenant));
    const names = [...new Set([...kept, ...builtIns.keys()])].sort();
    const listed: (ListedConnector | undefined)[] = [];
    for (let from = 0; from < names.length; from += BATCH) {
      const batch = names.slice(from, from + BATCH);
      const [records, drafts] = await Promise.all([
        store.getMany(batch.map((name) => keys.connector(tenant, name))),
        store.getMany(batch.map((name) => keys.connectorDraft(tenant, name))),
      ]);
      listed.push(...batch.map((name, index) => listedOf(name, builtIns.get(name), records[index], drafts[index])));
    }
    return listed.filter((entry) => entry !== undefined);
  };

  const open = (tenant: string): TenantLibrary => {
    const drafts = createDrafts(tenant, { store, clock, check });
    const changed = (name: string) => served.changed(tenant, name);
    return {
      list: () => listOf(tenant),
      ...drafts,
      ...createVersions(tenant, { store, clock, builtIns, draft: drafts.draft, changed }),
      active: (name) => served.active(tenant, name),
      onChange: (name, listener) => served.onChange(tenant, name, listener),
    };
  };

  return {
    forTenant(tenant) {
      const tenantLibrary = opened.get(tenant) ?? open(tenant);
      opened.set(tenant, tenantLibrary);
      return tenantLibrary;
    },
    close: served.close,
  };
};

const listedOf = (
  name: string,
  builtIn: Connector | undefined,
  found: Versioned | undefined,
  drafted: Versioned | undefined,
): ListedConnector | undefined => {
  const record = found && readVersions(found.value);
  const note = drafted && readDraftNote(drafted.value);
  if (!record && !note && !builtIn) return undefined;
  const isBuiltIn = record?.active === undefined && builtIn !== undefined;
  const { title: _title, ...draft } = note ?? { title: "" };
  return {
    name,
    title: (isBuiltIn ? builtIn.title : undefined) ?? (record?.title || note?.title) ?? name,
    builtIn: isBuiltIn,
    active: record?.active,
    versions: record?.versions.length ?? 0,
    ...(note && { draft: draft as NonNullable<ListedConnector["draft"]> }),
  };
};
