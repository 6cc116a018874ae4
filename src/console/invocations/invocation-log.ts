import { randomUUID } from "node:crypto";
import type { Clock } from "../../model/clock.ts";
import { invalid } from "../../model/failure.ts";
import { keys } from "../../model/keys.ts";
import type { Log } from "../../model/log.ts";
import type { Schema } from "../../model/schema.ts";
import { withoutSecrets } from "../../model/without-secrets.ts";
import { createPagedLog, cursorAt, LOG_PAGE } from "../../platform/stores/paged-log.ts";
import type { Store } from "../../platform/stores/store.ts";
import { redactArguments } from "./redact-arguments.ts";

/** Who called what, and what came of it; per tenant, for a while. */
export interface InvocationLog {
  /** Never waits and never fails: a call is not held up by what is written about it. */
  append(tenant: string, call: NewInvocation): void;
  /** Newest first. */
  list(tenant: string, query?: InvocationQuery): Promise<InvocationPage>;
  /** Everything that was appended is in the store, or was given up. */
  flush(): Promise<void>;
}

export interface NewInvocation {
  /** For people: a session, or whoever a token is of. */
  readonly who?: string | undefined;
  readonly keyId?: string | undefined;
  readonly server: string;
  readonly tool: string;
  readonly version?: string | number | undefined;
  readonly outcome: "ok" | "error";
  /** Of an error: its kind, and what the API said with its status. */
  readonly error?:
    | { readonly kind: string; readonly message: string; readonly httpStatus?: number | undefined }
    | undefined;
  readonly source?: "sandbox" | "live" | undefined;
  readonly milliseconds: number;
  readonly steps?: Readonly<Record<string, number>> | undefined;
  /** As they came: they are redacted here. */
  readonly arguments: unknown;
  /** Of the arguments: says which of them are secret. */
  readonly schema?: Schema | undefined;
  readonly correlationId: string;
}

/** As it is kept and shown. */
export interface Invocation {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly who?: string;
  readonly key_id?: string;
  readonly server: string;
  readonly tool: string;
  readonly version?: string | number;
  readonly outcome: "ok" | "error";
  readonly error?: { readonly kind: string; readonly message: string; readonly http_status?: number };
  readonly source?: "sandbox" | "live";
  readonly milliseconds: number;
  readonly steps?: Readonly<Record<string, number>>;
  readonly arguments: unknown;
  readonly correlation_id: string;
}

export interface InvocationQuery {
  readonly server?: string | undefined;
  readonly tool?: string | undefined;
  readonly outcome?: "ok" | "error" | undefined;
  readonly keyId?: string | undefined;
  /** Not older than; ISO 8601. */
  readonly since?: string | undefined;
  /** Default 50, at most 200. */
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface InvocationPage {
  readonly invocations: readonly Invocation[];
  readonly nextCursor?: string;
}

export interface InvocationLogOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly keepMs: number;
  /** Per tenant, about. */
  readonly most?: number;
}

const MOST_WAITING = 2_000;
const PAUSE_MS = 100;

export const createInvocationLog = ({
  store,
  clock,
  log,
  keepMs,
  most = 10_000,
}: InvocationLogOptions): InvocationLog => {
  const waiting = new Map<string, string[]>();
  const pages = createPagedLog({
    ...{ store, pageKey: keys.invocations, countKey: keys.invocationCount },
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
    append(tenant, call) {
      if (count >= MOST_WAITING) {
        dropped++;
        return;
      }
      const line = JSON.stringify(invocationOf(call, clock.now()));
      const lines = waiting.get(tenant);
      if (lines === undefined) waiting.set(tenant, [line]);
      else lines.push(line);
      count++;
      timer ??= setTimeout(flush, PAUSE_MS).unref();
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

const invocationOf = (call: NewInvocation, now: number): Invocation => ({
  id: randomUUID(),
  at: new Date(now).toISOString(),
  ...(call.who !== undefined && { who: withoutSecrets(call.who) }),
  ...(call.keyId !== undefined && { key_id: call.keyId }),
  server: call.server,
  tool: withoutSecrets(call.tool),
  ...(call.version !== undefined && { version: call.version }),
  outcome: call.outcome,
  ...(call.error !== undefined && {
    error: {
      kind: call.error.kind,
      message: redactArguments(call.error.message) as string,
      ...(call.error.httpStatus !== undefined && { http_status: call.error.httpStatus }),
    },
  }),
  ...(call.source !== undefined && { source: call.source }),
  milliseconds: Math.round(call.milliseconds * 100) / 100,
  ...(call.steps !== undefined && { steps: call.steps }),
  arguments: redactArguments(call.arguments, call.schema),
  correlation_id: withoutSecrets(call.correlationId.slice(0, 200)),
});

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
