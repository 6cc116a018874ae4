import type { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { within } from "../../../model/within.ts";
import { type Outbound, OutboundError } from "../../../platform/outbound/outbound.ts";
import { cappedResponse } from "../../../platform/outbound/response-body.ts";

/** To an MCP server of either era. */
export interface McpConnection {
  readonly client: Client;
  /** It was there before anybody asked for it this time: what it knows of the server may be out of date. */
  readonly kept: boolean;
}

/** One connection at a time, made when it is needed and made anew when it broke. */
export interface McpConnector {
  /** Rejects with whatever went wrong, or with what the signal was aborted with. */
  connection(signal: AbortSignal): Promise<McpConnection>;
  /** The next one who asks gets a new one. */
  drop(connection: McpConnection): void;
  close(): Promise<void>;
}

interface Opened {
  readonly client: Client;
  end(): Promise<void>;
}

export const CONNECT_MS = 5_000;
const FAREWELL_MS = 1_000;
const MOST_BYTES = 1_000_000;

export interface McpConnectorOptions {
  readonly url: string;
  readonly outbound: Outbound;
  /** Of Taxiway, as the server is told. */
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
        // Nobody is there whom it could ask.
        inputRequired: { autoFulfill: false },
      },
    );
    const transport = new sdk.StreamableHTTPClientTransport(new URL(url), {
      fetch: guardedFetch(outbound, () => (connected === undefined ? closing.signal : undefined)),
    });
    endWithTheirStreams(transport);
    await client.connect(transport, { timeout: CONNECT_MS, signal: AbortSignal.timeout(CONNECT_MS) });
    return {
      client,
      async end() {
        await within(
          FAREWELL_MS,
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
      const kept = connected !== undefined;
      current ??= connect();
      const { client } = await unless(signal, current);
      return { client, kept };
    },
    drop({ client }) {
      if (connected === client) void forget(current);
    },
    async close() {
      const opened = current;
      const end = () => closing.abort(new OutboundError("cancelled", "The tool is no longer in operation."));
      if (connected === undefined) end();
      await forget(opened);
      end();
    },
  };
};

/** Whoever leaves early leaves the work to those who still wait for it. */
const unless = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const leave = (): void => reject(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });

const guardedFetch =
  (outbound: Outbound, closing: () => AbortSignal | undefined) =>
  async (url: string | URL, init?: RequestInit): Promise<Response> => {
    // No stream is kept open for news: they are asked for with every check, and two hundred tools need no sockets.
    const isStandingStream = init?.method === "GET" && !new Headers(init.headers).has("last-event-id");
    if (isStandingStream) return new Response(null, { status: 405 });
    const giveUp = closing();
    const signal = init?.signal && giveUp ? AbortSignal.any([init.signal, giveUp]) : (init?.signal ?? null);
    return cappedResponse(await outbound.fetch(url, { ...init, signal }), MOST_BYTES);
  };

/**
 * The SDK waits out its timeout when the stream of a request ends without an answer, and leaves that stream open when a
 * request of the older protocol is cancelled. Here the first fails the request, and the second ends the stream.
 */
const endWithTheirStreams = (transport: StreamableHTTPClientTransport): void => {
  const send = transport.send.bind(transport);
  const unanswered = new Map<unknown, AbortController>();

  /** Rejects when there will be no answer; the answer itself takes another way. */
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
        onRequestStreamEnd: () => fail(new OutboundError("broken", "The answer was cut off.", { sent: true })),
      }).catch(fail);
    });

  transport.onmessage = (message) => {
    if ("result" in message || "error" in message) unanswered.delete(message.id);
  };
  transport.send = async (message, options) => {
    // The probe for the era has an id of another type: nobody cancels that.
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
