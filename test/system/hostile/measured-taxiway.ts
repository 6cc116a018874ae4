import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { type Environment, type Exit, environmentOf, MAIN } from "../../fixtures/taxiway.ts";

/** The load of an idle server; the connection that reads it counts. */
export const AT_REST = { connections: 1, streams: 0, requests_in_flight: 0 } as const;

export interface HttpTaxiway {
  readonly port: number;
  readonly pid: number;
  /** All log lines so far. */
  readonly log: readonly string[];
  readonly exited: Promise<Exit>;
  /** Returns open connections, streams and requests from /metrics. */
  load(): Promise<Record<string, number>>;
  /** Returns the used bytes of the heap after garbage collection. */
  heapUsed(): Promise<number>;
  stop(): Promise<Exit>;
}

/** Starts the built product over HTTP on a free port. Stopped when the test ends. */
export const startHttpTaxiway = async (env: Environment = {}): Promise<HttpTaxiway> => {
  const child = spawn(process.execPath, ["--import", join(import.meta.dirname, "measured-memory.mjs"), MAIN, "serve"], {
    env: environmentOf({ HTTP_PORT: "0", TAXIWAY_STORE: "memory", RATE_LIMIT_ENABLED: "false", ...env }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = once(child, "close").then(([code, signal]): Exit => ({ code, signal }));
  const log: string[] = [];
  const measured: ((bytes: number) => void)[] = [];
  createInterface({ input: child.stderr }).on("line", (line) => {
    const heap = /^\{"heapUsed":(\d+)\}$/.exec(line)?.[1];
    if (heap === undefined) log.push(line);
    else measured.shift()?.(Number(heap));
  });
  const stop = (): Promise<Exit> => {
    child.kill("SIGTERM");
    return exited;
  };
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await exited;
  });

  for await (const line of createInterface({ input: child.stdout })) {
    const port = /http:\/\/127\.0\.0\.1:(\d+)\/mcp/.exec(line)?.[1];
    if (port === undefined) continue;
    child.stdout.resume();
    return {
      port: Number(port),
      pid: child.pid ?? 0,
      log,
      exited,
      async load() {
        const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { connection: "close" } });
        const readings = (await answer.text()).matchAll(
          /^taxiway_http_(connections|streams|requests_in_flight) (\d+)$/gm,
        );
        return Object.fromEntries([...readings].map(([, name, value]) => [name, Number(value)]));
      },
      heapUsed: () =>
        new Promise((resolve, reject) => {
          measured.push(resolve);
          void exited.then(() => reject(new Error("Taxiway has ended")));
          child.kill("SIGUSR2");
        }),
      stop,
    };
  }
  throw new Error(`Taxiway ended before it listened: ${log.join("\n")}`);
};

/** Returns log lines that report an internal problem. */
export const complaintsIn = (log: readonly string[]): string[] =>
  log.filter((line) => /"level":"(?:error|fatal)"|unhandled|Warning/i.test(line) || !line.startsWith("{"));
