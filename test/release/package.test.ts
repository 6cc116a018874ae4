import { type ExecFileOptions, execFile, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import type { Lock } from "../../scripts/package/pinned.ts";
import { startHttpTaxiway } from "../fixtures/http-taxiway.ts";
import { npmEnvironment } from "../fixtures/npm.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";
import { firstRequest } from "../system/first-contact/documents.ts";
import { freshTree } from "./fresh-tree.ts";

const run = async (command: string, options: ExecFileOptions): Promise<string> =>
  String((await promisify(execFile)("sh", ["-c", command], options)).stdout);

/** The first line that `npx taxiway` answers. */
const askOnStdio = async (request: object, options: SpawnOptions): Promise<string> => {
  const child = spawn("npx", ["taxiway"], { ...options, stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.write(`${JSON.stringify(request)}\n`);
  let answer = "";
  for await (const part of child.stdout.setEncoding("utf8")) {
    answer += part;
    if (answer.includes("\n")) break;
  }
  // npx ends when the program does, and that when its stdin does.
  child.stdin.end();
  await once(child, "exit");
  return answer;
};

const lockIn = (path: string): Lock => JSON.parse(readFileSync(path, "utf8")) as Lock;

/** Versions by path; of a package that another one has for itself the range decides, so it is not in here. */
const versionsIn = ({ packages }: Lock): Map<string, string> =>
  new Map(
    Object.entries(packages)
      .filter(([path]) => path.lastIndexOf("node_modules/") === 0)
      .map(([path, { version }]) => [path, version]),
  );

it("the packed package installs with the locked versions in an empty folder, and serves", async () => {
  const tree = freshTree();
  const env = npmEnvironment();
  const manifest = (): string => readFileSync(join(tree, "package.json"), "utf8");
  const before = manifest();
  const tarball = (await run("npm pack --silent", { cwd: tree, env })).trim();
  expect(manifest()).toBe(before);

  const cwd = temporaryFolder();
  await run(`npm install ${join(tree, tarball)}`, { cwd, env });
  const locked = versionsIn(lockIn(join(tree, "package-lock.json")));
  const installed = versionsIn(lockIn(join(cwd, "node_modules/.package-lock.json")));
  expect(installed.delete("node_modules/taxiway")).toBe(true);
  expect(installed.size).toBeGreaterThan(90);
  expect([...installed].filter(([path, version]) => locked.get(path) !== version)).toEqual([]);

  const search = {
    ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
    params: {
      name: "searchFlights",
      arguments: { origin: "LAX", destination: "JFK", departureDate: "2027-03-10", maxResults: 3 },
    },
  };
  const memory = { TAXIWAY_STORE: "memory" };
  const answer = await askOnStdio(search, { cwd, env: { ...env, ...memory } });
  expect(JSON.parse(answer).result.structuredContent.flights).toHaveLength(3);

  const program = { command: join(cwd, "node_modules/.bin/taxiway"), args: [], cwd };
  const { port } = await startHttpTaxiway({ CLOCK: "system", ...memory }, ["serve"], program);
  const found = await run(firstRequest(port), { cwd });
  expect(JSON.parse(found).result.structuredContent.flights).not.toEqual([]);
});
