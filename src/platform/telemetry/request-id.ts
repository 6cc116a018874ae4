import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";

const ACCEPTABLE = /^[A-Za-z0-9._:/+=@-]{1,128}$/;

/** Unique over processes by its first part, within this one by its second. */
const prefix = randomBytes(8).toString("hex");
let made = 0;

/** The client's own id where it can stand in a log line and a header as it is, else a new one. */
export const requestIdOf = (header: string | undefined): string =>
  header !== undefined && ACCEPTABLE.test(header) ? header : `${prefix}-${++made}`;

const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/;

/** W3C Trace Context: a version we do not know is read as far as version 00 goes, and may only go on after a dash. */
export const traceIdOf = (traceparent: string | undefined): string | undefined => {
  if (traceparent === undefined) return undefined;
  const [, version, traceId, more] = TRACEPARENT.exec(traceparent) ?? [];
  return version === "00" && more !== undefined ? undefined : traceId;
};

/**
 * Which request is being worked on, for whoever has no other way to know it. Node 20 pays for that at every promise of
 * the process, so it is only done when every step is logged anyway.
 */
export interface Tracing {
  readonly enabled: boolean;
  run<T>(requestId: string, work: () => T): T;
  current(): string | undefined;
}

export const createTracing = (enabled: boolean): Tracing => {
  if (!enabled) return { enabled, run: (_requestId, work) => work(), current: () => undefined };
  const requests = new AsyncLocalStorage<string>();
  return {
    enabled,
    run: (requestId, work) => requests.run(requestId, work),
    current: () => requests.getStore(),
  };
};
