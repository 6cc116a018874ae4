import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { explainFailure } from "./explain-failure.ts";
import { OutboundError, type OutboundRequest } from "./outbound.ts";
import { readBody, tooLarge } from "./response-body.ts";

export interface PreparedRequest {
  readonly url: URL;
  readonly method: NonNullable<OutboundRequest["method"]>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
}

interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Decompressed. */
  readonly body: Buffer;
}

/** Ends a request. An AbortSignal would cost every request several times as much. */
export interface Deadline {
  /** Why the request must end; undefined as long as it may continue. */
  readonly reason: OutboundError | undefined;
  /** Called once, when there is a reason. */
  onEnd: ((reason: OutboundError) => void) | undefined;
}

/** Where the chunks of a body go. */
interface BodySink {
  add(chunk: Buffer): void;
  end(): void;
  fail(error: OutboundError): void;
}

/**
 * Sends one request and reads the response. Undici's own `request` cannot be aborted before the connection is made, and
 * does not report whether it was made.
 */
export const sendRequest = (
  dispatcher: Dispatcher,
  request: PreparedRequest,
  maxBytes: number,
  deadline: Deadline,
): Promise<RawResponse> =>
  new Promise((resolve, reject) => {
    let sent = false;
    let answered = false;
    let sink: BodySink | undefined;
    let controller: Dispatcher.DispatchController | undefined;

    const fail = (error: unknown) => {
      deadline.onEnd = undefined;
      const explained = explainFailure(error, { sent, answered });
      // A body without a sink cannot be decompressed, and has failed already.
      if (answered) sink?.fail(explained);
      else reject(explained);
    };
    if (deadline.reason !== undefined) return reject(deadline.reason);
    deadline.onEnd = (reason) => {
      fail(reason);
      controller?.abort(reason);
    };

    dispatcher.dispatch(
      {
        origin: request.url.origin,
        path: `${request.url.pathname}${request.url.search}`,
        method: request.method,
        headers: request.headers as Record<string, string>,
        body: request.body ?? null,
      },
      {
        onRequestStart(started) {
          controller = started;
          if (deadline.reason !== undefined) started.abort(deadline.reason);
          else sent = true;
        },
        onResponseStart(running, status, raw) {
          if (status < 200) return;
          answered = true;
          const headers = joined(raw);
          const hasBody = request.method !== "HEAD" && status !== 204 && status !== 304;
          const encoding = hasBody ? headers["content-encoding"] : undefined;
          const finish = (body: Buffer) => {
            deadline.onEnd = undefined;
            resolve({ status, headers, body });
          };
          const options = { running, maxBytes, finish, reject };
          sink = encoding === undefined ? plainBody(options) : compressedBody(encoding, options);
        },
        onResponseData: (_, chunk) => sink?.add(chunk),
        onResponseEnd: () => sink?.end(),
        onResponseError: (_, error) => fail(error),
      },
    );
  });

interface BodyOptions {
  readonly running: Dispatcher.DispatchController;
  readonly maxBytes: number;
  readonly finish: (body: Buffer) => void;
  readonly reject: (error: unknown) => void;
}

/** Collects the chunks as they come: a stream would cost more than all other work for a short body. */
const plainBody = ({ running, maxBytes, finish, reject }: BodyOptions): BodySink => {
  const chunks: Buffer[] = [];
  let size = 0;
  return {
    add(chunk) {
      size += chunk.length;
      if (size > maxBytes) {
        const error = tooLarge(maxBytes);
        reject(error);
        running.abort(error);
      } else chunks.push(chunk);
    },
    end: () => finish(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size)),
    fail: reject,
  };
};

const compressedBody = (encoding: string, { running, maxBytes, finish, reject }: BodyOptions): BodySink => {
  const body = new Readable({
    read: () => running.resume(),
    destroy(error, done) {
      if (!body.readableEnded)
        running.abort(error ?? new OutboundError("cancelled", "The response is no longer read."));
      done(error);
    },
  });
  // The body may fail before a reader is attached; the reader still gets the error.
  body.on("error", () => {});
  readBody(body, encoding, maxBytes).then(finish, reject);
  return {
    add(chunk) {
      if (!body.push(chunk)) running.pause();
    },
    end: () => body.push(null),
    fail: (error) => body.destroy(error),
  };
};

/** Undici's names are in lower case. */
const joined = (headers: NodeJS.Dict<string | string[]>): Record<string, string> => {
  const texts: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    const value = headers[name] ?? "";
    texts[name] = typeof value === "string" ? value : value.join(", ");
  }
  return texts;
};

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Headers that other origins may see. Any other header may be a credential. */
const SAFE_HEADERS: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "accept-language",
  "content-type",
  "user-agent",
]);

export const isRedirect = (status: number): boolean => REDIRECTS.has(status);

/** Returns the target of a redirect; undefined if the response is not one. */
export const redirectTarget = (status: number, location: string | undefined, from: URL): URL | undefined => {
  if (!isRedirect(status) || location === undefined) return undefined;
  if (!URL.canParse(location, from.href))
    throw new OutboundError("broken", "The response redirects to an invalid address.", { sent: true });
  return new URL(location, from);
};

/** Prepares the request to a redirect's target, which may be another origin. */
export const redirectRequest = (
  { url, method, headers, body }: PreparedRequest,
  status: number,
  to: URL,
): PreparedRequest => {
  const becomesGet = status === 303 ? method !== "HEAD" : method === "POST" && (status === 301 || status === 302);
  const kept = Object.entries(headers).filter(([name]) => {
    const lower = name.toLowerCase();
    if (becomesGet && lower.startsWith("content-")) return false;
    return to.origin === url.origin || SAFE_HEADERS.has(lower);
  });
  return {
    url: to,
    method: becomesGet ? "GET" : method,
    headers: Object.fromEntries(kept),
    body: becomesGet ? undefined : body,
  };
};
