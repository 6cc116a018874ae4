import type { FailureDetails, FailureKind } from "../../model/failure.ts";

/** What a pool sends to a worker: one at a time. */
export interface JobMessage {
  readonly job: unknown;
}

/** What a worker sends to its pool. */
export type WorkerMessage =
  | { readonly type: "ready" }
  | { readonly type: "progress"; readonly done: number; readonly total?: number; readonly message?: string }
  | { readonly type: "result"; readonly result: unknown }
  | { readonly type: "failure"; readonly kind: FailureKind; readonly message: string; readonly details: FailureDetails }
  /** A defect of the work. */
  | { readonly type: "error"; readonly message: string; readonly stack?: string };
