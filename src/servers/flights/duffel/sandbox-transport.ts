import { randomUUID } from "node:crypto";
import { OutboundError } from "../../../platform/outbound/outbound.ts";
import { DUFFEL_VERSION, type DuffelTransport, type TransportAnswer } from "./duffel-transport.ts";

/** What is needed of a sandbox that speaks Duffel's API. */
export interface DuffelSandbox {
  handle(request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string | undefined>>;
    readonly body: string;
    readonly requestId: string;
  }): Promise<{
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  }>;
}

const HEADERS = {
  authorization: "Bearer duffel_test_taxiway",
  "duffel-version": DUFFEL_VERSION,
  accept: "application/json",
  "content-type": "application/json",
};

/** In this process, without a socket. `account` tells worlds apart that share a store, such as those of two seeds. */
export const sandboxTransport = (sandbox: DuffelSandbox, account = "sandbox"): DuffelTransport => {
  const send = async ({ method, path, body = "", signal, timeoutMs }: Parameters<DuffelTransport>[0]) => {
    const working = sandbox.handle({ method, url: path, headers: HEADERS, body, requestId: randomUUID() });
    const answer = await orGivenUp(working, signal, timeoutMs);
    // Its limits run in real time; over HTTP the server's own date would say which time that is.
    const headers = { date: new Date().toUTCString(), ...answer.headers };
    return { status: answer.status, headers, body: Buffer.from(answer.body) } satisfies TransportAnswer;
  };
  return Object.assign(send, { account });
};

/** The sandbox may be told to take its time; what it comes to after that is of no interest. */
const orGivenUp = <T>(work: Promise<T>, signal: AbortSignal, timeoutMs: number): Promise<T> =>
  new Promise((resolve, reject) => {
    const cancel = () => settle(() => reject(new OutboundError("cancelled", "The request was cancelled.")));
    const late = () =>
      settle(() => reject(new OutboundError("timeout", `No answer within ${timeoutMs} milliseconds.`)));
    const timer = setTimeout(late, timeoutMs);
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
