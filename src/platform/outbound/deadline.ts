import { OutboundError } from "./outbound.ts";

/** Aborted with an OutboundError when time is up or the caller no longer wants the answer. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** It was reached in time. */
  stop(): void;
}

export const createDeadline = (timeoutMs: number, wanted: AbortSignal | undefined): Deadline => {
  const controller = new AbortController();
  const cancel = () => controller.abort(new OutboundError("cancelled", "The request was cancelled."));
  const late = () =>
    controller.abort(new OutboundError("timeout", `There was no whole answer within ${timeoutMs} milliseconds.`));
  // After a stall of this process timers come before what has been waiting in the sockets: that is read first.
  const timer = setTimeout(() => setImmediate(late), timeoutMs);
  if (wanted?.aborted) cancel();
  else wanted?.addEventListener("abort", cancel, { once: true });
  return {
    signal: controller.signal,
    stop() {
      clearTimeout(timer);
      wanted?.removeEventListener("abort", cancel);
    },
  };
};
