import { type FollowOptions, followNews } from "../../../mcp/tools/follow-news.ts";
import { keys } from "../../../model/keys.ts";
import { createLine } from "../../../model/line.ts";
import type { Log } from "../../../model/log.ts";
import type { Bus } from "../../../platform/stores/bus.ts";
import type { Store } from "../../../platform/stores/store.ts";
import type { Connector } from "../connector.ts";
import type { Published } from "./library.ts";
import { isConnectorName, readDocument, readVersions } from "./library-record.ts";

export interface ServedOptions {
  readonly store: Store;
  readonly bus: Bus;
  readonly log: Log;
  /** Every tenant has these, unless it publishes its own of the name. */
  readonly builtIns: ReadonlyMap<string, Connector>;
  readonly after?: FollowOptions["after"];
}

/** What is served, as far as this process was asked for it. */
export interface ServedConnectors {
  active(tenant: string, name: string): Published | undefined | Promise<Published | undefined>;
  /** It was changed here: all nodes, this one first, look at it again. */
  changed(tenant: string, name: string): Promise<void>;
  onChange(tenant: string, name: string, listener: () => void): () => void;
  close(): Promise<void>;
}

interface Held {
  readonly published: Published;
  /** Of the record that says which version is served; 0 when there is none. */
  readonly recordVersion: number;
  readonly weight: number;
}

/** The topic of the bus that says which one changed: `<tenant>/<name>`. */
export const CONNECTOR_NEWS = "connectors";
const BATCH = 100;
/** Characters of documents. What is not held is read again when it is asked for. */
const MOST_HELD = 64_000_000;

export const createServedConnectors = ({ store, bus, log, builtIns, after }: ServedOptions): ServedConnectors => {
  const held = new Map<string, Held>();
  const listeners = new Map<string, Set<() => void>>();
  const inLine = createLine();
  let weight = 0;

  const idOf = (tenant: string, name: string): string => `${tenant}/${name}`;

  const drop = (id: string): void => {
    weight -= held.get(id)?.weight ?? 0;
    held.delete(id);
  };

  const hold = (id: string, entry: Held): void => {
    drop(id);
    held.set(id, entry);
    weight += entry.weight;
    for (const oldest of held.keys()) {
      if (weight <= MOST_HELD || oldest === id) break;
      drop(oldest);
    }
  };

  const read = async (tenant: string, name: string): Promise<Held | undefined> => {
    const found = await store.get(keys.connector(tenant, name));
    const recordVersion = found?.version ?? 0;
    const record = found && readVersions(found.value);
    if (found && !record) log.warn("a connector cannot be read and is left out", { tenant, connector: name });
    const [number, builtIn] = [record?.active, builtIns.get(name)];
    if (number === undefined) {
      if (!builtIn) return undefined;
      return {
        published: { tenant, number: BUILT_IN_NUMBER, publishedAt: 0, connector: builtIn, builtIn: true },
        ...{ recordVersion, weight: 0 },
      };
    }
    const kept = await store.get(keys.connectorVersion(tenant, name, number));
    const connector = kept && readDocument(kept.value);
    if (!connector) {
      log.warn("a version of a connector cannot be read and is left out", { tenant, connector: name, version: number });
      return undefined;
    }
    const publishedAt = record?.versions.find((version) => version.number === number)?.publishedAt ?? 0;
    const size = String(kept.value["document"]).length;
    return { published: { tenant, number, publishedAt, connector, builtIn: false }, recordVersion, weight: size };
  };

  /** Keeps the object it has as long as it is the same version: others find what they made of it by that. */
  const refresh = (id: string): Promise<Published | undefined> =>
    inLine(id, async () => {
      const [tenant = "", name = ""] = id.split("/");
      const before = held.get(id);
      const entry = await read(tenant, name);
      if (!entry) {
        drop(id);
        return undefined;
      }
      const isSame =
        before?.published.number === entry.published.number && before.published.builtIn === entry.published.builtIn;
      hold(id, isSame ? { ...entry, published: before.published } : entry);
      return isSame ? before.published : entry.published;
    });

  const announce = (id: string): void => {
    for (const listener of listeners.get(id) ?? []) listener();
  };

  const lookAgain = async (id: string): Promise<void> => {
    if (held.has(id)) await refresh(id);
    announce(id);
  };

  const reread = async (): Promise<void> => {
    const ids = [...held.keys()];
    for (let from = 0; from < ids.length; from += BATCH) {
      const batch = ids.slice(from, from + BATCH);
      const found = await store.getMany(batch.map((id) => keys.connector(...(id.split("/") as [string, string]))));
      for (const [index, id] of batch.entries()) {
        const known = held.get(id);
        if (known && known.recordVersion !== (found[index]?.version ?? 0)) await lookAgain(id);
      }
    }
  };

  const { tell, close } = followNews({
    ...{ topic: CONNECTOR_NEWS, bus, log, what: "the connectors", refresh: lookAgain, reread },
    ...(after && { after }),
  });

  return {
    active(tenant, name) {
      if (!isConnectorName(name)) return undefined;
      const id = idOf(tenant, name);
      return held.get(id)?.published ?? refresh(id);
    },
    async changed(tenant, name) {
      const id = idOf(tenant, name);
      // Also what is being read right now may be older than the change.
      await refresh(id);
      announce(id);
      tell(id);
    },
    onChange(tenant, name, listener) {
      const id = idOf(tenant, name);
      const own = listeners.get(id) ?? new Set();
      listeners.set(id, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0 && listeners.get(id) === own) listeners.delete(id);
      };
    },
    close,
  };
};

/** A tenant's own versions are numbered after it. */
export const BUILT_IN_NUMBER = 1;
