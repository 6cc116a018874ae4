import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  call,
  LONDON,
  openRehearsalServer,
  type RehearsalServer,
  request,
} from "../../../fixtures/rehearsal/rehearsal-server.ts";

let server: RehearsalServer;
beforeAll(async () => {
  server = await openRehearsalServer({ TAXIWAY_RUNS_AT_ONCE: "3" });
});
afterAll(() => server.close());

describe("scenarios", () => {
  it("that are shipped can be listed, read, started and proven by name", async () => {
    const { scenarios } = (await server.admin("GET", "/scenarios")).body;
    const first = scenarios.find(({ name }: { name: string }) => name === "simple/one-way");
    expect(first).toMatchObject({ source: "shipped", category: expect.any(String), digest: expect.any(String) });
    const { body } = await server.admin("GET", `/scenarios/${encodeURIComponent(first.name)}`);
    expect(body).toMatchObject({
      name: first.name,
      digest: first.digest,
      text: expect.stringContaining("scenario: 1"),
    });
    const proof = await server.admin("POST", "/scenarios/check", { scenario: first.name });
    expect(proof.body).toMatchObject({ id: first.name, digest: first.digest, ok: expect.any(Boolean) });
    expect(proof.body.gold.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
    expect(proof.body.canaries).toContainEqual({
      name: "nothing",
      failed: expect.arrayContaining([expect.any(String)]),
    });
  });

  it("of a tenant are saved under a name, and read as they were written", async () => {
    const saved = await server.admin("PUT", "/scenarios/own%2Flondon", { text: LONDON });
    expect(saved).toMatchObject({ status: 200, body: { name: "own/london", category: "simple" } });
    const listed = (await server.admin("GET", "/scenarios")).body.scenarios;
    expect(listed.find(({ name }: { name: string }) => name === "own/london")).toMatchObject({ source: "own" });
    const run = await server.admin("POST", "/runs", { scenario: "own/london", seed: "other" });
    expect(run.status).toBe(201);
    expect((await server.admin("GET", `/runs/${run.body.id}`)).body).toMatchObject({ seed: "other", state: "open" });
    await server.admin("POST", `/runs/${run.body.id}/close`);
  });

  it.each([
    ["is not there", { scenario: "no/such" }, 404, /There is no scenario 'no\/such'/],
    ["is missing", {}, 400, /either scenario or inline/],
    ["is there twice", { scenario: "a", inline: LONDON }, 400, /either scenario or inline/],
    ["cannot be read", { inline: LONDON.replace("simple\n", "simple\nsurprise: 1\n") }, 400, /Line 6: .*surprise/],
    ["is not YAML", { inline: "{ scenario: 1" }, 400, /Line 1: This is neither YAML nor JSON/],
  ])("are refused with the reason: one that %s", async (_, body, status, message) => {
    const answer = await server.admin("POST", "/runs", body);
    expect([answer.status, answer.body.error.message]).toEqual([status, expect.stringMatching(message)]);
  });

  it("have names that are safe in addresses", async () => {
    const answer = await server.admin("PUT", "/scenarios/..%2F..%2Fetc", { text: LONDON });
    expect([answer.status, answer.body.error.field]).toEqual([400, "name"]);
  });
});

describe("runs", () => {
  it("are listed newest first, in pages", async () => {
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) {
      const { id } = await server.start(LONDON, { label: `run ${i}` });
      ids.unshift(id);
      await server.admin("POST", `/runs/${id}/close`);
    }
    const first = (await server.admin("GET", "/runs?limit=2")).body;
    const second = (await server.admin("GET", `/runs?limit=2&cursor=${first.next_cursor}`)).body;
    const listed = [...first.runs, ...second.runs].map(({ id }: { id: string }) => id);
    expect(listed.slice(0, 3)).toEqual(ids);
  });

  it("are limited: no further one starts until one is closed", async () => {
    const open = [await server.start(LONDON), await server.start(LONDON), await server.start(LONDON)];
    const refused = await server.admin("POST", "/runs", { inline: LONDON });
    expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringMatching(/^3 runs are open/)]);
    await server.admin("POST", `/runs/${open[0]?.id}/close`);
    const next = await server.start(LONDON);
    for (const { id } of [...open.slice(1), next]) await server.admin("POST", `/runs/${id}/close`);
  });

  it("that do not exist have neither journal nor verdict", async () => {
    for (const [method, path] of [
      ["GET", "/runs/r-AAAAAAAAAA"],
      ["GET", "/runs/r-AAAAAAAAAA/journal"],
      ["POST", "/runs/r-AAAAAAAAAA/close"],
    ] as const) {
      expect((await server.admin(method, path)).status).toBe(404);
    }
  });

  it("are deleted with their journal, and stop at once", async () => {
    const { id, mcp_url: url } = await server.start(LONDON);
    await call(url, "listBookings");
    expect((await server.admin("DELETE", `/runs/${id}`)).status).toBe(204);
    for (const path of [`/runs/${id}`, `/runs/${id}/journal`]) {
      expect((await server.admin("GET", path)).status).toBe(404);
    }
    expect((await request(url, "tools/list")).status).toBe(404);
    expect((await server.admin("GET", "/runs?limit=200")).text).not.toContain(id);
    expect((await server.admin("DELETE", `/runs/${id}`)).status).toBe(404);
  });

  it("answer in the traveller's name when a harness leads the dialogue", async () => {
    const scenario = `${LONDON}traveller:
  facts: [{ id: seat, asked: ["seat|aisle"], answer: "An aisle seat, please." }]
  consent: { upTo: $480, otherwise: ask-cheaper }
`;
    const { id } = await server.start(scenario);
    const ask = async (text: string) => (await server.admin("POST", `/runs/${id}/traveller`, { text })).body;
    expect(await ask("Do you want an aisle seat?")).toEqual({ reply: "An aisle seat, please." });
    expect(await ask("May I book it for $470.00?")).toEqual({ reply: "Yes, please go ahead.", agreed: true });
    expect(await ask("Can I take one for $490?")).toEqual({
      ...{ reply: "Is there anything for $480.00 or less?", agreed: false },
    });
    expect(await ask("What is your mother's name?")).toEqual({ reply: expect.stringContaining("please decide") });
    const lines = (await server.admin("GET", `/runs/${id}/journal`)).text.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).kind)).toEqual(["asked", "asked", "asked", "asked"]);
    await server.admin("POST", `/runs/${id}/close`);
  });
});
