import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { type Environment, environmentOf, MAIN } from "../../fixtures/taxiway.ts";

export interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

/** Runs a command of the built product to its end. */
export const runTaxiway = async (args: readonly string[], env: Environment): Promise<Ran> => {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: environmentOf(env),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { stdout, stderr, code: code as number | null };
};
