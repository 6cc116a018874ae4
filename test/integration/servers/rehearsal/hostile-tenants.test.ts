import { afterAll, beforeAll, expect, it } from "vitest";
import { LONDON, openRehearsalServer, type RehearsalServer } from "../../../fixtures/rehearsal/rehearsal-server.ts";

let server: RehearsalServer;
let [acme, globex] = ["", ""];
beforeAll(async () => {
  server = await openRehearsalServer({ TAXIWAY_AUTH: "keys" });
  const keyOf = async (tenant: string): Promise<string> =>
    (await server.admin("POST", "/keys", { name: "harness", tenant, admin: true })).body.key;
  acme = await keyOf("acme");
  globex = await keyOf("globex");
});
afterAll(() => server.close());

it("a scenario saved under the name of another tenant's leaves that one as it is", async () => {
  const secret = LONDON.replace("Any nonstop", "A secret nonstop");
  await server.admin("PUT", "/scenarios/ours", { text: secret }, acme);
  const run = await server.admin("POST", "/runs", { scenario: "ours" }, acme);
  await server.admin("PUT", "/scenarios/ours", { text: LONDON }, globex);
  expect((await server.admin("GET", "/scenarios/ours", undefined, acme)).body.title).toContain("secret");
  expect((await server.admin("GET", "/scenarios/ours", undefined, globex)).text).not.toContain("secret");
  expect((await server.admin("POST", "/scenarios/check", { scenario: "ours" }, globex)).text).not.toContain("secret");
  await server.admin("POST", `/runs/${run.body.id}/close`, undefined, acme);
});

it("neither the cursor nor the name of another tenant's run opens a list or a journal", async () => {
  for (let i = 0; i < 2; i++) await server.start(LONDON, { label: "ours" }, acme);
  const { body } = await server.admin("GET", "/runs?limit=1", undefined, acme);
  const listed = await server.admin("GET", `/runs?cursor=${body.next_cursor}`, undefined, globex);
  expect(listed.text).not.toContain("ours");
  const [{ id }] = body.runs;
  const tricks = [id, `${id}:gold`, `run%3A${id}`, `..%2F${id}`, `${id}%2Fjournal`, `${id}%00`, "__proto__", "*"];
  for (const trick of tricks) {
    for (const path of [`/runs/${trick}`, `/runs/${trick}/journal`]) {
      const { status, text } = await server.admin("GET", path, undefined, globex);
      expect([path, status]).toEqual([path, 404]);
      expect(text).not.toContain("ours");
    }
  }
});

it("a label, a seed and a name may contain anything that their fields allow, and are told as they were sent", async () => {
  const label = '<script>alert(1)</script>\u0000"; DROP TABLE runs; ../../';
  const run = await server.start(LONDON, { label, seed: "../../__proto__" }, acme);
  const { body } = await server.admin("GET", `/runs/${run.id}`, undefined, acme);
  expect(body).toMatchObject({ label, seed: "../../__proto__" });
  for (const name of ["__proto__", "constructor%00", "a".repeat(101), "Ours", "ours%2F..%2Fours"]) {
    expect((await server.admin("PUT", `/scenarios/${name}`, { text: LONDON }, acme)).status).toBe(400);
  }
});
