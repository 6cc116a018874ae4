import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { explainFailure } from "./explain-failure.ts";
import { OutboundError, type OutboundRequest } from "./outbound.ts";

export interface Sending {
  readonly url: URL;
  readonly method: NonNullable<OutboundRequest["method"]>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** As it came, packed or not. Fails with an OutboundError. */
  readonly body: Readable;
}

/**
 * One request and its answer. Undici's own `request` cannot be given up before the connection is made, and does not tell
 * whether it was: both matter here.
 */
export const sendOnce = (dispatcher: Dispatcher, sending: Sending, signal: AbortSignal): Promise<Answer> =>
  new Promise((resolve, reject) => {
    let sent = false;
    let body: Readable | undefined;
    let controller: Dispatcher.DispatchController | undefined;

    const fail = (error: unknown) => {
      signal.removeEventListener("abort", giveUp);
      const explained = explainFailure(error, { sent, answered: body !== undefined });
      if (body === undefined) reject(explained);
      else body.destroy(explained);
    };
    const giveUp = () => {
      fail(signal.reason);
      controller?.abort(signal.reason);
    };
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener("abort", giveUp);

    dispatcher.dispatch(
      {
        origin: sending.url.origin,
        path: `${sending.url.pathname}${sending.url.search}`,
        method: sending.method,
        headers: { ...sending.headers },
        body: sending.body ?? null,
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
              signal.removeEventListener("abort", giveUp);
              if (!body?.readableEnded) running.abort(error ?? new OutboundError("cancelled", "Nobody reads on."));
              done(error);
            },
          });
          // It may break before its reader has come, who hears of it nevertheless.
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

/** Everything else may be a credential: not every key travels in Authorization. */
const TOLD_TO_STRANGERS: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "accept-language",
  "content-type",
  "user-agent",
]);

export const isRedirect = (status: number): boolean => REDIRECTS.has(status);

/** Where an answer sends us, unless it is one itself. */
export const redirectionOf = (status: number, location: string | undefined, from: URL): URL | undefined => {
  if (!isRedirect(status) || location === undefined) return undefined;
  if (!URL.canParse(location, from.href))
    throw new OutboundError("broken", "The answer redirects to nowhere.", { sent: true });
  return new URL(location, from);
};

/** What is sent to the next hop, which may be somebody else. */
export const redirected = ({ url, method, headers, body }: Sending, status: number, to: URL): Sending => {
  const becomesGet = status === 303 ? method !== "HEAD" : method === "POST" && (status === 301 || status === 302);
  const kept = Object.entries(headers).filter(([name]) => {
    const lower = name.toLowerCase();
    if (becomesGet && lower.startsWith("content-")) return false;
    return to.origin === url.origin || TOLD_TO_STRANGERS.has(lower);
  });
  return {
    url: to,
    method: becomesGet ? "GET" : method,
    headers: Object.fromEntries(kept),
    body: becomesGet ? undefined : body,
  };
};
