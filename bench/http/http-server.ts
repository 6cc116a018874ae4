import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { cpuSeconds, privateMemory, processTree } from "../process-figures.ts";
import type { ServerCommand } from "../server-process.ts";
import { pinnedTo, SERVER_CORE } from "./cores.ts";

/** A measured HTTP server with all its workers. */
export interface HttpServer {
  readonly port: number;
  cpuSeconds(): number;
  /** In megabytes, without the pages of mapped files, which belong to the store. */
  privateMemory(): number;
  end(): Promise<void>;
}

const STOP_TIMEOUT_MS = 15_000;

/** Resolves when the server has printed its address. */
export const startHttpServer = async ({ args, env = {} }: ServerCommand, cores = SERVER_CORE): Promise<HttpServer> => {
  const [program, ...programArgs] = [...pinnedTo(cores), process.execPath, ...args] as [string, ...string[]];
  const child = spawn(program, programArgs, {
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
  const ended = once(child, "exit");
  const sum = (figure: (pid: number) => number) => () =>
    processTree(child.pid as number).reduce((total, pid) => total + figure(pid), 0);

  return {
    port: await printedPort(createInterface(child.stdout), args),
    cpuSeconds: sum(cpuSeconds),
    privateMemory: sum(privateMemory),
    async end() {
      child.kill("SIGTERM");
      const timeout = setTimeout(kill, STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(timeout);
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
    lines.once("close", () => reject(new Error(`The server ended before it printed its address: ${args.join(" ")}`)));
  });
