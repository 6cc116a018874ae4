import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { describe, expect, it, vi } from "vitest";
import { startHttpTaxiway } from "../../fixtures/http-taxiway.ts";
import { ENV, expectFastDuring, listBookings, post } from "./document-latency.ts";
import { slowOpenApi, yamlOfKeys } from "./large-documents.ts";

const documentWorkersOf = async (pid: number | undefined): Promise<number> => {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "ppid=,args="]);
  const children = stdout.split("\n").filter((line) => Number.parseInt(line, 10) === pid);
  return children.filter((line) => line.includes("connectors/documents/document-worker")).length;
};

describe("a large document of an administrator", () => {
  it.each([
    ["to draft from", "/drafts", { document: yamlOfKeys(15_000) }],
    ["to import", "/import", { document: yamlOfKeys(15_000) }],
  ])("with 15,000 keys of YAML %s does not slow down other clients", { timeout: 180_000 }, (_, path, document) =>
    expectFastDuring(path, document, 400),
  );

  it("does not keep the server from stopping", async () => {
    const taxiway = await startHttpTaxiway(ENV);
    const answer = post(taxiway.port, "/drafts", JSON.stringify({ document: slowOpenApi() }));
    await vi.waitFor(async () => expect(await documentWorkersOf(taxiway.child.pid)).toBe(1));
    await sleep(1_000);
    const start = performance.now();
    const stopped = taxiway.stop("SIGTERM");
    expect((await answer).status).toBe(503);
    expect(await (await answer).json()).toMatchObject({
      error: { kind: "unavailable", message: expect.stringContaining("the server is shutting down"), retryable: true },
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
