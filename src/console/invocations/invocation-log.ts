import { randomUUID } from "node:crypto";
import type { CallRecord } from "../../mcp/tools/call-record.ts";
import type { Clock } from "../../model/clock.ts";
import { Failure, invalid } from "../../model/failure.ts";
import type { Invocation, InvocationQuery, InvocationReader } from "../../model/invocation.ts";
import { keys } from "../../model/keys.ts";
import type { Log } from "../../model/log.ts";
import { withoutSecrets } from "../../model/redact.ts";
import { createPagedLog, cursorAt, LOG_PAGE } from "../../platform/stores/paged-log.ts";
import type { Store } from "../../platform/stores/store.ts";
import { redactArguments } from "./redact-arguments.ts";

/** A log of calls and their outcomes per tenant, kept for a limited time. */
export interface InvocationLog extends InvocationReader {
  /** Never waits and never fails, so that logging does not delay calls. */
  append(record: CallRecord): void;
  /** Resolves when all entries are stored or dropped. */
  flush(): Promise<void>;
}

export interface InvocationLogOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly keepMs: number;
  /** The version for records without one. */
  readonly version: string;
  /** Entries kept per tenant, approximately. */
  readonly most?: number;
}

const MAX_WAITING = 2_000;
const WRITE_DELAY_MS = 100;

export const createInvocationLog = ({
  store,
  clock,
  log,
  keepMs,
  version,
  most = 10_000,
}: InvocationLogOptions): InvocationLog => {
  const waiting = new Map<string, string[]>();
  const pages = createPagedLog({
    store,
    pageKey: keys.invocations,
    countKey: keys.invocationCount,
    mostPages: Math.max(1, Math.ceil(most / LOG_PAGE)),
  });
  let count = 0;
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const write = async (tenant: string, lines: readonly string[]): Promise<void> => {
    const place = await pages.place(tenant, lines.length);
    await pages.write(place, lines, { expiresAt: clock.now() + keepMs });
  };

  const writeAll = async (): Promise<void> => {
    const batches = [...waiting];
    waiting.clear();
    count = 0;
    if (dropped > 0) log.warn("invocations not logged", { dropped });
    dropped = 0;
    for (const [tenant, lines] of batches) {
      for (let first = 0; first < lines.length; first += LOG_PAGE) {
        try {
          await write(tenant, lines.slice(first, first + LOG_PAGE));
        } catch (error) {
          log.warn("invocations not logged", { dropped: lines.length - first, cause: String(error) });
          break;
        }
      }
    }
  };

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(writeAll);
    return writing;
  };

  return {
    append(record) {
      if (count >= MAX_WAITING) {
        dropped++;
        return;
      }
      const { tenant } = record.caller;
      const line = JSON.stringify(invocationOf(record, version, clock.now()));
      const lines = waiting.get(tenant);
      if (lines === undefined) waiting.set(tenant, [line]);
      else lines.push(line);
      count++;
      timer ??= setTimeout(flush, WRITE_DELAY_MS).unref();
    },

    async list(tenant, query = {}) {
      await flush();
      const limit = Math.min(Math.max(1, query.limit ?? 50), 200);
      const oldest = Math.max(clock.now() - keepMs, query.since === undefined ? 0 : sinceOf(query.since));
      const found: Invocation[] = [];
      for await (const lines of pages.read(tenant, query.cursor)) {
        for (const line of lines) {
          const invocation = JSON.parse(line.text) as Invocation;
          if (Date.parse(invocation.at) < oldest || !fits(invocation, query)) continue;
          if (found.length === limit) return { invocations: found, nextCursor: cursorAt(line) };
          found.push(invocation);
        }
      }
      return { invocations: found };
    },

    flush,
  };
};

const invocationOf = (record: CallRecord, version: string, now: number): Invocation => {
  const { caller, notes, tool } = record;
  const error = errorOf(record);
  return {
    id: randomUUID(),
    at: new Date(now).toISOString(),
    who: withoutSecrets(caller.sessionId),
    ...(caller.grant !== undefined && { key_id: caller.grant.keyId }),
    server: record.server,
    tool: withoutSecrets(tool.name),
    version: notes?.version ?? version,
    outcome: error === undefined ? "ok" : "error",
    ...(error !== undefined && { error }),
    ...(notes?.source !== undefined && { source: notes.source }),
    milliseconds: Math.round(record.milliseconds * 100) / 100,
    ...(notes?.steps !== undefined && { steps: notes.steps }),
    arguments: redactArguments(record.arguments, tool.input, tool.secretArguments),
    correlation_id: withoutSecrets((notes?.correlationId ?? record.requestId ?? randomUUID()).slice(0, 200)),
  };
};

const errorOf = ({ outcome, thrown }: CallRecord): Invocation["error"] => {
  if (outcome === "ok" || outcome === "input_required") return undefined;
  if (outcome === "cancelled") return { kind: outcome, message: "The client cancelled the call." };
  if (thrown instanceof Failure) {
    const { http_status: status } = thrown.details;
    return {
      kind: thrown.kind,
      message: redactArguments(thrown.message) as string,
      ...(typeof status === "number" && { http_status: status }),
    };
  }
  if (outcome === "defect") return { kind: outcome, message: "Internal server error." };
  return { kind: outcome, message: thrown instanceof Error ? (redactArguments(thrown.message) as string) : "" };
};

const fits = (invocation: Invocation, { server, tool, outcome, keyId }: InvocationQuery): boolean =>
  (server === undefined || invocation.server === server) &&
  (tool === undefined || invocation.tool === tool) &&
  (outcome === undefined || invocation.outcome === outcome) &&
  (keyId === undefined || invocation.key_id === keyId);

const sinceOf = (since: string): number => {
  const instant = Date.parse(since);
  if (!Number.isNaN(instant)) return instant;
  throw invalid("since must be an instant such as 2026-03-01T00:00:00Z.", { field: "since", value: since });
};
