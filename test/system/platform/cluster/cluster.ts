import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { onTestFinished, vi } from "vitest";
import { type HttpTaxiway, launchHttpTaxiway } from "../../../fixtures/http-taxiway.ts";
import type { Environment } from "../../../fixtures/taxiway.ts";
import { temporaryFolder } from "../../../fixtures/temporary-folder.ts";

/** A primary with two workers, as seen by the operating system. */
export interface Cluster extends HttpTaxiway {
  pids(): readonly number[];
  /** Opens a connection, which the next worker accepts. */
  connect(): Promise<Line>;
  /** Opens a connection to each worker. */
  connectToEach(): Promise<[Line, Line]>;
  /** Kills all its processes. */
  end(): Promise<void>;
}

/** A persistent connection, which stays with its worker. */
export interface Line {
  readonly pid: number;
  ask(method: string, path: string, headers: Record<string, string>, body?: string): Promise<Heard>;
  /** Returns the response as a stream. */
  open(method: string, path: string, headers: Record<string, string>, body?: string): Promise<IncomingMessage>;
}

export interface Heard {
  readonly status: number | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** Starts a cluster; the caller stops it. */
export const launchCluster = async (env: Environment): Promise<Cluster> => {
  const taxiway = await launchHttpTaxiway({ TAXIWAY_WORKERS: "2", RATE_LIMIT_ENABLED: "false", ...env });
  const pids = (): number[] => childrenOf(taxiway.child.pid as number);

  const connect = async (): Promise<Line> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    let socket: Socket | undefined;
    const open: Line["open"] = (method, path, headers, body) =>
      new Promise((resolve, reject) => {
        const asking = request({ host: "127.0.0.1", port: taxiway.port, agent, method, path, headers }, resolve);
        asking.on("error", reject).on("socket", (used) => {
          socket = used;
        });
        asking.end(body);
      });
    const ask: Line["ask"] = async (...question) => {
      const response = await open(...question);
      let text = "";
      for await (const piece of response.setEncoding("utf8")) text += piece;
      return { status: response.statusCode, headers: response.headers, body: text };
    };
    await ask("GET", "/health", {});
    const pid = await vi.waitFor(() => holderOf(socket?.localPort as number, taxiway.port, pids()));
    return { pid, open, ask };
  };

  const connectToEach = async (): Promise<[Line, Line]> => {
    const [one = 0, other = 0] = pids();
    const lines = new Map<number, Line>();
    for (let attempt = 0; attempt < 40; attempt++) {
      const line = await connect();
      lines.set(line.pid, line);
      const [first, second] = [lines.get(one), lines.get(other)];
      if (first && second) return [first, second];
    }
    throw new Error(`40 connections went to ${[...lines.keys()]}, not to each of ${one} and ${other}`);
  };

  return {
    ...taxiway,
    pids,
    connect,
    connectToEach,
    async end() {
      // A worker that a failed test left stopped would never end by itself.
      for (const pid of pids()) kill(pid, "SIGKILL");
      await taxiway.stop();
    },
  };
};

/** The same for one test, stopped when it ends. */
export const startCluster = async (env: Environment = {}): Promise<Cluster> => {
  const cluster = await launchCluster({ TAXIWAY_DATA_DIR: temporaryFolder(), ...env });
  onTestFinished(cluster.end);
  return cluster;
};

export const childrenOf = (pid: number): number[] => {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
    return children.split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
};

export const kill = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended already.
  }
};

export const isAlive = (pid: number): boolean => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
};

/** Returns the process that has the server's end of this connection open. */
const holderOf = (clientPort: number, serverPort: number, pids: readonly number[]): number => {
  const ending = (port: number) => `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const row = readFileSync("/proc/net/tcp", "utf8")
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .find(([, local, remote]) => local?.endsWith(ending(serverPort)) && remote?.endsWith(ending(clientPort)));
  const socket = `socket:[${row?.[9]}]`;
  const holder = pids.find((pid) => descriptorsOf(pid).includes(socket));
  if (holder === undefined) throw new Error(`no worker holds ${socket}`);
  return holder;
};

const descriptorsOf = (pid: number): string[] =>
  readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${fd}`)];
    } catch {
      return [];
    }
  });
