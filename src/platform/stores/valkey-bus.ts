import { setTimeout as sleep } from "node:timers/promises";
import type { Redis } from "iovalkey";
import type { Log } from "../../model/log.ts";
import type { Bus } from "./bus.ts";
import { createLocalBus } from "./local-bus.ts";
import { clientOptions, reconnectDelay, unusable, type ValkeyAddress } from "./valkey-url.ts";

const CHANNEL = "taxiway:news";
const PING_EVERY = 3_000;

/**
 * A bus between nodes on one Valkey server or cluster. A Valkey cluster broadcasts messages to all its nodes, so one
 * connection to publish and one to subscribe are enough.
 */
export const openValkeyBus = async ({
  address,
  log,
}: {
  readonly address: ValkeyAddress;
  readonly log?: Log;
}): Promise<Bus> => {
  const publisher = keepConnected(address, { log, prepare: async () => undefined });
  const local = createLocalBus({
    log,
    // Messages are dropped while the connection is down.
    send: (news) => void publisher.client()?.publish(CHANNEL, JSON.stringify(news)).catch(ignore),
  });
  const subscriber = keepConnected(address, {
    log,
    async prepare(client) {
      client.on("message", (_channel: string, text: string) => local.receive(parse(text)));
      await client.subscribe(CHANNEL);
    },
  });

  const close = async (): Promise<void> => {
    await local.close();
    await Promise.all([publisher.close(), subscriber.close()]);
  };
  try {
    await Promise.all([publisher.connected, subscriber.connected]);
  } catch (error) {
    await close();
    throw error;
  }
  return { ...local, close };
};

interface KeptConnection {
  /** Undefined while disconnected. */
  client(): Redis | undefined;
  /** Rejects if the first attempt fails on all hosts. Later attempts are repeated forever. */
  readonly connected: Promise<void>;
  close(): Promise<void>;
}

/** Maintains a connection to any one of the hosts; when it breaks, connects to the next. */
const keepConnected = (
  address: ValkeyAddress,
  { prepare, log }: { prepare(client: Redis): Promise<unknown>; readonly log?: Log | undefined },
): KeptConnection => {
  const closing = new AbortController();
  const hosts = new Map(address.nodes.map((node) => [`${node.host}:${node.port}`, node]));
  let ready: Redis | undefined;
  const { promise: connected, resolve, reject } = withResolvers();
  // Prevents an unhandled rejection before the caller awaits the promise.
  connected.catch(ignore);

  const stayOn = async (host: { readonly host: string; readonly port: number }): Promise<void> => {
    const { Redis } = await import("iovalkey");
    const client = new Redis({ ...clientOptions(address), ...host, retryStrategy: () => null });
    const ended = new Promise<void>((over) => client.once("end", () => over()));
    let reason: unknown;
    client.on("error", (error: Error) => {
      reason = error;
    });
    const leave = (): void => client.disconnect();
    closing.signal.addEventListener("abort", leave);
    try {
      await client.connect();
      if (address.cluster) for (const node of await otherHosts(client)) hosts.set(`${node.host}:${node.port}`, node);
      await prepare(client);
      ready = client;
      resolve();
      await Promise.race([ended, pingForEver(client, closing.signal)]);
    } catch (error) {
      throw reason ?? error;
    } finally {
      closing.signal.removeEventListener("abort", leave);
      ready = undefined;
      client.disconnect();
    }
  };

  const stay = async (): Promise<void> => {
    for (let attempt = 0; !closing.signal.aborted; attempt++) {
      const candidates = [...hosts.values()];
      const host = candidates[attempt % candidates.length];
      const before = performance.now();
      try {
        if (host) await stayOn(host);
      } catch (error) {
        log?.debug("bus disconnected", { error: String(error) });
        if (attempt + 1 >= candidates.length) reject(unusable(address, message(error), error));
      }
      if (performance.now() - before > PING_EVERY) attempt = 0;
      await sleep(reconnectDelay(attempt), undefined, { signal: closing.signal }).catch(ignore);
    }
  };
  const stayed = stay();

  return {
    client: () => ready,
    connected,
    async close() {
      closing.abort();
      await stayed;
    },
  };
};

/** Returns the other hosts of a cluster, which the address need not list completely. */
const otherHosts = async (client: Redis): Promise<readonly { host: string; port: number }[]> => {
  const slots = (await client.cluster("SLOTS")) as [number, number, ...[string, number, ...unknown[]][]][];
  // A node that does not know its own name yet returns an empty one.
  return slots.flatMap(([, , ...nodes]) => nodes.filter(([host]) => host).map(([host, port]) => ({ host, port })));
};

/** A subscriber sends nothing else, so without pings it would not notice an unresponsive host. */
const pingForEver = async (client: Redis, signal: AbortSignal): Promise<void> => {
  while (client.status === "ready") {
    await sleep(PING_EVERY, undefined, { signal, ref: false }).catch(ignore);
    if (client.status === "ready" && !signal.aborted) await client.ping();
    if (signal.aborted) return;
  }
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const ignore = (): void => undefined;

const withResolvers = (): { promise: Promise<void>; resolve: () => void; reject: (reason: unknown) => void } => {
  let resolve: () => void = ignore;
  let reject: (reason: unknown) => void = ignore;
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
};
