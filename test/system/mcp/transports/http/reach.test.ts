import { beforeAll, describe, expect, it } from "vitest";
import {
  FLIGHTS,
  NAMED_SERVERS,
  type OriginRule,
  REACH,
  type Reach,
} from "../../../../../src/mcp/transports/http/reach.ts";
import { bearer } from "../../../../fixtures/access/key-holder.ts";
import { type HttpTaxiway, launchHttpTaxiway, startHttpTaxiway } from "../../../../fixtures/http-taxiway.ts";
import { legacyPost, modernPost } from "../../../../fixtures/mcp/transports/http/mcp-over-http.ts";
import { type Asking, ask, type RawAnswer } from "../../../../fixtures/mcp/transports/http/raw-http.ts";
import { ADMIN_TOKEN, administer, publishConnector } from "./published-connector.ts";

const LISTED = "https://app.example.com";
const FOREIGN = "https://evil.example";
const SETTINGS = { TAXIWAY_STORE: "memory", TAXIWAY_ADMIN_TOKEN: ADMIN_TOKEN, RATE_LIMIT_ENABLED: "false" };
/** Not called: these requests are answered without it. */
const NO_SERVICE = "http://127.0.0.1:9";

/** One has flights from the sandbox, and one from Duffel. */
let sandboxed: HttpTaxiway;
let live: HttpTaxiway;
beforeAll(async () => {
  const settings = { ...SETTINGS, TAXIWAY_ALLOWED_ORIGINS: `*,${LISTED}` };
  [sandboxed, live] = await Promise.all([
    launchHttpTaxiway(settings),
    launchHttpTaxiway({ ...settings, DUFFEL_API_KEY: "duffel_test_none", DUFFEL_API_URL: NO_SERVICE }),
  ]);
  for (const { port } of [sandboxed, live]) await publishConnector(port, { name: "bank", url: NO_SERVICE });
  return () => Promise.all([sandboxed?.stop(), live?.stop()]);
});

/** The caller: the page's origin, its other headers, and the rules that allow it. */
const CALLERS: Readonly<
  Record<string, readonly [origin: string | undefined, token: string | undefined, OriginRule[]]>
> = {
  "a program": [undefined, undefined, ["any", "trusted", "own"]],
  "a page of the server": ["<own>", undefined, ["any", "trusted", "own"]],
  "a page of a loopback origin": ["http://localhost:5173", undefined, ["any", "trusted"]],
  "a page of a listed origin": [LISTED, undefined, ["any", "trusted"]],
  "a page of a foreign origin with a valid token": [FOREIGN, ADMIN_TOKEN, ["any", "trusted"]],
  "a page of a foreign origin with a wrong token": [FOREIGN, "not-the-admin-token-of-this", ["any"]],
  "a page of a foreign origin": [FOREIGN, undefined, ["any"]],
  "a page that hides its origin": ["null", undefined, ["any"]],
};

const askingFor = (path: string): Asking => {
  if (path.startsWith("/mcp")) return { ...modernPost("tools/list"), path };
  if (path === "/rpc") return { ...legacyPost("tools/list"), path };
  if (path === "/capcorn") return { method: "POST", path: "/capcorn/RoomAvailability", body: "<none/>" };
  return { path: path === "/duffel" ? "/duffel/air/airlines" : path };
};

const connectorOf = ({ source }: Reach): string => (source === "sandbox" ? "/mcp/capcorn" : "/mcp/bank");
const ROWS = REACH.flatMap((row) =>
  row.paths.map((path) => ({ ...row, path: path === NAMED_SERVERS ? connectorOf(row) : path })),
);
const portFor = ({ path, source }: (typeof ROWS)[number]): number =>
  (path === FLIGHTS && source === "live" ? live : sandboxed).port;

const corsIn = ({ headers }: RawAnswer): string[] =>
  Object.keys(headers).filter((name) => name.startsWith("access-control"));

describe.each(ROWS)("$what at $path", (row) => {
  it.each(Object.entries(CALLERS))("answers %s as the table says", async (_who, [named, token, rules]) => {
    const port = portFor(row);
    const origin = named === "<own>" ? `http://127.0.0.1:${port}` : named;
    const asking = askingFor(row.path);
    const shown = token === undefined ? {} : bearer(token);
    const plain = await ask(port, { ...asking, headers: { ...asking.headers, ...shown } });
    const from: Readonly<Record<string, string>> = origin === undefined ? {} : { Origin: origin };
    const answer = await ask(port, { ...asking, headers: { ...asking.headers, ...shown, ...from } });
    const preflight = await ask(port, {
      ...{ method: "OPTIONS", path: asking.path ?? "" },
      headers: {
        ...from,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": token === undefined ? "content-type" : "authorization,content-type",
      },
    });

    // A preflight only says that a token follows: the request has to have a valid one.
    const isAnnounced = token !== undefined && row.origins === "trusted";
    expect(preflight.status).toBe(rules.includes(row.origins) || isAnnounced ? 204 : 403);
    if (rules.includes(row.origins)) {
      expect(plain.status).not.toBe(403);
      expect(answer.status).toBe(plain.status);
    } else {
      expect([answer.status, JSON.parse(answer.text).error]).toEqual([
        ...[403, expect.stringContaining(`Web pages of the origin '${origin}' may not call this path.`)],
      ]);
      expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
    }
    for (const one of [answer, preflight]) {
      const allowed = one.headers["access-control-allow-origin"];
      if (row.origins === "own") expect(corsIn(one)).toEqual([]);
      else if (row.origins === "trusted" || row.path === "/mcp/capcorn") {
        expect(allowed).toBe(one.status === 403 ? undefined : origin);
        expect(one.headers["vary"]).toContain("Origin");
      } else expect(allowed).toBe("*");
    }
  });
});

const statusAt = async (port: number, path: string, headers: Readonly<Record<string, string>> = {}) =>
  (await ask(port, { ...modernPost("tools/list", {}, { headers: { Origin: FOREIGN, ...headers } }), path })).status;

describe("a connector with a sandbox", () => {
  it("is closed to other origins while it has a credential", async () => {
    const { port } = await startHttpTaxiway(SETTINGS);
    expect(await statusAt(port, "/mcp/capcorn")).toBe(200);
    await administer(port, "PUT", "/connectors/capcorn/credentials/pin", { value: "1234" });
    expect(await statusAt(port, "/mcp/capcorn")).toBe(403);
    await administer(port, "DELETE", "/connectors/capcorn/credentials/pin");
    expect(await statusAt(port, "/mcp/capcorn")).toBe(200);
  });

  it("is live and closed to other origins if it needs no credentials or the sandbox is unknown", async () => {
    const { port } = await startHttpTaxiway(SETTINGS);
    const credentials = [{ name: "key" }];
    await publishConnector(port, { name: "needs-none", url: NO_SERVICE, sandbox: "capcorn" });
    await publishConnector(port, { name: "unknown-sandbox", url: NO_SERVICE, sandbox: "nowhere", credentials });
    await publishConnector(port, { name: "in-sandbox", url: NO_SERVICE, sandbox: "capcorn", credentials });
    const names = ["needs-none", "unknown-sandbox", "in-sandbox", "not-there"];
    const statuses = await Promise.all(names.map((name) => statusAt(port, `/mcp/${name}`)));
    expect(statuses).toEqual([403, 403, 200, 403]);
  });
});

describe("a server that requires keys", () => {
  it("tells pages of other origins how to authenticate, and answers those with a key", async () => {
    const { port } = await startHttpTaxiway({ ...SETTINGS, TAXIWAY_AUTH: "keys" });
    const asking = { ...modernPost("tools/list", {}, { headers: { Origin: FOREIGN } }), path: "/mcp/toolbox" };
    const { status, headers } = await ask(port, asking);
    expect([status, headers["access-control-allow-origin"]]).toEqual([401, FOREIGN]);
    expect(headers["www-authenticate"]).toContain("resource_metadata");
    expect(await statusAt(port, "/mcp/toolbox", bearer("wrong-key"))).toBe(401);
    expect(await statusAt(port, "/mcp/toolbox", bearer(ADMIN_TOKEN))).toBe(200);
    expect(await statusAt(port, "/admin/overview", bearer(ADMIN_TOKEN))).toBe(403);
  });
});

describe("a server that listens on all addresses", () => {
  it("rejects a page under a host name that resolves to it", async () => {
    const rebound = { Host: "evil.example:3000", Origin: "http://evil.example:3000" };
    const all = { ...SETTINGS, HTTP_HOST: "0.0.0.0" };
    const plain = await startHttpTaxiway(all);
    for (const path of ["/mcp/toolbox", "/mcp/none", "/admin/login"]) {
      expect([path, await statusAt(plain.port, path, rebound)]).toEqual([path, 403]);
    }
    for (const name of ["TAXIWAY_ALLOWED_HOSTS", "TAXIWAY_PUBLIC_URL"]) {
      const value = name === "TAXIWAY_PUBLIC_URL" ? "https://taxiway.example" : "taxiway.example";
      const { port } = await startHttpTaxiway({ ...all, [name]: value });
      const [page, program] = [rebound, { Host: "evil.example:3000" }];
      for (const path of ["/mcp", "/mcp/toolbox", "/health", "/"]) {
        expect((await ask(port, { path, headers: page })).status).toBe(403);
        expect((await ask(port, { path, headers: program })).status).toBe(403);
      }
      expect(await statusAt(port, "/mcp/toolbox", { Host: "taxiway.example", Origin: "https://taxiway.example" })).toBe(
        200,
      );
    }
  });
});
