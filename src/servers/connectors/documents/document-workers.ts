import { setTimeout as sleep } from "node:timers/promises";
import { Failure, type FailureKind } from "../../../model/failure.ts";
import {
  createWorkerPool,
  IsolationError,
  type IsolationReason,
  moduleBeside,
} from "../../../platform/isolation/worker-pool.ts";
import type { Connector } from "../connector.ts";
import type { Draft } from "../drafting/draft.ts";
import type { OperationIndex } from "../drafting/operation-index.ts";
import type { DraftOptions, ModelAnswers, Source } from "../drafting/source.ts";

/** A job of a worker on an untrusted document. The result is JSON, which is faster than a structured clone. */
export type DocumentJob =
  | {
      readonly task: "draft";
      readonly source: Source;
      readonly options: DraftOptions;
      readonly answers?: ModelAnswers | undefined;
    }
  | { readonly task: "list operations"; readonly source: Source; readonly options: DraftOptions }
  | { readonly task: "questions"; readonly source: Source }
  | { readonly task: "apply proposals"; readonly draft: Draft; readonly answers: ModelAnswers }
  | { readonly task: "read connector"; readonly text: string }
  | { readonly task: "check connector"; readonly json: string };

/**
 * Parses untrusted documents in worker processes with a deadline and a memory limit, so that they cannot block the
 * event loop. Workers start with the first document.
 */
export interface DocumentWorkers {
  /** `answers` are those of a model to the questions about the source. */
  draft(source: Source, options: DraftOptions, sender: DocumentSender, answers?: ModelAnswers): Promise<Draft>;
  questions(source: Source, sender: DocumentSender): Promise<readonly string[]>;
  listOperations(source: Source, options: DraftOptions, sender: DocumentSender): Promise<OperationIndex>;
  applyProposals(draft: Draft, answers: ModelAnswers, sender: DocumentSender): Promise<Draft>;
  readConnectorText(text: string, sender: DocumentSender): Promise<Connector>;
  checkConnector(raw: unknown, sender: DocumentSender): Promise<Connector>;
  /** Rejects new documents and aborts running ones after a short grace period. */
  close(): Promise<void>;
}

export interface DocumentSender {
  /** The tenant, for fair scheduling. */
  readonly client: string;
  readonly signal?: AbortSignal;
}

export interface DocumentWorkersOptions {
  readonly deadlineMs?: number;
  readonly memoryMb?: number;
}

/** 20 MB of YAML take 2 seconds, and a tool 20 ms; more on a busy machine: workers run at low priority. */
const DEADLINE_MS = 120_000;
/** 20 MB of YAML take 360 MB. */
const MEMORY_MB = 512;
/** Two, so that one slow document does not block the others. */
const WORKERS = 2;
const MOST_WAITING = 16;
const GRACE_MS = 1_000;

const SMALLER = "Remove what is not needed. When drafting, choose operations with only.";

export const createDocumentWorkers = ({
  deadlineMs = DEADLINE_MS,
  memoryMb = MEMORY_MB,
}: DocumentWorkersOptions = {}): DocumentWorkers => {
  const pool = createWorkerPool<DocumentJob, string>({
    module: moduleBeside(import.meta.url, "document-worker"),
    size: WORKERS,
    waiting: MOST_WAITING,
    memoryMb,
    lowPriority: true,
  });
  const running = new Set<Promise<unknown>>();
  let closed: Promise<void> | undefined;

  const EXPLANATIONS: Readonly<Record<IsolationReason, readonly [kind: FailureKind, message: string, hint: string]>> = {
    timeout: [
      "timeout",
      `Reading the document took longer than ${deadlineMs / 1000} seconds and was stopped.`,
      SMALLER,
    ],
    memory: ["failed", `Reading the document needed more than ${memoryMb} MB of memory and was stopped.`, SMALLER],
    crashed: ["failed", "The worker process that read the document crashed.", "Try again, or send a smaller document."],
    busy: [
      "rate_limited",
      `${WORKERS + MOST_WAITING} documents are already being read.`,
      "Try again in a few seconds.",
    ],
    cancelled: [
      "unavailable",
      "The document was not fully read because the server is shutting down.",
      "Send it again.",
    ],
  };

  const explained = (error: unknown): unknown => {
    if (!(error instanceof IsolationError)) return error;
    const [kind, message, hint] = EXPLANATIONS[error.reason];
    const retryable = error.reason === "busy" || error.reason === "cancelled";
    return new Failure(kind, message, { hint, error_type: `document_${error.reason}`, retryable }, { cause: error });
  };

  const run = async <Result>(job: DocumentJob, sender: DocumentSender): Promise<Result> => {
    if (closed !== undefined) throw explained(new IsolationError("cancelled", "The workers are closing."));
    const answer = pool.run(job, { deadlineMs, ...sender });
    running.add(answer);
    try {
      return JSON.parse(await answer) as Result;
    } catch (error) {
      throw explained(error);
    } finally {
      running.delete(answer);
    }
  };

  const close = async (): Promise<void> => {
    const last = new AbortController();
    const late = sleep(GRACE_MS, undefined, { signal: last.signal }).catch(() => undefined);
    await Promise.race([Promise.allSettled(running), late]);
    last.abort();
    await pool.close();
  };

  return {
    draft: (source, options, sender, answers) => run({ task: "draft", source, options, answers }, sender),
    questions: (source, sender) => run({ task: "questions", source }, sender),
    listOperations: (source, options, sender) => run({ task: "list operations", source, options }, sender),
    applyProposals: (draft, answers, sender) => run({ task: "apply proposals", draft, answers }, sender),
    readConnectorText: (text, sender) => run({ task: "read connector", text }, sender),
    checkConnector: (raw, sender) => run({ task: "check connector", json: JSON.stringify(raw) }, sender),
    close() {
      closed ??= close();
      return closed;
    },
  };
};
