import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { environmentOf, MAIN } from "../fixtures/taxiway.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

const REFEREES = resolve(import.meta.dirname, "../referees/node_modules");
const SUITE = join(REFEREES, "@modelcontextprotocol/conformance/dist/index.js");

/** The suite needs Node 22; the product under test stays on whatever runs this. */
const NODE =
  Number(process.versions.node.split(".")[0]) >= 22
    ? process.execPath
    : join(REFEREES, `node-${process.platform}-${process.arch}/bin/node`);

const collect = (child: ChildProcess): (() => string) => {
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (more: string) => {
      text += more;
    });
  }
  return () => text;
};

/** Starts the built product with the fixtures as a module, and returns their address. Ends with the test. */
export const serveFixtures = (): Promise<string> => {
  const child = spawn(process.execPath, ["--import", "tsx", MAIN, "serve"], {
    env: environmentOf({
      TRANSPORT_MODE: "http",
      HTTP_PORT: "0",
      TAXIWAY_MODULES: resolve(import.meta.dirname, "module.ts"),
      TAXIWAY_STORE: "memory",
      RATE_LIMIT_PER_MINUTE: "1000000",
    }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const closed = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await closed;
  });
  const said = collect(child);
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const address = /http:\/\/127\.0\.0\.1:\d+\/mcp\/conformance/.exec(line)?.[0];
      if (address !== undefined) resolve(address);
    });
    void closed.then(() => reject(new Error(`Taxiway never said where it listens: ${said()}`)));
  });
};

export interface Check {
  readonly scenario: string;
  readonly id: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  readonly description: string;
  readonly errorMessage?: string;
}

export interface Verdict {
  /** Zero when every check that counts for the revision has passed. */
  readonly exitCode: number;
  readonly checks: readonly Check[];
  /** Everything the suite said, for when it broke down itself. */
  readonly output: string;
}

/** Each scenario writes to `server-<scenario>-<time>/checks.json`. */
const SCENARIO_FOLDER = /^server-(.+)-\d{4}-\d\d-\d\dT[\dZ-]+$/;

const readChecks = (folder: string): Check[] =>
  readdirSync(folder).flatMap((name) => {
    const scenario = SCENARIO_FOLDER.exec(name)?.[1] ?? name;
    const checks = JSON.parse(readFileSync(join(folder, name, "checks.json"), "utf8")) as Omit<Check, "scenario">[];
    return checks.map((check) => ({ ...check, scenario }));
  });

/** Has the official suite judge a server by what one revision of the specification requires. */
export const judge = async (url: string, revision: string): Promise<Verdict> => {
  const folder = temporaryFolder();
  const child = spawn(NODE, [SUITE, "server", "--url", url, "--requirements", revision, "--output-dir", folder], {
    env: { PATH: process.env["PATH"] },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const said = collect(child);
  const [exitCode] = await once(child, "close");
  return { exitCode, checks: readChecks(folder), output: said() };
};
