import { afterAll, beforeAll, expect, it } from "vitest";
import {
  bookLondon,
  LONDON,
  openRehearsalServer,
  type RehearsalServer,
} from "../../../fixtures/rehearsal/rehearsal-server.ts";

let server: RehearsalServer;
const keys: Record<string, string> = {};
beforeAll(async () => {
  server = await openRehearsalServer({
    TAXIWAY_AUTH: "keys",
    RATE_LIMIT_ENABLED: "true",
    RATE_LIMIT_PER_MINUTE: "100",
  });
  for (const tenant of ["acme", "globex"]) {
    keys[tenant] = (await server.admin("POST", "/keys", { name: "harness", tenant, admin: true })).body.key;
  }
});
afterAll(() => server.close());

it("a run and a scenario of one tenant do not exist for another", async () => {
  const { acme, globex } = keys as { readonly acme: string; readonly globex: string };
  const run = await server.start(LONDON, { label: "ours" }, acme);
  expect((await server.admin("PUT", "/scenarios/ours", { text: LONDON }, acme)).status).toBe(200);
  for (const [method, path, body] of [
    ["GET", `/runs/${run.id}`],
    ["GET", `/runs/${run.id}/journal`],
    ["POST", `/runs/${run.id}/close`],
    ["POST", `/runs/${run.id}/traveller`, { text: "Hello?" }],
    ["GET", "/scenarios/ours"],
    ["POST", "/runs", { scenario: "ours" }],
  ] as const) {
    expect([path, (await server.admin(method, path, body, globex)).status]).toEqual([path, 404]);
    if (method === "GET") expect([path, (await server.admin(method, path, body, acme)).status]).toEqual([path, 200]);
  }
  expect((await server.admin("GET", "/runs", undefined, globex)).body.runs).toEqual([]);
  expect((await server.admin("GET", "/runs", undefined, acme)).body.runs).toMatchObject([
    { id: run.id, label: "ours" },
  ]);
  const listed = (await server.admin("GET", "/scenarios", undefined, globex)).body.scenarios;
  expect(listed.map(({ name }: { name: string }) => name)).not.toContain("ours");
});

it("the agent of a run needs no key, and more requests than its address may make elsewhere", async () => {
  const run = await server.start(LONDON, {}, keys["acme"]);
  await bookLondon(run.mcp_url);
  const asked = Array.from({ length: 150 }, () => fetch(run.mcp_url.replace(/mcp$/, "brief")));
  expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]));
  const closed = await server.admin("POST", `/runs/${run.id}/close`, undefined, keys["acme"]);
  expect(closed.body).toMatchObject({ verdict: "pass" });
});
