import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { explainFailure } from "./explain-failure.ts";
import { OutboundError, type OutboundRequest } from "./outbound.ts";

export interface PreparedRequest {
  readonly url: URL;
  readonly method: NonNullable<OutboundRequest["method"]>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
}

interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Still compressed. Fails with an OutboundError. */
  readonly body: Readable;
}

/**
 * Sends one request. Undici's own `request` cannot be aborted before the connection is made, and does not report whether
 * it was made.
 */
export const sendRequest = (
  dispatcher: Dispatcher,
  request: PreparedRequest,
  signal: AbortSignal,
): Promise<RawResponse> =>
  new Promise((resolve, reject) => {
    let sent = false;
    let body: Readable | undefined;
    let controller: Dispatcher.DispatchController | undefined;

    const fail = (error: unknown) => {
      signal.removeEventListener("abort", abort);
      const explained = explainFailure(error, { sent, answered: body !== undefined });
      if (body === undefined) reject(explained);
      else body.destroy(explained);
    };
    const abort = () => {
      fail(signal.reason);
      controller?.abort(signal.reason);
    };
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener("abort", abort);

    dispatcher.dispatch(
      {
        origin: request.url.origin,
        path: `${request.url.pathname}${request.url.search}`,
        method: request.method,
        headers: { ...request.headers },
        body: request.body ?? null,
      },
      {
        onRequestStart(started) {
          controller = started;
          if (signal.aborted) started.abort(signal.reason);
          else sent = true;
        },
        onResponseStart(running, status, headers) {
          if (status < 200) return;
          body = new Readable({
            read: () => running.resume(),
            destroy(error, done) {
              signal.removeEventListener("abort", abort);
              if (!body?.readableEnded)
                running.abort(error ?? new OutboundError("cancelled", "The response is no longer read."));
              done(error);
            },
          });
          // The body may fail before a reader is attached; the reader still gets the error.
          body.on("error", () => {});
          resolve({ status, headers: joined(headers), body });
        },
        onResponseData(running, chunk) {
          if (body?.push(chunk) === false) running.pause();
        },
        onResponseEnd() {
          body?.push(null);
        },
        onResponseError: (_, error) => fail(error),
      },
    );
  });

const joined = (headers: NodeJS.Dict<string | string[]>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value = ""]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(", ") : value,
    ]),
  );

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
