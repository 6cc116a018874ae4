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
    body: object({ reason: text("Why."), quietly: flag("Do not notify.") }, ["reason"]),
    status: 201,
    answer: async ({ params, body, grant }) => ({ params, body, by: grant.keyId }),
  },
  { method: "DELETE", path: "/desks/:name", about: "Takes it away.", status: 204, answer: async () => "not shown" },
  { method: "GET", path: "/offices", about: "Lists offices.", operator: true, answer: async () => ["ours"] },
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

describe("the admin API", () => {
  it("passes path parameters, body and grant to a route", async () => {
    const { ask } = start();
    expect(await ask("POST", "/desks/front%20desk/open", { body: { reason: "morning" } })).toEqual({
      status: 201,
      body: { params: { name: "front desk" }, body: { reason: "morning" }, by: "key-1" },
    });
    expect(await ask("get", "/desks/", { query: { floor: "2" } })).toEqual({ status: 200, body: [] });
    expect(await ask("DELETE", "/desks/front")).toEqual({ status: 204 });
  });

  it("lists the routes that the caller may use, with their parameters", async () => {
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
    expect((await shown({ ...ADMIN, operator: true })).at(-1)).toMatchObject({ path: "/offices", operator: true });
  });

  it.each<[what: string, method: string, path: string, more: Partial<AdminRequest>, status: number, field?: string]>([
    ["an unknown path", "GET", "/nothing", {}, 404],
    ["a path with too many segments", "GET", "/desks/front/open/more", {}, 404],
    ["a malformed path", "DELETE", "/desks/%E0%A4%A", {}, 404],
    ["an unknown query parameter", "GET", "/desks", { query: { flor: "2" } }, 400, "flor"],
    [
      "a query parameter named like an object member",
      "GET",
      "/desks",
      { query: { constructor: "2" } },
      400,
      "constructor",
    ],
    ["an array as the body", "POST", "/desks/front/open", { body: [] }, 400],
    ["a missing body", "POST", "/desks/front/open", {}, 400, "reason"],
    ["an unknown field", "POST", "/desks/front/open", { body: { reason: "x", quitely: true } }, 400, "quitely"],
    ["a field of the wrong type", "POST", "/desks/front/open", { body: { reason: 7 } }, 400, "reason"],
    ["a key without admin permission", "GET", "/desks", { grant: { ...ADMIN, admin: false } }, 403],
    ["a tenant's key at a route for the operator", "GET", "/offices", {}, 403],
  ])("rejects %s with a reason", async (_what, method, path, more, status, field) => {
    const answer = await start().ask(method, path, more);
    expect([answer.status, answer.body.error.field]).toEqual([status, field]);
    expect(answer.body.error.message).toMatch(/^[A-Za-z"].*\.$/);
  });

  it("reports the methods of a path", async () => {
    expect(await start().ask("PUT", "/desks/front")).toMatchObject({
      ...{ status: 405, allow: ["DELETE"], body: { error: { kind: "invalid", allowed: ["DELETE"] } } },
    });
  });

  it("reports a failure with a shortened value", async () => {
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
  ] as const)("answers %s with %s", async (kind, status) => {
    const { ask } = start([
      answering(async () => {
        throw new Failure(kind, "No.");
      }),
    ]);
    expect((await ask("GET", "/it")).status).toBe(status);
  });

  it("reports a defect only by an ID that is in the log", async () => {
    const { ask, lines } = start([answering(async () => (undefined as never as { secret: string }).secret)]);
    const { status, body } = await ask("GET", "/it");
    expect([status, body.error.kind]).toEqual([500, "defect"]);
    expect(JSON.stringify(body)).not.toContain("secret");
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(new RegExp(`${body.error.error_id}.*reading 'secret'`));
  });

  it("aborts the signal of a route when the client disconnects", async () => {
    const leaving = new AbortController();
    const { ask } = start([answering(async ({ signal }) => ({ left: signal.aborted }))]);
    leaving.abort();
    expect((await ask("GET", "/it", { signal: leaving.signal })).body).toEqual({ left: true });
    expect((await ask("GET", "/it")).body).toEqual({ left: false });
  });

  it("rejects two routes with the same method and path", () => {
    const twin = { ...(desks[2] as AdminRoute), path: "/desks/:desk" };
    expect(() => start([...desks, twin])).toThrow("DELETE /desks/:");
  });
});
