/**
 * `timeout`: took longer than its deadline. `memory`: took more than its worker has. `crashed`: the worker died, or
 * could not start. `busy`: as many are waiting as may. `cancelled`: by its signal, or because the pool was closed.
 */
export type IsolationReason = "timeout" | "memory" | "crashed" | "busy" | "cancelled";

export class IsolationError extends Error {
  readonly reason: IsolationReason;

  constructor(reason: IsolationReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "IsolationError";
    this.reason = reason;
  }
}
