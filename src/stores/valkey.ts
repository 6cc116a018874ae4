import { once } from "node:events";
import type { Cluster, ClusterOptions, Redis, RedisOptions } from "iovalkey";
import { Failure } from "../model/failure.ts";
import type { Expiry, Store } from "./store.ts";
import { decodeRecord, encodeRecord } from "./valkey-record.ts";
import { type Scripts, scripts } from "./valkey-scripts.ts";
import type { ValkeyAddress } from "./valkey-url.ts";

export interface ValkeyOptions {
  readonly address: ValkeyAddress;
  /**
   * The clock in which callers say `expiresAt`. Expiry itself is the server's work and runs with real time: with a
   * configured clock an entry lives as long as it would have, measured from now.
   */
  readonly now?: () => number;
}

/**
 * For several machines: one Valkey server or a cluster. `durable` is as good as the server's own promise, which takes
 * `appendfsync always`.
 */
export const openValkeyStore = async ({ address, now = Date.now }: ValkeyOptions): Promise<Store> => {
  const client = await connect(address);

  let closed = false;
  const underWay = new Set<Promise<unknown>>();

  let reconnected: Promise<unknown> | undefined;
  const untilReady = (): Promise<unknown> => {
    const signal = AbortSignal.timeout(CONNECT_TIMEOUT);
    reconnected ??= once(client, "ready", { signal }).finally(() => {
      reconnected = undefined;
    });
    return reconnected;
  };

  /** While the connection is away, a command waits for the next attempt to connect, and is only sent if that works. */
  const send = async <T>(command: (client: ValkeyClient) => Promise<T>): Promise<T> => {
    try {
      if (client.status !== "ready") await untilReady();
      return await command(client);
    } catch (error) {
      if (isDefect(error)) throw error;
      // Another node may have taken over from the one that is away.
      if ("refreshSlotsCache" in client) client.refreshSlotsCache();
      throw unavailable("The store does not answer; what was under way may or may not be done.", error);
    }
  };

  const ask = async <T>(command: (client: ValkeyClient) => Promise<T>): Promise<T> => {
    if (closed) throw new Error("The store is closed.");
    const answer = send(command);
    underWay.add(answer);
    try {
      return await answer;
    } finally {
      underWay.delete(answer);
    }
  };

  /** "" for none. Valkey lets a key live through its last millisecond, our contract ends it there. */
  const deadline = ({ expiresAt }: Expiry): number | "" => {
    if (expiresAt === undefined) return "";
    const ahead = now === Date.now ? 0 : now() - Date.now();
    return Math.ceil(expiresAt - ahead) - 1;
  };

  const get: Store["get"] = (key) => ask(async (client) => decodeRecord(await client.hgetall(key)));

  return {
    get,
    // Sent without waiting for one another: one round trip, and in a cluster one per node.
    getMany: (keys) => Promise.all(keys.map(get)),

    async put(key, value, { ifVersion, ...expiry } = {}) {
      const fields = encodeRecord(value);
      const version = await ask((client) => client.putRecord(key, ifVersion ?? "", deadline(expiry), ...fields));
      return version ?? undefined;
    },

    delete: (key, { ifVersion } = {}) =>
      ask(
        async (client) =>
          (await (ifVersion === undefined ? client.del(key) : client.deleteRecord(key, ifVersion))) === 1,
      ),

    add: (key, delta, expiry = {}) => ask((client) => client.addToCounter(key, delta, deadline(expiry))),
    count: (key) => ask(async (client) => Number(await client.get(key))),

    addMember: (key, member, expiry = {}) =>
      ask(async (client) => (await client.addMember(key, member, deadline(expiry))) === 1),
    removeMember: (key, member) => ask(async (client) => (await client.srem(key, member)) === 1),
    members: (key) => ask((client) => client.smembers(key)),

    async append(key, items, { keep, ...expiry }) {
      await ask((client) => client.appendToList(key, keep, deadline(expiry), ...items));
    },
    items: (key) => ask((client) => client.lrange(key, 0, -1)),

    expire: (key, expiresAt) => ask(async (client) => (await client.pexpireat(key, deadline({ expiresAt }))) === 1),

    async *scan(prefix) {
      const pattern = `${prefix.replace(/[\\*?[\]]/g, "\\$&")}*`;
      // SCAN may name a key twice, and a key that moves between nodes stands on two of them for a moment.
      const seen = new Set<string>();
      for (const node of await ask(async (client) => masters(client))) {
        let cursor = "0";
        do {
          const [next, page] = await ask(() => node.scan(cursor, "MATCH", pattern, "COUNT", SCAN_PAGE));
          for (const key of page) {
            if (!seen.has(key)) yield key;
            seen.add(key);
          }
          cursor = next;
        } while (cursor !== "0");
      }
    },

    async ping() {
      await ask((client) => Promise.all(masters(client).map((node) => node.ping())));
    },

    async close() {
      if (closed) return;
      closed = true;
      await Promise.allSettled(underWay);
      // Without a connection there is nobody to say goodbye to, only the attempts to reconnect to end.
      if (client.status === "ready") await client.quit().catch(() => undefined);
      client.disconnect();
    },
  };
};

type ValkeyClient = (Redis | Cluster) & Scripts;

const CONNECT_TIMEOUT = 2_000;
const COMMAND_TIMEOUT = 5_000;
const SCAN_PAGE = 1_000;

const connect = async ({ nodes, cluster, tls, database, ...login }: ValkeyAddress): Promise<ValkeyClient> => {
  const { Cluster, Redis } = await import("iovalkey");
  const options: RedisOptions = {
    ...login,
    ...(tls && { tls: {} }),
    connectionName: "taxiway",
    connectTimeout: CONNECT_TIMEOUT,
    commandTimeout: COMMAND_TIMEOUT,
    /*
     * Nothing is sent twice. Reads and `expire` could be, but a put with ifVersion that was carried out before the
     * connection broke would come back as a miss, and add, addMember, delete and append would count, answer or append
     * a second time. Only the caller knows how to go on, so a command that was under way fails at once (0 retries).
     */
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
  };
  const clusterOptions: ClusterOptions = {
    redisOptions: options,
    enableAutoPipelining: true,
    // The cluster's own way of sending twice.
    retryDelayOnFailover: 0,
  };
  const common = { lazyConnect: true, enableOfflineQueue: false, scripts };
  const client = cluster
    ? new Cluster([...nodes], { ...clusterOptions, ...common })
    : new Redis({ ...options, ...common, ...nodes[0], db: database });

  // `connect` only says that it failed; why comes as an event.
  let reason = "";
  client.on("error", (error: Error) => {
    reason = error.message;
  });
  try {
    await client.connect();
  } catch (error) {
    client.disconnect();
    const where = nodes.map(({ host, port }) => `${host}:${port}`).join(", ");
    throw unavailable(`Valkey at ${where} cannot be used: ${reason || String(error)}.`, error);
  }
  return client as ValkeyClient;
};

const masters = (client: ValkeyClient): readonly Redis[] => ("nodes" in client ? client.nodes("master") : [client]);

/** The server's "no", except where it says that it cannot serve anybody just now. */
const isDefect = (error: unknown): boolean =>
  error instanceof Error &&
  error.name === "ReplyError" &&
  !/^(?:LOADING|CLUSTERDOWN|TRYAGAIN|MASTERDOWN|READONLY|BUSY|OOM|MISCONF|NOREPLICAS)\b/.test(error.message);

const unavailable = (message: string, cause: unknown): Failure =>
  new Failure("unavailable", message, { hint: "Try again in a moment.", retryable: true }, { cause });
