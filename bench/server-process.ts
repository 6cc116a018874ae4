import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { cpuSeconds, residentMemory } from "./process-figures.ts";

/** The command that starts a server. */
export interface ServerCommand {
  /** The arguments of node. */
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface PumpReport {
  readonly calls: number;
  readonly seconds: number;
  readonly bytes: number;
}

/** A measured server on stdio. The client does as little work as possible: it counts line ends. */
export interface ServerProcess {
  readonly startedAt: number;
  /** Sends the lines and resolves to the next `answers` lines of the server, parsed. */
  ask(lines: readonly string[], answers: number): Promise<readonly Answer[]>;
  /** Keeps `inFlight` requests pending until `calls` have been made or `seconds` have passed. */
  pump(options: PumpOptions): Promise<PumpReport>;
  /** CPU seconds of all threads, user and system. */
  cpuSeconds(): number;
  /** In megabytes. */
  residentMemory(): number;
  end(): Promise<void>;
}

export interface Answer {
  readonly id?: number;
  readonly result?: { readonly isError?: boolean; readonly [member: string]: unknown };
}

export interface PumpOptions {
  /** Returns the line of the request with this number, with its line end. */
  readonly request: (id: number) => string;
  readonly inFlight: number;
  readonly calls?: number;
  readonly seconds?: number;
}

const NEWLINE = 0x0a;
/** Search results are longer than this, and errors shorter. */
const SHORTEST_ANSWER = 800;

export const startServer = ({ args, env = {} }: ServerCommand): ServerProcess => {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, {
    stdio: ["pipe", "pipe", "inherit"],
    // The SDK adds a listener for every pending write, for which Node would print leak warnings.
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], NODE_NO_WARNINGS: "1", ...env },
  });
  const ended = once(child, "exit");

  return {
    startedAt,
    ask: (lines, answers) => ask(child, lines, answers),
    pump: (options) => pump(child, options),
    cpuSeconds: () => cpuSeconds(child.pid as number),
    residentMemory: () => residentMemory(child.pid as number),
    async end() {
      child.stdin.end();
      child.stdout.resume();
      await ended;
    },
  };
};

type Child = ChildProcessByStdio<Writable, Readable, null>;

const ask = (child: Child, lines: readonly string[], answers: number): Promise<readonly Answer[]> =>
  new Promise((resolve) => {
    let received = Buffer.alloc(0);
    const listen = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const complete = received.toString().split("\n").slice(0, -1);
      if (complete.length < answers) return;
      child.stdout.off("data", listen);
      resolve(complete.map((line) => JSON.parse(line) as Answer));
    };
    child.stdout.on("data", listen);
    child.stdin.write(lines.map((line) => `${line}\n`).join(""));
  });

const pump = (child: Child, { request, inFlight, calls = Infinity, seconds = Infinity }: PumpOptions) =>
  new Promise<PumpReport>((resolve, reject) => {
    const startedAt = performance.now();
    const deadline = startedAt + seconds * 1000;
    let sent = 0;
    let received = 0;
    let bytes = 0;
    let partialLine = 0;

    const send = (count: number) => {
      let lines = "";
      for (let i = 0; i < count && sent < calls; i++) lines += request(++sent);
      if (lines !== "") child.stdin.write(lines);
    };
    const stop = () => child.stdout.off("data", listen);
    const listen = (chunk: Buffer) => {
      let arrived = 0;
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        if (partialLine + end - start < SHORTEST_ANSWER) {
          stop();
          reject(new Error(`The answer is too short for a search result: ${chunk.toString("utf8", start, end)}`));
          return;
        }
        arrived++;
        partialLine = 0;
        start = end + 1;
      }
      partialLine += chunk.length - start;
      received += arrived;
      bytes += chunk.length;
      if (arrived > 0 && performance.now() < deadline) send(arrived);
      if (received < sent) return;
      stop();
      resolve({ calls: received, seconds: (performance.now() - startedAt) / 1000, bytes });
    };
    child.stdout.on("data", listen);
    send(inFlight);
  });
