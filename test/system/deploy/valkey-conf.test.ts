import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";
import { type Compose, readCompose } from "./compose-file.ts";

const deploy = resolve(import.meta.dirname, "../../../deploy");
const PASSWORD = "a long one";

/** Starts Valkey as compose.yaml does, in a folder of this test, on a socket instead of a port. */
const startScript = ({ services }: Compose, folder: string): string => {
  const script = services.valkey.entrypoint?.[2] as string;
  return `${script
    .replaceAll("/etc/valkey/", `${deploy}/`)
    .replaceAll("/run/", `${folder}/`)
    .trimEnd()} --port 0 --unixsocket ${folder}/socket`;
};

const untilReady = async (server: ChildProcess): Promise<void> => {
  const seen: string[] = [];
  for await (const line of createInterface({ input: server.stdout as NonNullable<ChildProcess["stdout"]> })) {
    seen.push(line);
    if (line.includes("Ready to accept connections")) return;
  }
  throw new Error(`Valkey ended before it was ready:\n${seen.join("\n")}`);
};

it("the deployed Valkey requires a password, evicts nothing and keeps acknowledged writes through a crash", async () => {
  const folder = temporaryFolder();
  const compose = await readCompose();
  const script = startScript(compose, folder);
  const start = async (): Promise<ChildProcess> => {
    const server = spawn("sh", ["-c", script], {
      cwd: folder,
      env: { PATH: process.env["PATH"], VALKEY_PASSWORD: `"${PASSWORD}"` },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const end = (): void => void server.kill("SIGKILL");
    onTestFinished(end);
    // In case the test run ends before its hooks have run.
    process.once("exit", end);
    await untilReady(server);
    return server;
  };
  const ask = async (password: string, ...words: string[]): Promise<string> => {
    const env = { PATH: process.env["PATH"], ...(password && { REDISCLI_AUTH: password }) };
    return (await promisify(execFile)("valkey-cli", ["-s", `${folder}/socket`, ...words], { env })).stdout.trim();
  };

  const isHealthy = (password: string): Promise<boolean> => {
    const check = compose.services.valkey.healthcheck.test[1]?.replace("valkey-cli", `valkey-cli -s ${folder}/socket`);
    const env = { PATH: process.env["PATH"], VALKEY_PASSWORD: password };
    return promisify(execFile)("sh", ["-c", check as string], { env }).then(
      () => true,
      () => false,
    );
  };

  const server = await start();
  expect(await ask("", "ping")).toMatch(/^NOAUTH/);
  expect(await isHealthy(PASSWORD)).toBe(true);
  expect(await isHealthy("another")).toBe(false);
  for (const [name, value] of [
    ["appendonly", "yes"],
    ["appendfsync", "always"],
    ["maxmemory-policy", "noeviction"],
    ["protected-mode", "yes"],
  ] as const) {
    expect(await ask(PASSWORD, "config", "get", name)).toBe(`${name}\n${value}`);
  }

  expect(await ask(PASSWORD, "set", "pnr:TEST-234567", "confirmed")).toBe("OK");
  const crashed = once(server, "exit");
  server.kill("SIGKILL");
  await crashed;
  await start();
  expect(await ask(PASSWORD, "get", "pnr:TEST-234567")).toBe("confirmed");
});
