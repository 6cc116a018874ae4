import type { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { withTimeout } from "../../../model/with-timeout.ts";
import { type Outbound, OutboundError } from "../../../platform/outbound/outbound.ts";
import { cappedResponse } from "../../../platform/outbound/response-body.ts";

/** A connection to an MCP server of either protocol era. */
export interface McpConnection {
  readonly client: Client;
  /** An existing connection, whose session the server may have dropped. */
  readonly reused: boolean;
}

/** Keeps one connection, opened on demand and reopened after a failure. */
interface McpConnector {
  /** Rejects if connecting fails or the signal is aborted. */
  connection(signal: AbortSignal): Promise<McpConnection>;
  /** The next request opens a new connection. */
  drop(connection: McpConnection): void;
  close(): Promise<void>;
}

interface Opened {
  readonly client: Client;
  end(): Promise<void>;
}

export const CONNECT_MS = 5_000;
const TERMINATION_MS = 1_000;
const MOST_BYTES = 1_000_000;

interface McpConnectorOptions {
  readonly url: string;
  readonly outbound: Outbound;
  /** Taxiway's version, sent to the server. */
  readonly version: string;
}

export const createMcpConnector = ({ url, outbound, version }: McpConnectorOptions): McpConnector => {
  let current: Promise<Opened> | undefined;
  let connected: Client | undefined;
  const closing = new AbortController();

  const open = async (): Promise<Opened> => {
    const sdk = await import("@modelcontextprotocol/client");
    const client = new sdk.Client(
      { name: "taxiway", version },
      {
        versionNegotiation: { mode: "auto" },
        // There is no user to answer elicitations.
        inputRequired: { autoFulfill: false },
      },
    );
    const transport = new sdk.StreamableHTTPClientTransport(new URL(url), {
      fetch: guardedFetch(outbound, () => (connected === undefined ? closing.signal : undefined)),
    });
    failRequestsWithTheirStreams(transport);
    await client.connect(transport, { timeout: CONNECT_MS, signal: AbortSignal.timeout(CONNECT_MS) });
    return {
      client,
      async end() {
        await withTimeout(
          TERMINATION_MS,
          transport.terminateSession().catch(() => undefined),
          undefined,
        );
        await client.close().catch(() => undefined);
      },
    };
  };

  const connect = (): Promise<Opened> => {
    const mine = open();
    mine.then(
      ({ client }) => {
        if (current === mine) connected = client;
      },
      () => {
        if (current === mine) current = undefined;
      },
    );
    return mine;
  };

  const forget = async (opened: Promise<Opened> | undefined): Promise<void> => {
    current = undefined;
    connected = undefined;
    await opened?.then(({ end }) => end()).catch(() => undefined);
  };

  return {
    async connection(signal) {
      signal.throwIfAborted();
      closing.signal.throwIfAborted();
      const reused = connected !== undefined;
      current ??= connect();
      const { client } = await abortable(signal, current);
      return { client, reused };
    },
    drop({ client }) {
      if (connected === client) void forget(current);
    },
    async close() {
      const opened = current;
      const end = () => closing.abort(new OutboundError("cancelled", "The tool was removed."));
      if (connected === undefined) end();
      await forget(opened);
      end();
    },
  };
};

/** Rejects on abort without cancelling the shared work. */
const abortable = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const leave = (): void => reject(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });

const guardedFetch =
  (outbound: Outbound, closing: () => AbortSignal | undefined) =>
  async (url: string | URL, init?: RequestInit): Promise<Response> => {
    // No standing stream per server: tools are listed with every check instead.
    const isStandingStream = init?.method === "GET" && !new Headers(init.headers).has("last-event-id");
    if (isStandingStream) return new Response(null, { status: 405 });
    const giveUp = closing();
    const signal = init?.signal && giveUp ? AbortSignal.any([init.signal, giveUp]) : (init?.signal ?? null);
    return cappedResponse(await outbound.fetch(url, { ...init, signal }), MOST_BYTES);
  };

/**
 * Works around the SDK: when a request's stream ends without a response, it waits for its timeout; when a request of
 * the older protocol is cancelled, it leaves the stream open. Here the first rejects and the second ends the stream.
 */
const failRequestsWithTheirStreams = (transport: StreamableHTTPClientTransport): void => {
  const send = transport.send.bind(transport);
  const unanswered = new Map<unknown, AbortController>();

  /** Rejects if there will be no response; the response itself arrives elsewhere. */
  const follow = (id: number, ...[message, options = {}]: Parameters<typeof send>): Promise<void> =>
    new Promise((_, reject) => {
      const controller = new AbortController();
      unanswered.set(id, controller);
      const fail = (error: unknown): void => {
        if (unanswered.delete(id)) reject(error);
      };
      send(message, {
        ...options,
        requestSignal: options.requestSignal ?? controller.signal,
        onRequestStreamEnd: () => fail(new OutboundError("broken", "The response was cut off.", { sent: true })),
      }).catch(fail);
    });

  transport.onmessage = (message) => {
    if ("result" in message || "error" in message) unanswered.delete(message.id);
  };
  transport.send = async (message, options) => {
    // The era probe has an id of another type and is never cancelled.
    if (!Array.isArray(message) && "method" in message && "id" in message && typeof message.id === "number") {
      return follow(message.id, message, options);
    }
    await send(message, options);
    if (Array.isArray(message) || !("method" in message) || message.method !== "notifications/cancelled") return;
    const id = message.params?.["requestId"];
    unanswered.get(id)?.abort();
    unanswered.delete(id);
  };
};
