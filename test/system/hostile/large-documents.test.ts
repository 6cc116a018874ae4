import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { describe, expect, it, vi } from "vitest";
import { startHttpTaxiway } from "../../fixtures/http-taxiway.ts";
import { largeOpenApi, slowYaml, yamlOfKeys } from "./large-documents.ts";
import { message, modernHeaders, withEnvelope } from "./requests.ts";

const TOKEN = "token-of-the-operator-in-tests";
const ENV = { TAXIWAY_STORE: "memory", TAXIWAY_ADMIN_TOKEN: TOKEN, RATE_LIMIT_ENABLED: "false" };
const LIST = { method: "tools/call", params: withEnvelope({ name: "listBookings", arguments: {} }) };
const LIST_HEADERS = Object.fromEntries(modernHeaders(LIST).filter(([name]) => name !== "Host"));

const post = (port: number, path: string, body: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}/admin${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${TOKEN}` },
    body,
  });

const listBookings = async (port: number): Promise<void> => {
  const body = JSON.stringify(message(1, LIST));
  const answer = await fetch(`http://127.0.0.1:${port}/mcp`, { method: "POST", headers: LIST_HEADERS, body });
  expect(answer.status).toBe(200);
  await answer.arrayBuffer();
};

/** Calls of another client, started every 10 ms regardless of earlier answers, until the work is done. */
const latenciesDuring = async (port: number, work: Promise<unknown>): Promise<number[]> => {
  const latencies: Promise<number>[] = [];
  let done = false;
  const ended = work.finally(() => {
    done = true;
  });
  const start = performance.now();
  for (let due = start; !done; due += 10) {
    await sleep(Math.max(0, due - performance.now()));
    latencies.push(listBookings(port).then(() => performance.now() - due));
  }
  await ended;
  return (await Promise.all(latencies)).sort((a, b) => a - b);
};

const p99 = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length * 0.99)] as number;

/** Measured on a quiet machine: 6 to 35 ms. */
const MEASURED_P99_MS = 35;

const documentWorkersOf = async (pid: number | undefined): Promise<number> => {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "ppid=,args="]);
  const children = stdout.split("\n").filter((line) => Number.parseInt(line, 10) === pid);
  return children.filter((line) => line.includes("connectors/documents/document-worker")).length;
};

describe("a large document of an administrator", () => {
  it.each([
    ["15,000 keys of YAML to draft from", "/drafts", { openapi: yamlOfKeys(15_000) }, 400],
    ["300,000 keys of YAML to draft from", "/drafts", { openapi: yamlOfKeys(300_000) }, 400],
    ["15,000 keys of YAML to import", "/import", { document: yamlOfKeys(15_000) }, 400],
    ["450 operations in 3.6 MB to draft from", "/drafts", { openapi: largeOpenApi() }, 201],
  ])("with %s does not slow down other clients", { timeout: 180_000 }, async (_, path, body, status) => {
    const { port } = await startHttpTaxiway(ENV);
    const other = await startHttpTaxiway(ENV);
    const sent = JSON.stringify(body);
    for (let call = 0; call < 100; call++) await Promise.all([listBookings(port), listBookings(other.port)]);
    const answer = post(port, path, sent);
    // The other server reads no document: if it is slow too, the machine is.
    const both = await Promise.all([latenciesDuring(port, answer), latenciesDuring(other.port, answer)]);
    const [reading, idle] = both.map(p99) as [number, number];
    expect((await answer).status).toBe(status);
    expect(reading).toBeLessThan(idle + 10 * MEASURED_P99_MS);
  });

  it("does not keep the server from stopping", async () => {
    const taxiway = await startHttpTaxiway(ENV);
    const answer = post(taxiway.port, "/import", JSON.stringify({ document: slowYaml(300_000) }));
    await vi.waitFor(async () => expect(await documentWorkersOf(taxiway.child.pid)).toBe(1));
    await sleep(1_000);
    const start = performance.now();
    const stopped = taxiway.stop("SIGTERM");
    expect((await answer).status).toBe(503);
    expect(await (await answer).json()).toMatchObject({
      error: { kind: "unavailable", message: expect.stringContaining("the server is stopping"), retryable: true },
    });
    expect(await stopped).toEqual({ code: 0, signal: null });
    // Measured: 1.5 s, of which 1 s is for documents that are almost done.
    expect(performance.now() - start).toBeLessThan(15_000);
    expect(await documentWorkersOf(taxiway.child.pid)).toBe(0);
  });

  it("starts the first document worker", async () => {
    const { port, child } = await startHttpTaxiway(ENV);
    await listBookings(port);
    expect(await documentWorkersOf(child.pid)).toBe(0);
    expect((await post(port, "/import", JSON.stringify({ document: "connector: 1" }))).status).toBe(400);
    expect(await documentWorkersOf(child.pid)).toBe(1);
  });
});
