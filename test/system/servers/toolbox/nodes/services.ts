import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

export type Health = "healthy" | "hangs" | "refuses" | "garbage";

export type Order =
  | { readonly kind: "start"; readonly count: number }
  | { readonly kind: "become"; readonly indices: readonly number[]; readonly health: Health }
  | { readonly kind: "count" };

/** Requests that reached a service. */
export interface Counts {
  readonly calls: number;
  /** Counts by tool name. */
  readonly checks: Readonly<Record<string, number>>;
  /** Requests open at the moment. */
  readonly connections: number;
}

/** Services in their own process, whose health the test sets. */
export interface Services {
  readonly ports: readonly number[];
  endpoint(index: number): string;
  become(health: Health, ...indices: number[]): Promise<void>;
  counts(): Promise<readonly Counts[]>;
  stop(): Promise<void>;
}

/** `before` is prefixed to the command, for instance to pin it to a core. */
export const startServices = async (count: number, before: readonly string[] = []): Promise<Services> => {
  const [execPath = "", ...execArgv] = [...before, process.execPath, "--import", "tsx"];
  const child = fork(join(import.meta.dirname, "services-process.ts"), { execPath, execArgv });
  const gone = once(child, "exit");
  const waiting = new Map<number, { resolve(answer: never): void; reject(error: Error): void }>();
  child.on("message", ({ number, answer, error }: { number: number; answer: never; error?: string }) => {
    const asked = waiting.get(number);
    waiting.delete(number);
    if (error === undefined) asked?.resolve(answer);
    else asked?.reject(new Error(error));
  });
  let number = 0;
  const ask = <T>(order: Order): Promise<T> =>
    new Promise((resolve, reject) => {
      waiting.set(++number, { resolve, reject });
      child.send({ number, order });
      void gone.then(() => reject(new Error("the services have ended")));
    });

  const ports = await ask<number[]>({ kind: "start", count });
  return {
    ports,
    endpoint: (index) => `http://127.0.0.1:${ports[index]}/`,
    become: (health, ...indices) => ask({ kind: "become", indices, health }),
    counts: () => ask({ kind: "count" }),
    async stop() {
      if (child.connected) child.disconnect();
      await gone;
    },
  };
};
