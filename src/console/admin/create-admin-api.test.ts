import { describe, expect, it } from "vitest";
import { recordingLog } from "../../../test/fixtures/access/access-fixture.ts";
import { type AdminRequest, type AdminRoute, flag, object, type RouteRequest, text } from "../../model/admin-route.ts";
import { Failure, notFound } from "../../model/failure.ts";
import type { Grant } from "../../model/grant.ts";
import { createAdminApi } from "./create-admin-api.ts";

const ADMIN: Grant = { tenant: "acme", keyId: "key-1", admin: true };

const desks: readonly AdminRoute[] = [
  {
    method: "GET",
    path: "/desks",
    about: "Lists desks.",
    query: { floor: "Only of this one." },
    answer: async () => [],
  },
  {
    method: "POST",
    path: "/desks/:name/open",
    about: "Opens a desk.",
    body: object({ reason: text("Why."), quietly: flag("Tell nobody.") }, ["reason"]),
    status: 201,
    answer: async ({ params, body, grant }) => ({ params, body, by: grant.keyId }),
  },
  { method: "DELETE", path: "/desks/:name", about: "Takes it away.", status: 204, answer: async () => "not shown" },
  { method: "GET", path: "/houses", about: "Lists houses.", operator: true, answer: async () => ["ours"] },
];

const start = (routes: readonly AdminRoute[] = desks) => {
  const { log, lines } = recordingLog();
  const api = createAdminApi({ routes, log });
  const ask = async (method: string, path: string, more: Partial<AdminRequest> = {}) => {
    const answer = await api({ method, path, grant: ADMIN, ...more });
    // biome-ignore lint/suspicious/noExplicitAny: what comes back is the thing under test
    return answer as { readonly status: number; readonly body: any; readonly allow?: readonly string[] };
  };
  return { ask, lines };
};

const answering = (answer: (request: RouteRequest) => Promise<unknown>): AdminRoute => ({
  ...{ method: "GET", path: "/it", about: "Answers.", answer },
});

describe("routes of the admin API", () => {
  it("hear what the path, the body and the key of a request say", async () => {
    const { ask } = start();
    expect(await ask("POST", "/desks/front%20desk/open", { body: { reason: "morning" } })).toEqual({
      status: 201,
      body: { params: { name: "front desk" }, body: { reason: "morning" }, by: "key-1" },
    });
    expect(await ask("get", "/desks/", { query: { floor: "2" } })).toEqual({ status: 200, body: [] });
    expect(await ask("DELETE", "/desks/front")).toEqual({ status: 204 });
  });

  it("are listed with what they take, to everybody those that are for them", async () => {
    const { ask } = start();
    const shown = (grant: Grant) => ask("GET", "/", { grant }).then(({ body }) => body.routes);
    const mine = await shown(ADMIN);
    expect(mine.map(({ method, path }: AdminRoute) => `${method} ${path}`)).toEqual([
      ...["GET /desks", "POST /desks/:name/open", "DELETE /desks/:name"],
    ]);
    expect(mine[0]).toEqual({
      method: "GET",
      path: "/desks",
      about: "Lists desks.",
      query: { floor: "Only of this one." },
    });
    expect(mine[1].body.required).toEqual(["reason"]);
    expect((await shown({ ...ADMIN, operator: true })).at(-1)).toMatchObject({ path: "/houses", operator: true });
  });

  it.each<[what: string, method: string, path: string, more: Partial<AdminRequest>, status: number, field?: string]>([
    ["an address that is none", "GET", "/nothing", {}, 404],
    ["more of an address than there is", "GET", "/desks/front/open/more", {}, 404],
    ["a broken address", "DELETE", "/desks/%E0%A4%A", {}, 404],
    ["a parameter that is unknown", "GET", "/desks", { query: { flor: "2" } }, 400, "flor"],
    ["a parameter of every object", "GET", "/desks", { query: { constructor: "2" } }, 400, "constructor"],
    ["a body that is a list", "POST", "/desks/front/open", { body: [] }, 400],
    ["no body where one is needed", "POST", "/desks/front/open", {}, 400, "reason"],
    ["a field that is unknown", "POST", "/desks/front/open", { body: { reason: "x", quitely: true } }, 400, "quitely"],
    ["a field that does not fit", "POST", "/desks/front/open", { body: { reason: 7 } }, 400, "reason"],
    ["a key that may not administer", "GET", "/desks", { grant: { ...ADMIN, admin: false } }, 403],
    ["a tenant's key where the operator is wanted", "GET", "/houses", {}, 403],
  ])("refuse %s with a reason", async (_what, method, path, more, status, field) => {
    const answer = await start().ask(method, path, more);
    expect([answer.status, answer.body.error.field]).toEqual([status, field]);
    expect(answer.body.error.message).toMatch(/^[A-Za-z"].*\.$/);
  });

  it("say which methods an address takes", async () => {
    expect(await start().ask("PUT", "/desks/front")).toMatchObject({
      ...{ status: 405, allow: ["DELETE"], body: { error: { kind: "invalid", allowed: ["DELETE"] } } },
    });
  });

  it("tell a failure as it is, and repeat no more of a value than anybody reads", async () => {
    const { ask } = start([
      answering(async () => {
        throw notFound("There is no such thing.", { field: "it", value: "x".repeat(1_000), hint: "Look again." });
      }),
    ]);
    const { status, body } = await ask("GET", "/it");
    expect([status, body.error.kind, body.error.hint]).toEqual([404, "not_found", "Look again."]);
    expect(body.error.value).toHaveLength(101);
  });

  it.each([
    ["rule", 409],
    ["failed", 422],
    ["unavailable", 503],
    ["timeout", 504],
    ["rate_limited", 429],
  ] as const)("answer %s with %s", async (kind, status) => {
    const { ask } = start([
      answering(async () => {
        throw new Failure(kind, "No.");
      }),
    ]);
    expect((await ask("GET", "/it")).status).toBe(status);
  });

  it("show nothing of a defect but an id, under which the log has the rest", async () => {
    const { ask, lines } = start([answering(async () => (undefined as never as { secret: string }).secret)]);
    const { status, body } = await ask("GET", "/it");
    expect([status, body.error.kind]).toEqual([500, "defect"]);
    expect(JSON.stringify(body)).not.toContain("secret");
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(new RegExp(`${body.error.error_id}.*reading 'secret'`));
  });

  it("hear when whoever asked has left", async () => {
    const leaving = new AbortController();
    const { ask } = start([answering(async ({ signal }) => ({ left: signal.aborted }))]);
    leaving.abort();
    expect((await ask("GET", "/it", { signal: leaving.signal })).body).toEqual({ left: true });
    expect((await ask("GET", "/it")).body).toEqual({ left: false });
  });

  it("are never two at one address", () => {
    const twin = { ...(desks[2] as AdminRoute), path: "/desks/:desk" };
    expect(() => start([...desks, twin])).toThrow("DELETE /desks/:");
  });
});
