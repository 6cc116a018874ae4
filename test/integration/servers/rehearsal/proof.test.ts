import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRehearsalServer, type RehearsalServer } from "../../../fixtures/rehearsal/rehearsal-server.ts";
import { sampleOf, shippedNames } from "../../../fixtures/rehearsal/shipped.ts";

const names = await shippedNames();

/** Gold passes, every canary fails by its check, and each check is needed. */
const problemsOf = async (server: RehearsalServer, name: string): Promise<unknown> => {
  const { status, body } = await server.admin("POST", "/scenarios/check", { scenario: name });
  expect(status).toBe(200);
  return [...body.problems, ...(body.remarks ?? [])];
};

describe("every shipped scenario", () => {
  let server: RehearsalServer;
  beforeAll(async () => {
    server = await openRehearsalServer();
  });
  afterAll(() => server.close());

  it.each(names)("tells right from wrong: %s", async (name) => {
    expect(await problemsOf(server, name)).toEqual([]);
  });

  it("can be listed", async () => {
    const { scenarios } = (await server.admin("GET", "/scenarios")).body;
    const wrong = scenarios.filter(({ problem }: { problem?: string }) => problem !== undefined);
    expect(wrong).toEqual([]);
    expect(scenarios).toHaveLength(names.length);
  });
});

describe("a scenario of each category over LMDB", () => {
  let server: RehearsalServer;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "taxiway-test-"));
    server = await openRehearsalServer({ TAXIWAY_STORE: "lmdb", TAXIWAY_DATA_DIR: folder });
  });
  afterAll(async () => {
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(sampleOf(names))("tells right from wrong: %s", async (name) => {
    expect(await problemsOf(server, name)).toEqual([]);
  });
});
