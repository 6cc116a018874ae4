import { once } from "node:events";
import type { Cluster, Redis, RedisOptions } from "iovalkey";
import { isTaxiwayKey } from "../../model/keys.ts";
import type { Log } from "../../model/log.ts";
import type { Expiry, Store } from "./store.ts";
import { storeDoesNotAnswer } from "./store-failure.ts";
import { type Effect, failureOf, isRefusedByMaster, refusesWrites } from "./valkey-errors.ts";
import { checkFormat, refusedFormat, UnsupportedFormat } from "./valkey-format.ts";
import { decodeRecord, encodeRecord } from "./valkey-record.ts";
import { type Scripts, scripts } from "./valkey-scripts.ts";
import { settingsWarnings } from "./valkey-settings.ts";
import { CONNECT_TIMEOUT, clientOptions, hostsOf, reconnectDelay, unusable, type ValkeyAddress } from "./valkey-url.ts";

export interface ValkeyOptions {
  readonly address: ValkeyAddress;
  /**
   * The clock in which callers say `expiresAt`. Expiry itself is the server's work and runs with real time: with a
   * configured clock an entry lives as long as it would have, measured from now.
   */
  readonly now?: () => number;
  readonly log?: Log | undefined;
}

/**
 * For several machines: one Valkey server or a cluster. `durable` is as good as the server's own promise, which takes
 * `appendfsync always`; `warnings` says where its settings fall short.
 */
export const openValkeyStore = async ({ address, now = Date.now, log }: ValkeyOptions): Promise<Store> => {
  const client = await connect(address);
  const store = createValkeyStore(client, now);
  try {
    const format = await checkFormat({ store, hasData: () => holdsTaxiwayKeys(store), log });
    return { ...store, warnings: [...format, ...(await settingsWarnings(masters(client), log))] };
  } catch (error) {
    await store.close();
    throw error instanceof UnsupportedFormat
      ? refusedFormat(hostsOf(address), error)
      : unusable(address, reasonOf(error), error);
  }
};

const createValkeyStore = (client: ValkeyClient, now: () => number): Store => {
  const closing = new AbortController();
  const underWay = new Set<Promise<unknown>>();

  let reconnected: Promise<unknown> | undefined;
  const untilReady = (): Promise<unknown> => {
    const signal = AbortSignal.any([AbortSignal.timeout(CONNECT_TIMEOUT), closing.signal]);
    reconnected ??= once(client, "ready", { signal }).finally(() => {
      reconnected = undefined;
    });
    return reconnected;
  };

  /** While the connection is away, a command waits for the next attempt to connect, and is only sent if that works. */
  const send = async <T>(effect: Effect, command: (client: ValkeyClient) => Promise<T>): Promise<T> => {
    let wasSent = false;
    try {
      if (client.status !== "ready") await untilReady();
      wasSent = true;
      return await command(client);
    } catch (error) {
      const failure = failureOf(error, effect, wasSent);
      if (failure === undefined) throw error;
      // Another node may have taken over from the one that is away.
      if ("refreshSlotsCache" in client) client.refreshSlotsCache();
      throw failure;
    }
  };

  const ask = async <T>(effect: Effect, command: (client: ValkeyClient) => Promise<T>): Promise<T> => {
    if (closing.signal.aborted) throw new Error("The store is closed.");
    const answer = send(effect, command);
    underWay.add(answer);
    try {
      return await answer;
    } finally {
      underWay.delete(answer);
    }
  };
  const read = <T>(command: (client: ValkeyClient) => Promise<T>): Promise<T> => ask("reads", command);
  const write = <T>(command: (client: ValkeyClient) => Promise<T>): Promise<T> => ask("writes", command);

  /** "" for none. Valkey lets a key live through its last millisecond, our contract ends it there. */
  const deadline = ({ expiresAt }: Expiry): number | "" => {
    if (expiresAt === undefined) return "";
    const ahead = now === Date.now ? 0 : now() - Date.now();
    return Math.ceil(expiresAt - ahead) - 1;
  };

  const get: Store["get"] = (key) => read(async (client) => decodeRecord(await client.hgetall(key)));

  const versionAt = async (key: string): Promise<number> => (await get(key))?.version ?? 0;

  return {
    warnings: [],
    get,
    // Sent without waiting for one another: one round trip, and in a cluster one per node.
    getMany: (keys) => Promise.all(keys.map(get)),

    async put(key, value, { ifVersion, evenIfFull = false, ...expiry } = {}) {
      const fields = encodeRecord(value);
      const script = evenIfFull ? "putRecordEvenIfFull" : "putRecord";
      try {
        const version = await write((client) => client[script](key, ifVersion ?? "", deadline(expiry), ...fields));
        return version ?? undefined;
      } catch (error) {
        // The server refused before it compared versions. A put that would have missed needs no room.
        const isMiss = ifVersion !== undefined && isRefusedByMaster(error) && (await versionAt(key)) !== ifVersion;
        if (isMiss) return undefined;
        throw error;
      }
    },

    delete: (key, { ifVersion } = {}) =>
      write(
        async (client) =>
          (await (ifVersion === undefined ? client.del(key) : client.deleteRecord(key, ifVersion))) === 1,
      ),

    add: (key, delta, expiry = {}) => write((client) => client.addToCounter(key, delta, deadline(expiry))),
    count: (key) => read(async (client) => Number(await client.get(key))),

    addMember: (key, member, expiry = {}) =>
      write(async (client) => (await client.addMember(key, member, deadline(expiry))) === 1),
    removeMember: (key, member) => write(async (client) => (await client.srem(key, member)) === 1),
    members: (key) => read((client) => client.smembers(key)),

    async append(key, items, { keep, ...expiry }) {
      await write((client) => client.appendToList(key, keep, deadline(expiry), ...items));
    },
    items: (key) => read((client) => client.lrange(key, 0, -1)),

    expire: (key, expiresAt) => write(async (client) => (await client.pexpireat(key, deadline({ expiresAt }))) === 1),

    async *scan(prefix) {
      const pattern = `${prefix.replace(/[\\*?[\]]/g, "\\$&")}*`;
      // SCAN may name a key twice, and a key that moves between nodes stands on two of them for a moment.
      const seen = new Set<string>();
      for (const node of await read(async (client) => masters(client))) {
        let cursor = "0";
        do {
          const [next, page] = await read(() => node.scan(cursor, "MATCH", pattern, "COUNT", SCAN_PAGE));
          for (const key of page) {
            if (!seen.has(key)) yield key;
            seen.add(key);
          }
          cursor = next;
        } while (cursor !== "0");
      }
    },

    async ping() {
      if (client.status !== "ready" && !closing.signal.aborted) throw storeDoesNotAnswer(false, client.status);
      await read((client) =>
        Promise.all(masters(client).map((node) => ("nodes" in client ? isWhole(node) : answers(node)))),
      );
    },

    async close() {
      // What waits for a connection need not wait for it any longer.
      closing.abort();
      await Promise.allSettled(underWay);
      client.disconnect();
    },
  };
};

type ValkeyClient = (Redis | Cluster) & Scripts;

const SCAN_PAGE = 1_000;

const connect = async (address: ValkeyAddress): Promise<ValkeyClient> => {
  const { Cluster, Redis } = await import("iovalkey");
  const { nodes, cluster, database } = address;
  const options: RedisOptions = {
    ...clientOptions(address),
    /*
     * Nothing is sent twice. Reads and `expire` could be, but a put with ifVersion that was carried out before the
     * connection broke would come back as a miss, and add, addMember, delete and append would count, answer or append
     * a second time. Only the caller knows how to go on, so a command that was under way fails at once (0 retries).
     */
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
  };
  const common = { lazyConnect: true, enableOfflineQueue: false, scripts };
  const client = cluster
    ? new Cluster([...nodes], {
        ...common,
        redisOptions: options,
        enableAutoPipelining: true,
        clusterRetryStrategy: reconnectDelay,
        // The cluster's own way of sending twice.
        retryDelayOnFailover: 0,
      })
    : new Redis({ ...options, ...common, ...nodes[0], db: database, retryStrategy: reconnectDelay });

  // `connect` only says that it failed; why comes as an event.
  let reason = "";
  client.on("error", (error: Error) => {
    reason = error.message;
  });
  try {
    await client.connect();
  } catch (error) {
    client.disconnect();
    throw unusable(address, reason || String(error), error);
  }
  return client as ValkeyClient;
};

const masters = (client: ValkeyClient): readonly Redis[] => ("nodes" in client ? client.nodes("master") : [client]);

/** A node of a cluster that is out of order still answers for itself. */
const isWhole = async (node: Redis): Promise<void> => {
  const state = /cluster_state:(\w+)/.exec(String(await node.cluster("INFO")))?.[1];
  if (state !== "ok") throw new Error(`The cluster's state is ${state}.`);
};

/** A server that cannot write to its disk refuses even a ping; it still answers reads. */
const answers = async (server: Redis): Promise<void> => {
  try {
    await server.ping();
  } catch (error) {
    if (!refusesWrites(error)) throw error;
  }
};

/** In a database that other programs use as well, their keys do not count. */
const holdsTaxiwayKeys = async (store: Store): Promise<boolean> => {
  for await (const key of store.scan("")) if (isTaxiwayKey(key)) return true;
  return false;
};

/** Said to the operator at start, who needs the server's own words. */
const reasonOf = (error: unknown): string => {
  const { cause, message } = error as Error;
  return (cause instanceof Error ? cause.message : message).replace(/\.$/, "");
};
