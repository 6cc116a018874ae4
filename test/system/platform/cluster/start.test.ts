import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Environment, environmentOf, MAIN } from "../../../fixtures/taxiway.ts";
import { temporaryFolder } from "../../../fixtures/temporary-folder.ts";
import { childrenOf, kill } from "./cluster.ts";

const start = (env: Environment) => {
  const folder = temporaryFolder();
  const child = spawn(process.execPath, [MAIN, "serve"], {
    env: environmentOf({ HTTP_PORT: "0", TAXIWAY_DATA_DIR: folder, ...env }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      said[name] += text;
    });
  }
  const ended = once(child, "close").then(([code]) => ({ code, ...said }));
  return { pid: child.pid as number, ended };
};

const takenPort = async (): Promise<string> => {
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await once(other, "listening");
  return String((other.address() as { port: number }).port);
};

/** 203.0.113.0/24 is reserved for documentation: no machine has such an address. */
const PROBLEMS: Readonly<Record<string, () => Environment | Promise<Environment>>> = {
  "a port that is taken": async () => ({ HTTP_PORT: await takenPort() }),
  "an address of another machine": () => ({ HTTP_HOST: "203.0.113.7" }),
  "a host that is not there": () => ({ HTTP_HOST: "nowhere.invalid" }),
  "a data folder that is a file": () => {
    const file = join(temporaryFolder(), "taken");
    writeFileSync(file, "");
    return { TAXIWAY_DATA_DIR: file };
  },
};

for (const workers of ["1", "3"]) {
  describe(`a start with TAXIWAY_WORKERS=${workers}`, () => {
    for (const [name, problem] of Object.entries(PROBLEMS)) {
      it(`reports once ${name}`, async () => {
        const env = await problem();
        const { code, stdout, stderr } = await start({ ...env, TAXIWAY_WORKERS: workers }).ended;
        expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
        expect(stderr.trimEnd().split("\n")).toHaveLength(1);
        expect(stderr).toContain(Object.values(env)[0]);
        expect(stderr).toMatch(/HTTP_PORT|HTTP_HOST|data folder/);
      });
    }
  });
}

it("a primary whose workers die before they serve eventually exits", async () => {
  const primary = start({ TAXIWAY_WORKERS: "2" });
  const murders = setInterval(() => {
    for (const pid of childrenOf(primary.pid)) kill(pid, "SIGKILL");
  }, 10);
  onTestFinished(() => clearInterval(murders));
  const { code, stdout, stderr } = await primary.ended;
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain("The workers keep ending (SIGKILL).");
});
