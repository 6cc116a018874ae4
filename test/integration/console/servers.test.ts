import { once } from "node:events";
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ask, bearer } from "../../fixtures/access/key-holder.ts";
import {
  ADMIN_TOKEN,
  type ConsoleServer,
  type ConsoleUser,
  consoleUserAt,
  KEYS,
  launchConsole,
  openConsole,
  post,
  startConsole,
} from "../../fixtures/console/console-server.ts";
import { GDS_TOOLS } from "../../fixtures/gds-tools.ts";
import { modernPost, UUID_V4 } from "../../fixtures/mcp/transports/http/mcp-over-http.ts";

const SEARCH = { origin: "FRA", destination: "JFK", departureDate: "2027-03-01", passengers: { adults: 1 } };
const rpc = (method: string, params: object = {}, id: string | number = 1) => ({
  request: { jsonrpc: "2.0", id, method, params },
});
const call = (name: string, args: object) => rpc("tools/call", { name, arguments: args });

describe("the console's list of servers", () => {
  let server: ConsoleServer;
  let operator: ConsoleUser;
  beforeAll(async () => {
    server = await launchConsole({ ...KEYS, RATE_LIMIT_ENABLED: "false" });
    operator = await openConsole(server.port, ADMIN_TOKEN);
  });
  afterAll(() => server.close());

  it("has the address, health and tools of each server", async () => {
    const { body } = await operator.get("/overview");
    expect(body).toMatchObject({
      ...{ version: "0.0.0-test", base_url: `http://127.0.0.1:${server.port}`, auth: "keys", nodes: 1 },
      health: { status: expect.stringMatching(/healthy|degraded/), storage: "memory", storage_ms: expect.any(Number) },
      ...{ sessions: { active: 0, total: 0 }, bookings_total: 0, connections: expect.any(Number) },
      servers: [
        {
          name: "gds",
          path: "/mcp",
          kind: "built-in",
          source: "sandbox",
          title: "Taxiway GDS",
          version: "0.0.0-test",
          tools: GDS_TOOLS,
        },
        { name: "flights", path: "/mcp/flights", kind: "built-in", source: "sandbox" },
        { name: "toolbox", path: "/mcp/toolbox", kind: "built-in", source: "mixed" },
        { name: "capcorn", path: "/mcp/capcorn", kind: "connector", source: "sandbox", version: "1.0.0", tools: 2 },
      ],
    });
    expect(Date.parse(body.started_at)).toBeLessThanOrEqual(Date.now());
  });

  it("shows a tenant administrator only their own servers", async () => {
    const acme = await openConsole(server.port, await server.key({ tenant: "acme", admin: true }));
    const booked = { hotelId: await stayIn(acme), guests: [{ firstName: "Ada", lastName: "Byron", email: "a@b.co" }] };
    const { body } = await acme.post("/servers/gds/rpc", call("bookHotel", booked));
    expect(body.response.result.structuredContent.pnr).toMatch(/^TEST-/);
    const numbers = async (user: ConsoleUser) => {
      const { bookings_total, sessions, rates } = (await user.get("/overview")).body;
      return [bookings_total, sessions.total, rates.calls_per_minute];
    };
    const other = await openConsole(server.port, await server.key({ tenant: "other", admin: true }));
    // Sessions are counted a moment after their first booking.
    await vi.waitFor(async () => expect(await numbers(acme)).toEqual([1, 1, 2]));
    expect(await numbers(other)).toEqual([0, 0, 0]);
    expect((await numbers(operator))[0]).toBe(1);
  });

  it("has the public address if one is configured", async () => {
    const { port } = await startConsole({ TAXIWAY_PUBLIC_URL: "https://taxiway.example/" });
    expect((await (await openConsole(port, ADMIN_TOKEN)).get("/overview")).body.base_url).toBe(
      "https://taxiway.example",
    );
  });

  it("has the same tools as MCP lists", async () => {
    for (const name of ["gds", "flights", "toolbox", "capcorn"]) {
      const { message } = await ask(server.port, {
        ...modernPost("tools/list", {}, { headers: bearer(ADMIN_TOKEN) }),
        path: `/mcp/${name}`,
      });
      const { body } = await operator.get(`/servers/${name}/tools`);
      expect([name, body]).toEqual([name, { tools: message.result.tools }]);
    }
    const { status, body } = await operator.get("/servers/absent/tools");
    expect([status, body.error]).toEqual([
      404,
      expect.objectContaining({ hint: "GET /servers lists the servers that you may use." }),
    ]);
  });

  it("shows only what the key covers", async () => {
    const narrow = { tenant: "acme", admin: true, servers: ["gds"], tools: ["search*"] };
    const user = await openConsole(server.port, await server.key(narrow));
    expect((await user.get("/servers")).body.servers.map(({ name }: { name: string }) => name)).toEqual(["gds"]);
    const { tools } = (await user.get("/servers/gds/tools")).body;
    expect(tools.map(({ name }: { name: string }) => name).toSorted()).toEqual([
      "searchCars",
      "searchFlights",
      "searchHotels",
    ]);
    for (const path of ["/servers/flights/tools", "/servers/absent/tools"]) {
      expect((await user.get(path)).status).toBe(403);
    }
    expect((await user.post("/servers/flights/rpc", rpc("tools/list"))).status).toBe(403);
    const { body } = await user.post("/servers/gds/rpc", call("listBookings", {}));
    expect(body.response.error.message).toContain("There is no tool named 'listBookings'");
  });
});

const STAY = { cityCode: "LON", checkInDate: "2027-03-01", checkOutDate: "2027-03-03" };

const stayIn = async (user: ConsoleUser): Promise<string> => {
  const { body } = await user.post("/servers/gds/rpc", call("searchHotels", STAY));
  const { hotels } = body.response.result.structuredContent;
  return hotels.find(({ status }: { status: string }) => status === "available").id;
};

describe("a test request in the console", () => {
  let server: ConsoleServer;
  let user: ConsoleUser;
  beforeAll(async () => {
    server = await launchConsole({ RATE_LIMIT_ENABLED: "false" });
    user = await openConsole(server.port, ADMIN_TOKEN);
  });
  afterAll(() => server.close());

  const tried = async (name: string, body: object) => (await user.post(`/servers/${name}/rpc`, body)).body;

  it.each([
    ["gds", "tools/call", { name: "searchFlights", arguments: SEARCH }],
    ["gds", "tools/call", { name: "searchFlights", arguments: { ...SEARCH, origin: "XXX" } }],
    ["gds", "tools/call", { name: "searchFligths", arguments: {} }],
    ["gds", "resources/list", {}],
    ["gds", "nothing/like/it", {}],
    ["flights", "tools/call", { name: "searchFlights", arguments: { origin: "FRA", destination: "JFK" } }],
    ["toolbox", "tools/call", { name: "calculator__calculate", arguments: { expression: "6*7" } }],
  ])("of %s gets the same answer as over MCP: %s %j", async (name, method, params) => {
    const { response } = await tried(name, rpc(method, params, 7));
    const { message } = await ask(server.port, { ...modernPost(method, params, { id: 7 }), path: `/mcp/${name}` });
    expect(timeless(response)).toBe(timeless(message));
  });

  it("is shown as it was sent, with the notifications before the answer", async () => {
    const { tools } = (await user.get("/servers/capcorn/tools")).body;
    expect(tools[0].name).toBe("availability_search");
    const args = {
      ...{ hotelId: "9100", arrivalDate: "2027-03-01", departureDate: "2027-03-03" },
      rooms: [{ adults: 2 }],
    };
    const carried = await tried("capcorn", call("availability_search", args));
    expect(carried.request).toMatchObject({
      ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
      params: {
        ...{ name: "availability_search", arguments: args },
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientInfo": { name: "taxiway-console", version: "0.0.0-test" },
          progressToken: 1,
        },
      },
    });
    expect(carried.milliseconds).toBeGreaterThan(0);
    const said = carried.notifications.map(({ method }: { method: string }) => method);
    expect(new Set(said)).toEqual(new Set(["notifications/progress", "notifications/message"]));
  });

  it("uses the MCP session of the login at every server, and a new one without a login", async () => {
    const ids = new Set<string>();
    for (const name of ["gds", "gds", "toolbox"]) ids.add((await tried(name, rpc("tools/list"))).session_id);
    const [id = "", ...more] = ids;
    expect([id, more]).toEqual([expect.stringMatching(UUID_V4), []]);
    const again = await openConsole(server.port, ADMIN_TOKEN);
    expect((await again.post("/servers/gds/rpc", rpc("tools/list"))).body.session_id).not.toBe(id);
    const script = consoleUserAt(server.port, bearer(ADMIN_TOKEN));
    const one = await script.post("/servers/gds/rpc", rpc("tools/list"));
    const other = await script.post("/servers/gds/rpc", rpc("tools/list"));
    expect(one.body.session_id).not.toBe(other.body.session_id);
    const hotelId = await stayIn(user);
    const guests = [{ firstName: "Ada", lastName: "Byron", email: "ada@example.com" }];
    const { pnr } = (await tried("gds", call("bookHotel", { hotelId, guests }))).response.result.structuredContent;
    const listed = (await tried("gds", call("listBookings", {}))).response.result.structuredContent;
    expect(JSON.stringify(listed)).toContain(pnr);
    expect(JSON.stringify((await again.post("/servers/gds/rpc", call("listBookings", {}))).body)).not.toContain(pnr);
  });

  it("may have its own client info", async () => {
    const _meta = { "io.modelcontextprotocol/logLevel": "error", progressToken: "mine" };
    const { request: sent } = await tried("gds", rpc("tools/list", { _meta }));
    expect(sent.params._meta).toMatchObject({ ..._meta, "io.modelcontextprotocol/clientCapabilities": {} });
    const old = { "io.modelcontextprotocol/protocolVersion": "1999-01-01" };
    expect((await tried("gds", rpc("tools/list", { _meta: old }))).response.error.message).toContain("1999-01-01");
  });

  it("that is not valid MCP is answered as over MCP, or rejected", async () => {
    const malformed = await tried("gds", { request: { jsonrpc: "1.0", id: 1, method: "tools/list" } });
    expect(malformed.response).toEqual({
      jsonrpc: "2.0",
      id: 1,
      error: { code: -32600, message: 'jsonrpc must be "2.0"' },
    });
    for (const request of [
      { jsonrpc: "2.0", method: "tools/list" },
      { jsonrpc: "2.0", id: 1, result: {} },
    ]) {
      const { status, body } = await user.post("/servers/gds/rpc", { request });
      expect([status, body.error.field]).toEqual([400, "request"]);
    }
    expect((await user.post("/servers/gds/rpc", {})).status).toBe(400);
    const large = await user.post("/servers/gds/rpc", rpc("tools/list", { text: "x".repeat(1024 * 1024) }));
    expect([large.status, large.body.error.message]).toEqual([400, expect.stringContaining("1048576 bytes")]);
  });

  it("that would subscribe to notifications ends at once", async () => {
    const { response } = await tried("gds", rpc("subscriptions/listen", { notifications: { toolsListChanged: true } }));
    expect(response.result.resultType).toBe("complete");
  });
});

describe("a client that disconnects before the answer", () => {
  it("cancels the call", async () => {
    const server = await startConsole({ MOCK_RESPONSE_DELAY: "60000" });
    const { cookie } = await openConsole(server.port, ADMIN_TOKEN);
    const observer = await openConsole(server.port, ADMIN_TOKEN);
    const stream = await observer.events();
    const { path, headers, body } = post("/admin/servers/gds/rpc", call("listBookings", {}), cookie);
    const asked = request({ host: "127.0.0.1", port: server.port, path, method: "POST", headers: { ...headers } });
    asked.on("error", () => undefined);
    asked.end(body);
    await once(asked, "finish");
    // The call is running once it waits for the store; before, there is nothing to cancel.
    for (;;) {
      const { text } = await ask(server.port, { path: "/metrics" });
      if (/taxiway_http_requests_in_flight 1\b|in_flight\S* [1-9]/.test(text)) break;
    }
    asked.destroy();
    const calls = await stream.find("call", (batch) =>
      batch.some(({ tool }: { tool: string }) => tool === "listBookings"),
    );
    expect(calls).toMatchObject([{ tool: "listBookings", outcome: "cancelled" }]);
  });
});

const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Without fields that differ in every answer. */
const timeless = (message: unknown): string =>
  JSON.stringify(message, null, 1)
    .replaceAll(UUIDS, "an id")
    .replaceAll(/"execution_time_ms": \d+/g, '"execution_time_ms": 0');
