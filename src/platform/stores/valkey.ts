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

interface ValkeyOptions {
  readonly address: ValkeyAddress;
  /** The configured clock, used for `expiresAt`. The server expires entries in real time. */
  readonly now?: () => number;
  readonly log?: Log | undefined;
}

/**
 * Opens a store for several machines on a Valkey server or cluster. `durable` requires `appendfsync always` on the server;
 * `warnings` reports settings that weaken it.
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

  /** While disconnected, a command waits for the next connection attempt, and is only sent if that succeeds. */
  const send = async <T>(effect: Effect, command: (client: ValkeyClient) => Promise<T>): Promise<T> => {
    let wasSent = false;
    try {
      if (client.status !== "ready") await untilReady();
      wasSent = true;
      return await command(client);
    } catch (error) {
      const failure = failureOf(error, effect, wasSent);
      if (failure === undefined) throw error;
      // Another node may have replaced the one that is down.
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

  /** Returns "" for none. Valkey keeps a key during its last millisecond; the store contract does not. */
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
    // Sent in parallel: one round trip, or one per node of a cluster.
    getMany: (keys) => Promise.all(keys.map(get)),

    async put(key, value, { ifVersion, evenIfFull = false, ...expiry } = {}) {
      const fields = encodeRecord(value);
      const script = evenIfFull ? "putRecordEvenIfFull" : "putRecord";
      try {
        const version = await write((client) => client[script](key, ifVersion ?? "", deadline(expiry), ...fields));
        return version ?? undefined;
      } catch (error) {
        // The server rejected the put before it compared versions. A put that would have missed needs no space.
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
      // SCAN may return a key twice, and a key that moves between nodes is briefly on both.
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
      // Ends the wait of commands for a connection.
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
     * Commands are never sent twice: a put with ifVersion that was executed before the connection broke would be reported
     * as a miss, and add, addMember, delete and append would be executed twice. Only the caller can decide about a retry,
     * so a running command fails at once.
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
        // Disables the retries of the cluster client.
        retryDelayOnFailover: 0,
      })
    : new Redis({ ...options, ...common, ...nodes[0], db: database, retryStrategy: reconnectDelay });

  // `connect` rejects without a reason, which is in an event.
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

/** Checks the state of the cluster: a node responds even if its cluster is down. */
const isWhole = async (node: Redis): Promise<void> => {
  const state = /cluster_state:(\w+)/.exec(String(await node.cluster("INFO")))?.[1];
  if (state !== "ok") throw new Error(`The cluster's state is ${state}.`);
};

/** A server that cannot write to its disk rejects even pings, but still serves reads. */
const answers = async (server: Redis): Promise<void> => {
  try {
    await server.ping();
  } catch (error) {
    if (!refusesWrites(error)) throw error;
  }
};

/** Ignores keys of other programs in the same database. */
const holdsTaxiwayKeys = async (store: Store): Promise<boolean> => {
  for await (const key of store.scan("")) if (isTaxiwayKey(key)) return true;
  return false;
};

/** Returns the server's own message, for the operator. */
const reasonOf = (error: unknown): string => {
  const { cause, message } = error as Error;
  return (cause instanceof Error ? cause.message : message).replace(/\.$/, "");
};
