import { type AnswerCheck, createAnswerCheck } from "./answer-check.ts";
import { openConnection } from "./connection.ts";
import { FIRST_ID } from "./http-request.ts";
import type { LoadReport, LoadRun, LoadTarget } from "./load.ts";
import { createTally } from "./tally.ts";

/** The first answer and every so many more are parsed and compared. */
const COMPARE_EVERY = 100;
const PACE_MS = 1;

/**
 * The requests in turn, each time with an id that was not used before: two with the same id in one session confuse
 * some servers. A run goes on where the last one ended.
 */
const createQueue = ({ requests, once = false }: LoadTarget) => {
  const ready = requests.map((request) => {
    const bytes = Buffer.from(request);
    return { bytes, idAt: bytes.lastIndexOf(`"id":${FIRST_ID}`) + '"id":'.length };
  });
  let taken = 0;
  return {
    /** The bytes may change with the next call: by then they are in the socket. */
    take(): Buffer {
      const { bytes, idAt } = ready[taken % ready.length] as (typeof ready)[number];
      bytes.write(String(FIRST_ID + taken++), idAt, "latin1");
      return bytes;
    },
    isEmpty: () => once && taken >= ready.length,
  };
};

/**
 * Keeps this process from sleeping while it waits. Waking it is work that the kernel charges to the server that writes to
 * it, on a virtual machine often more than the answer itself, and only to servers slower than this load.
 */
const createSpin = () => {
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

/** A connection and the request that is on its way. */
interface Lane {
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
  const lanes = new Set<Lane>();
  const idle: Lane[] = [];
  let sent = 0;
  let startedAt = Number.POSITIVE_INFINITY;
  let finish: () => void;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });

  const dueAt = (now: number) => (rate === undefined ? now : startedAt + (sent * 1000) / rate);

  /** Sends whatever is due on the connections that have nothing to do. */
  const dispatch = () => {
    const now = performance.now();
    const isOver = now >= startedAt + seconds * 1000;
    while (idle.length > 0 && !isOver && !queue.isEmpty() && dueAt(now) <= now) idle.pop()?.send(dueAt(now));
    if (tally.calls === sent && (isOver || queue.isEmpty())) finish();
  };

  const openLane = async (): Promise<void> => {
    let due = 0;
    let busy = false;
    let bodyKept = false;
    const connection = await openConnection(target.port, {
      answered(reader) {
        busy = false;
        tally.answered(reader, performance.now() - due, bodyKept);
        idle.push(lane);
        dispatch();
      },
      lost(reason) {
        tally.lost(reason, busy);
        lanes.delete(lane);
        if (!busy) idle.splice(idle.indexOf(lane), 1);
        void openLane().then(dispatch);
      },
    });
    const lane: Lane = {
      send(dueSince) {
        due = dueSince;
        busy = true;
        bodyKept = sent++ % COMPARE_EVERY === 0;
        connection.send(queue.take(), bodyKept);
      },
      end: connection.end,
    };
    lanes.add(lane);
    idle.push(lane);
  };

  await Promise.all(Array.from({ length: target.connections }, openLane));
  startedAt = performance.now();
  dispatch();
  const pacer = setInterval(dispatch, PACE_MS);
  const stayAwake = target.yields ? undefined : createSpin();
  await finished;
  stayAwake?.stop();
  const elapsed = performance.now() - startedAt;
  clearInterval(pacer);
  for (const lane of lanes) lane.end();
  return { ...tally.report(), seconds: elapsed / 1000 };
};

process.once("disconnect", () => process.exit());
process.once("message", (target: LoadTarget) => {
  const parts: Parts = { target, queue: createQueue(target), check: createAnswerCheck(target.expected) };
  process.on("message", async (options: LoadRun) => process.send?.(await run(parts, options)));
});
