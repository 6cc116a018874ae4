import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdminRoute } from "../../../../src/model/admin-route.ts";
import { ADMIN_TOKEN, type KeyedTaxiway, launchKeyed } from "../../../fixtures/access/keyed-taxiway.ts";
import { modernPost } from "../../../fixtures/mcp/transports/http/mcp-over-http.ts";
import { ask as askRaw } from "../../../fixtures/mcp/transports/http/raw-http.ts";
import { askJson } from "./admin-server.ts";

const rowOf = ({ method, path, about, operator, query, body }: AdminRoute): string => {
  const takes = Object.keys(query ?? (body?.["properties"] as object | undefined) ?? {});
  const whom = operator ? " For the operator." : "";
  return `| \`${method} ${path}\` | ${about}${whom} | ${takes.map((name) => `\`${name}\``).join(", ")} |`;
};

describe("the admin API of a server with keys", () => {
  let taxiway: KeyedTaxiway;
  beforeAll(async () => {
    taxiway = await launchKeyed();
  });
  afterAll(() => taxiway.close());

  const ask = (key: string | undefined, method: string, path: string, json?: unknown) =>
    askJson(taxiway.port, key, method, `/admin${path}`, json);
  /** Calls as an MCP client; the status shows whether the key works. */
  const searchTools = async (key: string): Promise<number> => {
    const post = modernPost("tools/list", {}, { headers: { Authorization: `Bearer ${key}` } });
    return (await askRaw(taxiway.port, post)).status;
  };

  it("is documented in docs/admin.md, route by route", async () => {
    const { routes } = (await ask(ADMIN_TOKEN, "GET", "")).body as { readonly routes: readonly AdminRoute[] };
    const page = readFileSync(new URL("../../../../docs/admin.md", import.meta.url), "utf8");
    const rows = page.split("\n").filter((line) => /^\| `[A-Z]+ \//.test(line));
    expect(rows.toSorted()).toEqual(routes.map(rowOf).toSorted());
  });

  it("tells callers without a key what to send and where to read more", async () => {
    const { status, body, headers } = await ask(undefined, "GET", "/keys");
    expect([status, body.error.kind]).toEqual([401, "unauthenticated"]);
    expect(body.error.message).toMatch(/API key.* Authorization: Bearer <key>/);
    expect(headers["cache-control"]).toBe("no-store");
    const [, url = ""] = /resource_metadata="([^"]+)"/.exec(headers["www-authenticate"] ?? "") ?? [];
    expect((await fetch(url)).status).toBe(200);
  });

  it.each([
    ["that opens all servers", {}],
    ["that names it among its servers", { servers: ["admin", "gds"] }],
  ])("rejects a key %s that may not administer", async (_what, wish) => {
    const { status, body, headers } = await ask(await taxiway.key({ tenant: "acme", ...wish }), "GET", "/keys");
    expect([status, body.error.kind]).toEqual([403, "forbidden"]);
    expect(body.error.message).toMatch(/does not cover the admin API/);
    expect(headers["www-authenticate"]).toContain('error="insufficient_scope"');
  });

  it("accepts an admin key whatever its servers, which stay restricted", async () => {
    const key = await taxiway.key({ tenant: "acme", admin: true, servers: ["toolbox"] });
    expect((await ask(key, "GET", "")).body.routes.map(({ path }: { path: string }) => path)).toContain("/keys");
    expect(await searchTools(key)).toBe(403);
  });

  it("creates keys that work at once, and revokes them at once", async () => {
    const admin = (await ask(ADMIN_TOKEN, "POST", "/keys", { name: "Ada", tenant: "fresh", admin: true })).body.key;
    const made = await ask(admin, "POST", "/keys", { name: "bot", servers: ["gds"] });
    expect([made.status, made.body.tenant, made.headers["cache-control"]]).toEqual([201, "fresh", "no-store"]);
    const { key, key_id } = made.body;
    expect(await searchTools(key)).toBe(200);
    const rotated = await ask(admin, "POST", `/keys/${key_id}/rotate`, { overlap: "0" });
    expect([await searchTools(key), await searchTools(rotated.body.key)]).toEqual([401, 200]);
    expect((await ask(admin, "DELETE", `/keys/${key_id}`)).status).toBe(200);
    expect(await searchTools(rotated.body.key)).toBe(401);
    expect((await ask(admin, "GET", "/keys")).body.keys.map(({ name }: { name: string }) => name)).toEqual(["Ada"]);
    for (const text of [admin, key, rotated.body.key]) expect(taxiway.logged.join("\n")).not.toContain(text.slice(13));
  });

  it("shows a tenant no keys, connectors or calls of another", async () => {
    const [mine, theirs] = [
      await taxiway.key({ tenant: "acme", admin: true }),
      await taxiway.key({ tenant: "rival", admin: true }),
    ];
    const call = modernPost(
      "tools/call",
      { name: "listBookings", arguments: {} },
      { headers: { Authorization: `Bearer ${theirs}` } },
    );
    expect((await askRaw(taxiway.port, call)).status).toBe(200);
    const document = {
      ...{ connector: 1, name: "pets", title: "Pets", description: "A shop.", base_url: "https://pets.example" },
      tools: [
        {
          ...{ name: "list_pets", description: "Lists them.", risk: "read", input: { type: "object" } },
          ...{ request: { method: "GET", path: "/pets" }, parse: { format: "json" } },
        },
      ],
    };
    expect((await ask(theirs, "POST", "/import", { document })).status).toBe(201);
    expect((await ask(theirs, "GET", "/invocations")).body.invocations).toMatchObject([
      { key_id: theirs.slice(4, 12), server: "gds", tool: "listBookings" },
    ]);

    expect((await ask(mine, "GET", "/invocations")).body.invocations).toEqual([]);
    for (const [method, rest] of [
      ["GET", "/draft"],
      ["GET", "/credentials"],
      ["POST", "/publish"],
      ["DELETE", "/draft"],
    ] as const) {
      const [other, none] = [
        await ask(mine, method, `/connectors/pets${rest}`),
        await ask(mine, method, `/connectors/nope${rest}`),
      ];
      expect([other.status, other.text.replaceAll("pets", "nope")]).toEqual([404, none.text]);
    }
    expect((await ask(mine, "GET", "/keys?tenant=rival")).status).toBe(403);
    expect((await ask(theirs, "GET", "/connectors/pets/draft")).status).toBe(200);
  });

  it("accepts documents larger than any call, up to a limit", async () => {
    const megabytes = (count: number) => ({ document: "x".repeat(count * 1024 * 1024) });
    const large = await ask(ADMIN_TOKEN, "POST", "/import", megabytes(4));
    expect([large.status, large.body.error.kind]).toEqual([400, "invalid"]);
    const { status, body } = await ask(ADMIN_TOKEN, "POST", "/import", megabytes(6));
    expect([status, body.error.message]).toEqual([413, expect.stringContaining("5242880 bytes")]);
    expect((await ask(undefined, "POST", "/import", megabytes(6))).status).toBe(401);
    const draft = (count: number) => ask(ADMIN_TOKEN, "POST", "/drafts/operations", megabytes(count));
    expect((await draft(6)).body.error).toMatchObject({ kind: "invalid", field: "document" });
    expect((await draft(29)).body.error.message).toContain("30000000 bytes");
    expect((await ask(undefined, "POST", "/drafts", megabytes(6))).status).toBe(401);
  });
});

describe("the admin API of a server without keys", () => {
  let taxiway: KeyedTaxiway;
  beforeAll(async () => {
    taxiway = await launchKeyed({ TAXIWAY_AUTH: "none" });
  });
  afterAll(() => taxiway.close());

  it.each([undefined, "not-the-token", `${ADMIN_TOKEN}2`])("requires the admin token and rejects %s", async (token) => {
    const { status, body, headers } = await askJson(taxiway.port, token, "GET", "/admin/connectors");
    expect([status, headers["www-authenticate"], body.error.kind]).toEqual([401, "Bearer", "unauthenticated"]);
    expect(body.error.message).toMatch(/admin token.*Authorization: Bearer <token>.*TAXIWAY_ADMIN_TOKEN/);
    expect((await askRaw(taxiway.port, modernPost("tools/list"))).status).toBe(200);
  });

  it("accepts the admin token, and has no routes for keys", async () => {
    const { status, body } = await askJson(taxiway.port, ADMIN_TOKEN, "GET", "/admin/connectors");
    expect([status, body.connectors[0].name]).toEqual([200, "capcorn"]);
    expect((await askJson(taxiway.port, ADMIN_TOKEN, "GET", "/admin/keys")).status).toBe(404);
  });
});
