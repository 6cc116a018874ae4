import type { Outbound, OutboundResponse } from "../../../platform/outbound/outbound.ts";
import { OutboundError } from "../../../platform/outbound/outbound.ts";
import type { Send } from "./send-request.ts";

/** What is needed of a sandbox: an API of Taxiway's own, in this process. */
export interface ConnectorSandbox {
  handle(request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string | undefined>>;
    readonly body: string;
    readonly requestId: string;
  }): Promise<{
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | Uint8Array;
  }>;
}

/** To the API itself. No redirect is followed: whoever is at its end was not meant to see the credentials. */
export const liveSend =
  (outbound: Pick<Outbound, "request">): Send =>
  ({ url, method, headers, body }, options) =>
    outbound.request(url, { method, headers, ...(body !== undefined && { body }), ...options });

/** `prefix` is the path of the base address, which a sandbox does not have; `text` is the body as text. */
export const sandboxSend =
  (sandbox: ConnectorSandbox, prefix: string, text: string, requestId: string): Send =>
  async ({ url, method, headers }, { timeoutMs, maxBytes, signal }) => {
    const answer = await orGivenUp(
      sandbox.handle({
        method,
        url: `${url.pathname.slice(prefix.length)}${url.search}`,
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
        body: text,
        requestId,
      }),
      signal,
      timeoutMs,
    );
    const body = Buffer.from(answer.body as Uint8Array);
    if (body.length > maxBytes) {
      throw new OutboundError("too_large", `The answer is larger than ${maxBytes} bytes.`, { sent: true });
    }
    return { status: answer.status, headers: answer.headers, body, url: url.href } satisfies OutboundResponse;
  };

/** A sandbox may be told to take its time; what it comes to after that is of no interest. */
const orGivenUp = <T>(work: Promise<T>, signal: AbortSignal, timeoutMs: number): Promise<T> =>
  new Promise((resolve, reject) => {
    const giveUp = (reason: "timeout" | "cancelled", message: string) => () =>
      settle(() => reject(new OutboundError(reason, message, { sent: true })));
    const cancel = giveUp("cancelled", "The request was cancelled.");
    const timer = setTimeout(giveUp("timeout", `No answer within ${timeoutMs} milliseconds.`), timeoutMs);
    const settle = (how: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
      how();
    };
    work.then(
      (value) => settle(() => resolve(value)),
      (error: unknown) => settle(() => reject(error)),
    );
    if (signal.aborted) cancel();
    else signal.addEventListener("abort", cancel, { once: true });
  });
