import { setTimeout as sleep } from "node:timers/promises";
import type { Redis } from "iovalkey";
import type { Log } from "../../model/log.ts";
import type { Bus } from "./bus.ts";
import { createBusListeners } from "./local-bus.ts";
import { clientOptions, reconnectDelay, unusable, type ValkeyAddress } from "./valkey-url.ts";

const CHANNEL = "taxiway:news";
const PING_EVERY = 3_000;

/**
 * Between any number of nodes on one Valkey server or cluster. Every node of a cluster hears what is published on any
 * other, so one connection to listen and one to speak are enough there too.
 */
export const openValkeyBus = async ({
  address,
  log,
}: {
  readonly address: ValkeyAddress;
  readonly log?: Log;
}): Promise<Bus> => {
  const speaker = keepConnected(address, { log, prepare: async () => undefined });
  const listeners = createBusListeners({
    // Who speaks while the connection is away is not heard.
    send: (news) => void speaker.client()?.publish(CHANNEL, JSON.stringify(news)).catch(ignore),
    log,
  });
  const listener = keepConnected(address, {
    log,
    async prepare(client) {
      client.on("message", (_channel: string, text: string) => listeners.receive(parse(text)));
      await client.subscribe(CHANNEL);
    },
  });

  let closed = false;
  const close = async (): Promise<void> => {
    closed = true;
    await Promise.all([speaker.close(), listener.close()]);
  };
  try {
    await Promise.all([speaker.connected, listener.connected]);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    publish(topic, body) {
      if (!closed) listeners.publish(topic, body);
    },
    listen: listeners.listen,
    close,
  };
};

interface KeptConnection {
  /** Undefined while it is away. */
  client(): Redis | undefined;
  /** Rejects when the first round over all hosts fails; later ones are tried for ever. */
  readonly connected: Promise<void>;
  close(): Promise<void>;
}

/** One connection to whichever host answers, made anew when it breaks, on the next host if there are several. */
const keepConnected = (
  address: ValkeyAddress,
  { prepare, log }: { prepare(client: Redis): Promise<unknown>; readonly log?: Log | undefined },
): KeptConnection => {
  const closing = new AbortController();
  const hosts = new Map(address.nodes.map((node) => [`${node.host}:${node.port}`, node]));
  let ready: Redis | undefined;
  const { promise: connected, resolve, reject } = withResolvers();
  // Whoever opens the bus awaits it; this keeps a refusal from counting as unheard before they do.
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
        log?.debug("the bus is away", { error: String(error) });
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

/** Where to go when this host is gone; a cluster need not have been named whole. */
const otherHosts = async (client: Redis): Promise<readonly { host: string; port: number }[]> => {
  const slots = (await client.cluster("SLOTS")) as [number, number, ...[string, number, ...unknown[]][]][];
  // A node that does not know its own name yet gives none.
  return slots.flatMap(([, , ...nodes]) => nodes.filter(([host]) => host).map(([host, port]) => ({ host, port })));
};

/** A listener never sends anything, so that it would not notice a host that went silent. */
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
