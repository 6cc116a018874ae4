import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

it("a process writes only JSON-RPC to stdout, and ends when its client closes stdin", async () => {
  const script = fileURLToPath(new URL("demo-stdio.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", script], { stdio: "pipe" });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk;
  });
  const gone = new Promise((resolve) => child.once("close", resolve));
  child.stdin.end('{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n{"jsonrpc":"2.0","id":2,"method":"ping"}\n');
  expect(await gone).toBe(0);
  expect(
    stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).id),
  ).toEqual([1, 2]);
  expect(stderr).toContain("a careless dependency says hello");
  expect(stderr).toContain("and another one too");
});
