import { lookup as lookUp } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import type { Agent } from "undici";
import { withTimeout } from "../../model/with-timeout.ts";
import { isPublicAddress } from "./address-ranges.ts";
import { allowedFor, createAllowance, PURPOSES, type Purpose } from "./allowance.ts";
import { explainFailure, wasNeverConnected } from "./explain-failure.ts";
import { createGuard, type Guard, type Lookup, portOf } from "./guard.ts";
import { type Outbound, OutboundError, type OutboundRequest, type OutboundResponse } from "./outbound.ts";
import { ACCEPTED_ENCODINGS, cappedResponse } from "./response-body.ts";
import {
  type Deadline,
  isRedirect,
  type PreparedRequest,
  redirectRequest,
  redirectTarget,
  sendRequest,
} from "./send-request.ts";

interface OutboundSettings {
  /** Non-public hosts, addresses and networks that may be called. */
  readonly allow: readonly string[];
  /** Named in the hint for the operator when an address is refused. */
  readonly purpose?: Purpose;
  /** Resolves a host name to all its addresses. */
  readonly lookup?: Lookup;
  /** Limit of a fetched body, or of one event of a stream; default 16 MB. */
  readonly fetchMaxBytes?: number;
}

interface Connector {
  readonly guard: Guard;
  readonly agent: Agent;
  readonly fetch: (url: URL, init: object) => Promise<Response>;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1_048_576;
const FETCH_MAX_BYTES = 16 * 1_048_576;
const POOL = {
  connections: 64,
  maxOrigins: 512,
  connectTimeout: 10_000,
  keepAliveTimeout: 4_000,
  keepAliveMaxTimeout: 30_000,
  /** Streams may be silent for long; `request` has its own deadline. */
  bodyTimeout: 0,
};

export const createOutbound = (settings: OutboundSettings): Outbound => {
  const { allow, purpose, lookup = systemLookup, fetchMaxBytes = FETCH_MAX_BYTES } = settings;
  const allowance = createAllowance(allow);
  let started: Promise<Connector> | undefined;
  let isClosed = false;

  const start = async (): Promise<Connector> => {
    const [{ Agent, Pool, fetch }, { default: ipaddr }] = await Promise.all([import("undici"), import("ipaddr.js")]);
    const isPublic = (address: string) => isPublicAddress(ipaddr, address);
    const guard = createGuard({ allowance, isPublic, lookup, purpose });
    const agent = new Agent({
      ...POOL,
      factory: (origin, options) => new Pool(origin, { ...options, connect: { lookup: checkedLookup(guard, origin) } }),
    });
    return { guard, agent, fetch: fetch as unknown as Connector["fetch"] };
  };
  /** Undici and ipaddr.js are only loaded for the first call. */
  const connector = async (): Promise<Connector> => {
    if (isClosed) throw new OutboundError("cancelled", "The server is stopping.");
    started ??= start();
    return started;
  };

  const follow = async (
    { guard, agent }: Connector,
    first: PreparedRequest,
    options: OutboundRequest,
    deadline: Deadline,
  ): Promise<OutboundResponse> => {
    const { maxBytes = MAX_BYTES, redirects = 0 } = options;
    let request = first;
    let hops = 0;
    try {
      for (;;) {
        const { status, headers, body } = await sendRequest(agent, request, maxBytes, deadline);
        const next = redirectTarget(status, headers["location"], request.url);
        if (next === undefined) return { status, headers, body, url: request.url.href };
        hops++;
        if (hops > redirects) throw new OutboundError("broken", redirectProblem(redirects));
        request = redirectRequest(request, status, guard.urlOf(next));
      }
    } catch (error) {
      throw hops === 0 ? error : explainFailure(error, { sent: true, answered: true });
    }
  };

  return {
    async request(url, options = {}) {
      const ready = await connector();
      const request: PreparedRequest = {
        // The URL is not changed before it is sent: nothing is awaited until then.
        url: ready.guard.urlOf(url),
        method: options.method ?? "GET",
        headers: { "accept-encoding": ACCEPTED_ENCODINGS, ...options.headers },
        body: options.body,
      };
      const deadline = createDeadline(options.timeoutMs ?? TIMEOUT_MS, options.signal);
      try {
        return await follow(ready, request, options, deadline);
      } finally {
        deadline.stop();
      }
    },

    async fetch(input, init) {
      const { guard, agent, fetch } = await connector();
      const { url, ...about } = input instanceof Request ? partsOf(input) : { url: input };
      const target = guard.urlOf(url);
      const wanted = init?.signal ?? ("signal" in about ? about.signal : undefined);
      const response = await fetch(target, { ...about, ...init, redirect: "manual", dispatcher: agent }).catch(
        (error: unknown) => {
          if (wanted?.aborted) throw error;
          const cause = (error as Error).cause ?? error;
          throw explainFailure(cause, { sent: !wasNeverConnected(cause), answered: false });
        },
      );
      if (!isRedirect(response.status)) return cappedResponse(response, fetchMaxBytes);
      await response.body?.cancel();
      throw new OutboundError("broken", redirectProblem(0), { sent: true });
    },

    async problemOf(url) {
      const { guard } = await connector();
      return withTimeout(TIMEOUT_MS, problemFound(guard, url), undefined);
    },

    async close() {
      isClosed = true;
      await (await started)?.agent.destroy();
    },
  };
};

/** Makes undici connect only to addresses that the guard has checked. */
const checkedLookup = (guard: Guard, origin: string | URL): LookupFunction => {
  const port = portOf(new URL(origin));
  return (hostname, { all }, callback) => {
    guard.addressesOf(hostname, port).then(
      (addresses) => {
        if (all) callback(null, [...addresses]);
        else callback(null, addresses[0]?.address ?? "", addresses[0]?.family);
      },
      (error: Error) => callback(error, ""),
    );
  };
};

/** A host that does not exist may be called, so it is not reported. */
const problemFound = async (guard: Guard, url: string): Promise<OutboundError | undefined> => {
  try {
    await guard.check(url);
    return undefined;
  } catch (error) {
    return error instanceof OutboundError && error.reason === "refused" ? error : undefined;
  }
};

const systemLookup: Lookup = (hostname) => lookUp(hostname, { all: true });

const partsOf = ({ url, method, headers, body, signal }: Request) => ({
  url,
  method,
  headers,
  signal,
  ...(body !== null && { body, duplex: "half" }),
});

const redirectProblem = (redirects: number): string =>
  redirects === 0
    ? "The response is a redirect, which is not allowed."
    : `There were more than ${redirects} redirects.`;

/** Ends a request with an OutboundError on a timeout, or when the caller's signal is aborted. */
const createDeadline = (timeoutMs: number, wanted: AbortSignal | undefined) => {
  const end = (reason: OutboundError) => {
    if (deadline.reason !== undefined) return;
    deadline.reason = reason;
    deadline.onEnd?.(reason);
  };
  const cancel = () => end(new OutboundError("cancelled", "The request was cancelled."));
  const late = () => end(new OutboundError("timeout", `The response was not complete within ${timeoutMs} ms.`));
  const deadline = {
    reason: undefined as OutboundError | undefined,
    onEnd: undefined as Deadline["onEnd"],
    stop() {
      clearTimeout(timer);
      wanted?.removeEventListener("abort", cancel);
    },
  } satisfies Deadline & { stop(): void };
  // After a stall of this process, timers fire before sockets are read. A response that already arrived is read first.
  const timer = setTimeout(() => setImmediate(late), timeoutMs);
  if (wanted?.aborted) cancel();
  else wanted?.addEventListener("abort", cancel, { once: true });
  return deadline;
};

/** Purposes whose address comes from a setting, which need no entry of TAXIWAY_OUTBOUND_ALLOW. */
const CONFIGURED = ["search", "flights", "proposals", "issuer"] as const;
type AnyPurpose = Purpose | (typeof CONFIGURED)[number];

/** An HTTP client for each purpose: an address allowed for one purpose is not allowed for the others. */
export interface Outbounds extends Readonly<Record<AnyPurpose, Outbound>> {
  close(): Promise<void>;
}

export interface OutboundsOptions {
  /** Entries of TAXIWAY_OUTBOUND_ALLOW. */
  readonly allow: readonly string[];
  /** URLs from settings, by purpose. */
  readonly named: Readonly<Partial<Record<AnyPurpose, readonly (string | undefined)[]>>>;
}

export const createOutbounds = ({ allow, named }: OutboundsOptions): Outbounds => {
  const namedFor = (purpose: AnyPurpose) =>
    (named[purpose] ?? []).filter((url) => url !== undefined).map((url) => hostAndPort(new URL(url)));
  const ways = Object.fromEntries([
    ...PURPOSES.map((purpose) => [
      purpose,
      createOutbound({ allow: [...allowedFor(purpose, allow), ...namedFor(purpose)], purpose }),
    ]),
    ...CONFIGURED.map((purpose) => [purpose, createOutbound({ allow: namedFor(purpose) })]),
  ]) as Record<AnyPurpose, Outbound>;
  return {
    ...ways,
    async close() {
      await Promise.all(Object.values(ways).map((way) => way.close()));
    },
  };
};

const hostAndPort = ({ hostname, port, protocol }: URL): string =>
  `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
