import type { Grant } from "../../../model/grant.ts";
import { type HttpRefusal, isRefusal } from "../../../model/http-refusal.ts";
import type { EndpointServices } from "./endpoint.ts";
import type { Answer, HttpContext } from "./http-context.ts";
import type { Serve } from "./json-posts.ts";

/** Decides who sent a request and what they may do. */
export interface Authentication {
  /** Returns the caller's permissions at a server, named as keys name it, or why the request is refused. */
  authenticate(context: HttpContext, scope: string): Grant | HttpRefusal | Promise<Grant | HttpRefusal>;
  /** Whether the credentials that opened a stream are still valid. Absent: they always are. */
  isStillValid?(context: HttpContext): boolean | Promise<boolean>;
}

/** Authenticates a request, then serves or refuses it. Returns a promise only if authentication does. */
export const authenticate = (
  services: Pick<EndpointServices, "authentication" | "answering">,
  context: HttpContext,
  scope: string,
  refusal: (refused: HttpRefusal) => Answer,
  serve: Serve,
): void | Promise<void> => {
  const result = services.authentication.authenticate(context, scope);
  if (result instanceof Promise) return result.then((later) => proceed(services, context, refusal, serve, later));
  return proceed(services, context, refusal, serve, result);
};

const proceed = (
  { answering }: Pick<EndpointServices, "answering">,
  context: HttpContext,
  refusal: (refused: HttpRefusal) => Answer,
  serve: Serve,
  result: Grant | HttpRefusal,
): void | Promise<void> => {
  if (isRefusal(result)) return answering.sendAnswer(context, refusal(result));
  context.grant = result;
  return serve(context);
};

/** A revoked key is refused within a second; the streams that it opened are closed as fast. */
const CHECK_EVERY_MS = 1_000;

export type OpenStreams = Iterable<readonly [context: HttpContext, end: () => void]>;

export interface StreamCheck {
  /** Checks at once, without waiting for the next interval. */
  now(): void;
  stop(): void;
}

/** Ends open streams whose credentials are no longer valid. */
export const closeRevokedStreams = ({ isStillValid }: Authentication, streams: () => OpenStreams): StreamCheck => {
  if (isStillValid === undefined) return { now: () => undefined, stop: () => undefined };
  const check = async (context: HttpContext, end: () => void): Promise<void> => {
    if (!(await isStillValid(context))) end();
  };
  const now = () => {
    // A short outage of the store must not close streams.
    for (const [context, end] of streams()) check(context, end).catch(() => undefined);
  };
  const timer = setInterval(now, CHECK_EVERY_MS).unref();
  return { now, stop: () => clearInterval(timer) };
};
