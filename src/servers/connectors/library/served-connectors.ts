import { type FollowOptions, followChanges } from "../../../mcp/tools/follow-changes.ts";
import { keys } from "../../../model/keys.ts";
import type { Log } from "../../../model/log.ts";
import { createSerialQueue } from "../../../model/serial-queue.ts";
import type { Bus } from "../../../platform/stores/bus.ts";
import type { Store } from "../../../platform/stores/store.ts";
import type { Connector } from "../connector.ts";
import type { PublishedConnector } from "./library.ts";
import { isConnectorName, readDocument, readVersions } from "./library-record.ts";

interface ServedOptions {
  readonly store: Store;
  readonly bus: Bus;
  readonly log: Log;
  /** Every tenant has these unless it publishes its own connector of the same name. */
  readonly builtIns: ReadonlyMap<string, Connector>;
  readonly after?: FollowOptions["after"];
}

/** A cache of the versions that are served. Other nodes announce changes over the bus. */
interface ServedConnectors {
  active(tenant: string, name: string): PublishedConnector | undefined | Promise<PublishedConnector | undefined>;
  /** Reads a connector again that this node changed, and announces the change to all nodes. */
  changed(tenant: string, name: string): Promise<void>;
  onChange(tenant: string, name: string, listener: () => void): () => void;
  close(): Promise<void>;
}

interface CacheEntry {
  readonly published: PublishedConnector;
  /** Version of the record that says which connector version is served; 0 without a record. */
  readonly recordVersion: number;
  readonly size: number;
}

/** The bus topic for changes. Messages carry `<tenant>/<name>`. */
export const CONNECTOR_TOPIC = "connectors";
const BATCH = 100;
/** Characters of documents. Evicted connectors are read again when they are used. */
const MOST_CACHED = 64_000_000;

export const createServedConnectors = ({ store, bus, log, builtIns, after }: ServedOptions): ServedConnectors => {
  const cached = new Map<string, CacheEntry>();
  const listeners = new Map<string, Set<() => void>>();
  const serially = createSerialQueue();
  let totalSize = 0;

  const idOf = (tenant: string, name: string): string => `${tenant}/${name}`;

  const drop = (id: string): void => {
    totalSize -= cached.get(id)?.size ?? 0;
    cached.delete(id);
  };

  const cache = (id: string, entry: CacheEntry): void => {
    drop(id);
    cached.set(id, entry);
    totalSize += entry.size;
    for (const oldest of cached.keys()) {
      if (totalSize <= MOST_CACHED || oldest === id) break;
      drop(oldest);
    }
  };

  const read = async (tenant: string, name: string): Promise<CacheEntry | undefined> => {
    const found = await store.get(keys.connector(tenant, name));
    const recordVersion = found?.version ?? 0;
    const record = found && readVersions(found.value);
    if (found && !record) log.warn("a connector cannot be read and is not served", { tenant, connector: name });
    const [number, builtIn] = [record?.active, builtIns.get(name)];
    if (number === undefined) {
      if (!builtIn) return undefined;
      return {
        published: { tenant, number: BUILT_IN_NUMBER, publishedAt: 0, connector: builtIn, builtIn: true },
        recordVersion,
        size: 0,
      };
    }
    const kept = await store.get(keys.connectorVersion(tenant, name, number));
    const connector = kept && readDocument(kept.value);
    if (!connector) {
      log.warn("a version of a connector cannot be read and is not served", {
        tenant,
        connector: name,
        version: number,
      });
      return undefined;
    }
    const publishedAt = record?.versions.find((version) => version.number === number)?.publishedAt ?? 0;
    const size = String(kept.value["document"]).length;
    return { published: { tenant, number, publishedAt, connector, builtIn: false }, recordVersion, size };
  };

  /** Keeps the object while it is the same version: others use it as a cache key. */
  const refresh = (id: string): Promise<PublishedConnector | undefined> =>
    serially(id, async () => {
      const [tenant = "", name = ""] = id.split("/");
      const before = cached.get(id);
      const entry = await read(tenant, name);
      if (!entry) {
        drop(id);
        return undefined;
      }
      const isSame =
        before?.published.number === entry.published.number && before.published.builtIn === entry.published.builtIn;
      cache(id, isSame ? { ...entry, published: before.published } : entry);
      return isSame ? before.published : entry.published;
    });

  const announce = (id: string): void => {
    for (const listener of listeners.get(id) ?? []) listener();
  };

  const readAgain = async (id: string): Promise<void> => {
    if (cached.has(id)) await refresh(id);
    announce(id);
  };

  const reread = async (): Promise<void> => {
    const ids = [...cached.keys()];
    for (let from = 0; from < ids.length; from += BATCH) {
      const batch = ids.slice(from, from + BATCH);
      const found = await store.getMany(batch.map((id) => keys.connector(...(id.split("/") as [string, string]))));
      for (const [index, id] of batch.entries()) {
        const known = cached.get(id);
        if (known && known.recordVersion !== (found[index]?.version ?? 0)) await readAgain(id);
      }
    }
  };

  const { tell, close } = followChanges({
    topic: CONNECTOR_TOPIC,
    bus,
    log,
    what: "the connectors",
    refresh: readAgain,
    reread,
    ...(after && { after }),
  });

  return {
    active(tenant, name) {
      if (!isConnectorName(name)) return undefined;
      const id = idOf(tenant, name);
      return cached.get(id)?.published ?? refresh(id);
    },
    async changed(tenant, name) {
      const id = idOf(tenant, name);
      // Not only if it is cached: a read that is under way may have seen the old version.
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

/** The version number of a built-in connector. A tenant's own versions start after it. */
export const BUILT_IN_NUMBER = 1;
