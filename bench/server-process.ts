import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { cpuSeconds, residentMemory } from "./process-figures.ts";

/** How to start a server, and what to say to it. */
export interface ServerCommand {
  /** Arguments of node. */
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface Pumped {
  readonly calls: number;
  readonly seconds: number;
  readonly bytes: number;
}

/** A server under measurement. The client's side does as little as it can: it counts ends of lines. */
export interface ServerProcess {
  readonly startedAt: number;
  /** Sends lines as they are and resolves to the next `answers` lines that come back, parsed. */
  ask(lines: readonly string[], answers: number): Promise<readonly Answer[]>;
  /** Keeps `inFlight` requests on their way until `calls` were made or `seconds` have passed. */
  pump(options: PumpOptions): Promise<Pumped>;
  /** Seconds of CPU, all threads, user and system. */
  cpuSeconds(): number;
  /** Megabytes. */
  residentMemory(): number;
  end(): Promise<void>;
}

export interface Answer {
  readonly id?: number;
  readonly result?: { readonly isError?: boolean; readonly [member: string]: unknown };
}

export interface PumpOptions {
  /** The line of the request with this number, its end included. */
  readonly request: (id: number) => string;
  readonly inFlight: number;
  readonly calls?: number;
  readonly seconds?: number;
}

const NEWLINE = 0x0a;
/** Every answer of a search that found something is longer; an error is shorter. */
const SHORTEST_ANSWER = 1500;

export const startServer = ({ args, env = {} }: ServerCommand): ServerProcess => {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, {
    stdio: ["pipe", "pipe", "inherit"],
    // Without warnings: the SDK adds listeners for every write under way, and Node warns of a leak that is none.
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], NODE_NO_WARNINGS: "1", ...env },
  });
  const gone = once(child, "exit");

  return {
    startedAt,
    ask: (lines, answers) => ask(child, lines, answers),
    pump: (options) => pump(child, options),
    cpuSeconds: () => cpuSeconds(child.pid as number),
    residentMemory: () => residentMemory(child.pid as number),
    async end() {
      child.stdin.end();
      child.stdout.resume();
      await gone;
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
  new Promise<Pumped>((resolve, reject) => {
    const startedAt = performance.now();
    const deadline = startedAt + seconds * 1000;
    let sent = 0;
    let received = 0;
    let bytes = 0;
    let unfinished = 0;

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
        if (unfinished + end - start < SHORTEST_ANSWER) {
          stop();
          reject(new Error(`Not the answer to a search: ${chunk.toString("utf8", start, end)}`));
          return;
        }
        arrived++;
        unfinished = 0;
        start = end + 1;
      }
      unfinished += chunk.length - start;
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
