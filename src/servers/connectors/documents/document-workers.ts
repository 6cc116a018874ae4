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
import type { ModelAnswers } from "../drafting/proposals/propose-texts.ts";
import type { SaidOfApi } from "../drafting/samples/draft-from-xml-samples.ts";
import type { SampleFile } from "../drafting/samples/sample-files.ts";

/** What a worker makes of an untrusted document. Its answer is JSON: faster than a structured copy between processes. */
export type DocumentJob =
  | { readonly task: "draft openapi"; readonly text: string; readonly url?: string }
  | { readonly task: "draft samples"; readonly files: readonly SampleFile[]; readonly said: SaidOfApi }
  | { readonly task: "apply proposals"; readonly draft: Draft; readonly answers: ModelAnswers }
  | { readonly task: "read connector"; readonly text: string }
  | { readonly task: "check connector"; readonly json: string };

/**
 * Parses untrusted documents in worker processes with a deadline and a memory limit, so that none of them blocks the
 * event loop. No worker starts before the first document.
 */
export interface DocumentWorkers {
  /** `url`: where the document came from. */
  draftFromOpenApi(text: string, url: string | undefined, sender: DocumentSender): Promise<Draft>;
  draftFromXmlSamples(files: readonly SampleFile[], said: SaidOfApi, sender: DocumentSender): Promise<Draft>;
  applyProposals(draft: Draft, answers: ModelAnswers, sender: DocumentSender): Promise<Draft>;
  readConnectorText(text: string, sender: DocumentSender): Promise<Connector>;
  checkConnector(raw: unknown, sender: DocumentSender): Promise<Connector>;
  /** Takes no more documents, and ends those that are not done after a moment. */
  close(): Promise<void>;
}

export interface DocumentSender {
  /** Its tenant: what is fair between senders is decided by it. */
  readonly client: string;
  readonly signal?: AbortSignal;
}

export interface DocumentWorkersOptions {
  readonly deadlineMs?: number;
  readonly memoryMb?: number;
}

/** 5 MB, the most that is read, take 4 seconds, and several times that on a busy machine: workers have a low priority. */
const DEADLINE_MS = 60_000;
/** The syntax tree of 5 MB of YAML takes 350 MB. */
const MEMORY_MB = 512;
/** A second worker, so that one slow document does not hold up the others. */
const AT_A_TIME = 2;
const WAITING = 16;
const LAST_DOCUMENTS_MS = 1_000;

const SMALLER = "Leave out what you do not need, or send YAML as JSON.";

export const createDocumentWorkers = ({
  deadlineMs = DEADLINE_MS,
  memoryMb = MEMORY_MB,
}: DocumentWorkersOptions = {}): DocumentWorkers => {
  const pool = createWorkerPool<DocumentJob, string>({
    module: moduleBeside(import.meta.url, "document-worker"),
    size: AT_A_TIME,
    waiting: WAITING,
    memoryMb,
    lowPriority: true,
  });
  const running = new Set<Promise<unknown>>();
  let closed: Promise<void> | undefined;

  const EXPLANATIONS: Readonly<Record<IsolationReason, readonly [kind: FailureKind, message: string, hint: string]>> = {
    timeout: ["timeout", `Reading the document took longer than ${deadlineMs / 1000} seconds and was ended.`, SMALLER],
    memory: ["failed", `Reading the document took more than ${memoryMb} MB of memory and was ended.`, SMALLER],
    crashed: ["failed", "The process that read the document ended unexpectedly.", "Try once more, or send less."],
    busy: ["rate_limited", `${AT_A_TIME + WAITING} documents are being read already.`, "Try again in a few seconds."],
    cancelled: ["unavailable", "The document was not read to its end: the server is stopping.", "Send it again."],
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
    const late = sleep(LAST_DOCUMENTS_MS, undefined, { signal: last.signal }).catch(() => undefined);
    await Promise.race([Promise.allSettled(running), late]);
    last.abort();
    await pool.close();
  };

  return {
    draftFromOpenApi: (text, url, sender) =>
      run({ task: "draft openapi", text, ...(url !== undefined && { url }) }, sender),
    draftFromXmlSamples: (files, said, sender) => run({ task: "draft samples", files, said }, sender),
    applyProposals: (draft, answers, sender) => run({ task: "apply proposals", draft, answers }, sender),
    readConnectorText: (text, sender) => run({ task: "read connector", text }, sender),
    checkConnector: (raw, sender) => run({ task: "check connector", json: JSON.stringify(raw) }, sender),
    close() {
      closed ??= close();
      return closed;
    },
  };
};
