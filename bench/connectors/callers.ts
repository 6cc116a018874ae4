import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { LOAD_CORE, pinnedTo } from "../http/cores.ts";
import type { Call } from "../requests.ts";

/** What callers send again and again, as most programs do it: with an HTTP client, undici. */
export interface CallTarget {
  readonly port: number;
  readonly path: string;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  /** A call gets another id each time. */
  readonly body?: string | Call;
  /** Stands in every good answer, and in no other. */
  readonly answered: string;
}

export interface CallersRun {
  /** Each sends the next as soon as it has read the last one's answer. */
  readonly callers: number;
  readonly seconds: number;
}

export interface CallersReport {
  readonly calls: number;
  readonly seconds: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly problem?: string;
}

/** Callers in a process of their own. */
export interface Callers {
  /** Throws on a wrong answer. */
  run(run: CallersRun): Promise<CallersReport>;
  end(): void;
}

const PROGRAM = join(import.meta.dirname, "callers-process.ts");

export const startCallers = (target: CallTarget): Callers => {
  const pinned = [...pinnedTo(LOAD_CORE), process.execPath, ...process.execArgv];
  const [execPath, ...execArgv] = pinned as [string, ...string[]];
  const child = fork(PROGRAM, { execPath, execArgv });
  child.send(target);
  const gone = ended(child);
  // Whoever waits for a report hears of it; after the last one it is as it should be.
  gone.catch(() => undefined);
  return {
    async run(run) {
      child.send(run);
      const [report] = (await Promise.race([once(child, "message"), gone])) as [CallersReport];
      if (report.problem !== undefined) throw new Error(`A call of ${target.path} went wrong: ${report.problem}`);
      return report;
    },
    end: () => child.disconnect(),
  };
};

const ended = async (child: ReturnType<typeof fork>): Promise<never> => {
  const [code] = await once(child, "exit");
  throw new Error(`The callers' process ended with ${code}.`);
};
