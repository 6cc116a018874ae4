/** Whether a request was given up. Few ever look: the signal is made when somebody asks for it. */
export interface Cancellation {
  readonly cancelled: boolean;
  readonly signal: AbortSignal;
  cancel(): void;
}

export const createCancellation = (): Cancellation => {
  let controller: AbortController | undefined;
  let cancelled = false;
  return {
    get cancelled() {
      return cancelled;
    },
    get signal() {
      if (controller === undefined) {
        controller = new AbortController();
        if (cancelled) controller.abort();
      }
      return controller.signal;
    },
    cancel() {
      cancelled = true;
      controller?.abort();
    },
  };
};
