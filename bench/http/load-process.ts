import { type AnswerCheck, createAnswerCheck } from "./answer-check.ts";
import { openConnection, type ResponseReader } from "./connection.ts";
import { FIRST_ID } from "./http-request.ts";
import { createLatencies } from "./latencies.ts";
import type { LoadReport, LoadRun, LoadTarget } from "./load.ts";

/** The first answer and then every hundredth is parsed and compared. */
const COMPARE_EVERY = 100;
const PACE_MS = 1;

/**
 * Takes the requests in turn, each time with a new ID, because some servers fail if a session reuses an ID. A run
 * continues where the last one ended.
 */
const createQueue = ({ requests, once = false }: LoadTarget) => {
  const ready = requests.map((request) => {
    const bytes = Buffer.from(request);
    return { bytes, idAt: bytes.lastIndexOf(`"id":${FIRST_ID}`) + '"id":'.length };
  });
  let taken = 0;
  return {
    /** Returns a buffer that the next call may change, when the socket has already copied it. */
    take(): Buffer {
      const { bytes, idAt } = ready[taken % ready.length] as (typeof ready)[number];
      bytes.write(String(FIRST_ID + taken++), idAt, "latin1");
      return bytes;
    },
    isEmpty: () => once && taken >= ready.length,
  };
};

/**
 * Prevents this process from sleeping while it waits. The kernel charges the work of waking it to the server that writes to
 * it. On a virtual machine that is often more than the answer costs, and only servers slower than this load would pay it.
 */
const startSpinning = () => {
  let spinning = true;
  const spin = (): void => {
    if (spinning) setImmediate(spin);
  };
  spin();
  return {
    stop() {
      spinning = false;
    },
  };
};

/** The results of a run so far. */
interface Tally {
  readonly calls: number;
  answered(reader: ResponseReader, milliseconds: number, bodyKept: boolean): void;
  /** Counts a lost connection, and its pending request as a failed call. */
  lost(reason: string, pending: boolean): void;
  report(): Omit<LoadReport, "seconds">;
}

const createTally = (check: AnswerCheck): Tally => {
  const latencies = createLatencies();
  let calls = 0;
  let bytes = 0;
  let compared = 0;
  let longest = 0;
  let failed = 0;
  let firstFailure: string | undefined;

  const fail = (reason: string) => {
    failed++;
    firstFailure ??= reason;
  };

  return {
    get calls() {
      return calls;
    },
    answered(reader, milliseconds, bodyKept) {
      calls++;
      bytes += reader.length;
      latencies.add(milliseconds);
      if (milliseconds > longest) longest = milliseconds;
      if (bodyKept) compared++;
      const problem =
        check.quick(reader.status, reader.length) ?? (bodyKept ? check.thorough(reader.body()) : undefined);
      if (problem !== undefined) fail(problem);
    },
    lost(reason, pending) {
      if (pending) calls++;
      fail(reason);
    },
    report: () => ({
      calls,
      bytes,
      compared,
      failed,
      ...(firstFailure !== undefined && { firstFailure }),
      p50: latencies.percentile(0.5),
      p99: latencies.percentile(0.99),
      longest,
    }),
  };
};

/** A connection with at most one pending request. */
interface Sender {
  send(due: number): void;
  end(): void;
}

interface Parts {
  readonly target: LoadTarget;
  readonly queue: ReturnType<typeof createQueue>;
  readonly check: AnswerCheck;
}

const run = async ({ target, queue, check }: Parts, { seconds, rate }: LoadRun): Promise<LoadReport> => {
  const tally = createTally(check);
  const senders = new Set<Sender>();
  const idle: Sender[] = [];
  let sent = 0;
  let startedAt = Number.POSITIVE_INFINITY;
  let finish: () => void;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });

  const dueAt = (now: number) => (rate === undefined ? now : startedAt + (sent * 1000) / rate);

  /** Sends the requests that are due on idle connections. */
  const dispatch = () => {
    const now = performance.now();
    const isOver = now >= startedAt + seconds * 1000;
    while (idle.length > 0 && !isOver && !queue.isEmpty() && dueAt(now) <= now) idle.pop()?.send(dueAt(now));
    if (tally.calls === sent && (isOver || queue.isEmpty())) finish();
  };

  const openSender = async (): Promise<void> => {
    let due = 0;
    let busy = false;
    let bodyKept = false;
    const connection = await openConnection(target.port, {
      answered(reader) {
        busy = false;
        tally.answered(reader, performance.now() - due, bodyKept);
        idle.push(sender);
        dispatch();
      },
      lost(reason) {
        tally.lost(reason, busy);
        senders.delete(sender);
        if (!busy) idle.splice(idle.indexOf(sender), 1);
        void openSender().then(dispatch);
      },
    });
    const sender: Sender = {
      send(dueSince) {
        due = dueSince;
        busy = true;
        bodyKept = sent++ % COMPARE_EVERY === 0;
        connection.send(queue.take(), bodyKept);
      },
      end: connection.end,
    };
    senders.add(sender);
    idle.push(sender);
  };

  await Promise.all(Array.from({ length: target.connections }, openSender));
  startedAt = performance.now();
  dispatch();
  const pacer = setInterval(dispatch, PACE_MS);
  const stayAwake = target.yields ? undefined : startSpinning();
  await finished;
  stayAwake?.stop();
  const elapsed = performance.now() - startedAt;
  clearInterval(pacer);
  for (const sender of senders) sender.end();
  return { ...tally.report(), seconds: elapsed / 1000 };
};

process.once("disconnect", () => process.exit());
process.once("message", (target: LoadTarget) => {
  const parts: Parts = { target, queue: createQueue(target), check: createAnswerCheck(target.expected) };
  process.on("message", async (options: LoadRun) => process.send?.(await run(parts, options)));
});
