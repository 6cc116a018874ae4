import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { cpuSeconds, family, privateMemory } from "../process-figures.ts";
import type { ServerCommand } from "../server-process.ts";
import { pinnedTo, SERVER_CORE } from "./cores.ts";

/** A server on HTTP under measurement, with all its workers. */
export interface HttpServer {
  readonly port: number;
  cpuSeconds(): number;
  /** Megabytes that are the server's own; the pages of a mapped file are the store's. */
  privateMemory(): number;
  end(): Promise<void>;
}

const END_WITHIN_MS = 15_000;

/** Resolves when it has printed where it listens. */
export const startHttpServer = async ({ args, env = {} }: ServerCommand, cores = SERVER_CORE): Promise<HttpServer> => {
  const [program, ...words] = [...pinnedTo(cores), process.execPath, ...args] as [string, ...string[]];
  const child = spawn(program, words, {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      NODE_NO_WARNINGS: "1",
      NODE_ENV: "production",
      ...env,
    },
  });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const gone = once(child, "exit");
  const sum = (figure: (pid: number) => number) => () =>
    family(child.pid as number).reduce((total, pid) => total + figure(pid), 0);

  return {
    port: await printedPort(createInterface(child.stdout), args),
    cpuSeconds: sum(cpuSeconds),
    privateMemory: sum(privateMemory),
    async end() {
      child.kill("SIGTERM");
      const impatience = setTimeout(kill, END_WITHIN_MS);
      await gone;
      clearTimeout(impatience);
      process.off("exit", kill);
    },
  };
};

const printedPort = (lines: ReturnType<typeof createInterface>, args: readonly string[]): Promise<number> =>
  new Promise((resolve, reject) => {
    lines.on("line", (line) => {
      const port = /http:\/\/127\.0\.0\.1:(\d+)\/mcp/.exec(line)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
    lines.once("close", () => reject(new Error(`It ended before it listened: ${args.join(" ")}`)));
  });
