import type { Grant } from "../../../model/grant.ts";
import type { Answer, HttpContext } from "./http-context.ts";

/** Where it is decided who a request comes from, and whether they may come in. */
export interface Door {
  /** What they may do, or the refusal. `server` is what they want to come in to, as keys name it. */
  enter(context: HttpContext, server: string): Grant | Answer | Promise<Grant | Answer>;
  /** Whether whoever came in and listens may stay; asked again and again. Without it, everybody may. */
  stays?(context: HttpContext): boolean | Promise<boolean>;
}

/** A key that was revoked opens nothing within a second; what it opened before is closed as soon. */
const LOOK_AGAIN_MS = 1_000;

/** What stands open, and how to end it. */
export type Standing = Iterable<readonly [context: HttpContext, end: () => void]>;

/** Ends what stands open for those who may no longer stay. Returns what stops it. */
export const watchStanding = ({ stays }: Door, standing: () => Standing): (() => void) => {
  if (stays === undefined) return () => undefined;
  const look = async (context: HttpContext, end: () => void): Promise<void> => {
    if (!(await stays(context))) end();
  };
  const timer = setInterval(() => {
    // Nobody has to go because the store is away for a moment.
    for (const [context, end] of standing()) look(context, end).catch(() => undefined);
  }, LOOK_AGAIN_MS).unref();
  return () => clearInterval(timer);
};

export const isRefusal = (entered: Grant | Answer): entered is Answer => "status" in entered;

/** Shows a request through the door, and then to whoever serves it. A promise only where the door needs one. */
export const throughDoor = (
  door: Door,
  context: HttpContext,
  server: string,
  refuse: (context: HttpContext, answer: Answer) => void,
  serve: (context: HttpContext) => void | Promise<void>,
): void | Promise<void> => {
  const inside = (entered: Grant | Answer): void | Promise<void> => {
    if (isRefusal(entered)) return refuse(context, entered);
    context.grant = entered;
    return serve(context);
  };
  const entered = door.enter(context, server);
  return entered instanceof Promise ? entered.then(inside) : inside(entered);
};
