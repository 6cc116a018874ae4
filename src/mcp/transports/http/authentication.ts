import type { Grant } from "../../../model/grant.ts";
import { type HttpRefusal, isRefusal } from "../../../model/http-refusal.ts";
import type { HttpContext } from "./http-context.ts";

/** Decides who sent a request and what they may do. */
export interface Authentication {
  /** Returns what the caller may do at a server, named as keys name it, or why the request is refused. */
  authenticate(context: HttpContext, scope: string): Grant | HttpRefusal | Promise<Grant | HttpRefusal>;
  /** Whether the credentials that opened a stream are still valid. Absent: they always are. */
  isStillValid?(context: HttpContext): boolean | Promise<boolean>;
}

/** A revoked key is refused within a second; streams it opened are closed as fast. */
const CHECK_EVERY_MS = 1_000;

export type OpenStreams = Iterable<readonly [context: HttpContext, end: () => void]>;

/** Ends open streams whose credentials are no longer valid. Returns a function that stops checking. */
export const closeRevokedStreams = ({ isStillValid }: Authentication, streams: () => OpenStreams): (() => void) => {
  if (isStillValid === undefined) return () => undefined;
  const check = async (context: HttpContext, end: () => void): Promise<void> => {
    if (!(await isStillValid(context))) end();
  };
  const timer = setInterval(() => {
    // A short outage of the store must not close streams.
    for (const [context, end] of streams()) check(context, end).catch(() => undefined);
  }, CHECK_EVERY_MS).unref();
  return () => clearInterval(timer);
};

/** Authenticates a request, then serves or refuses it. Returns a promise only if authentication does. */
export const authenticate = (
  authentication: Authentication,
  context: HttpContext,
  scope: string,
  refuse: (context: HttpContext, refusal: HttpRefusal) => void,
  serve: (context: HttpContext) => void | Promise<void>,
): void | Promise<void> => {
  const proceed = (result: Grant | HttpRefusal): void | Promise<void> => {
    if (isRefusal(result)) return refuse(context, result);
    context.grant = result;
    return serve(context);
  };
  const result = authentication.authenticate(context, scope);
  return result instanceof Promise ? result.then(proceed) : proceed(result);
};
