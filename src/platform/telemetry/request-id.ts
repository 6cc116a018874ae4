import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";

const ACCEPTABLE = /^[A-Za-z0-9._:/+=@-]{1,128}$/;

/** The prefix makes IDs unique across processes, the counter within this one. */
const prefix = randomBytes(8).toString("hex");
let made = 0;

/** Returns the client's request ID if it is safe for logs and headers, or a new one. */
export const requestIdOf = (header: string | undefined): string =>
  header !== undefined && ACCEPTABLE.test(header) ? header : `${prefix}-${++made}`;

const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/;

/** Returns the trace ID of a W3C `traceparent` header. Of unknown versions, only the fields of version 00 are read. */
export const traceIdOf = (traceparent: string | undefined): string | undefined => {
  if (traceparent === undefined) return undefined;
  const [, version, traceId, more] = TRACEPARENT.exec(traceparent) ?? [];
  return version === "00" && more !== undefined ? undefined : traceId;
};

/** Tracks the current request ID across async calls. Node 20 pays for it at every promise, so it is off by default. */
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
