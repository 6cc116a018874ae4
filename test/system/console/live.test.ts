import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, bearer } from "../../fixtures/access/key-holder.ts";
import {
  ADMIN_TOKEN,
  type ConsoleServer,
  type ConsoleStream,
  type ConsoleUser,
  callsIn,
  consoleUserAt,
  KEYS,
  launchConsole,
  listen,
  openConsole,
  startConsole,
} from "../../fixtures/console/console-server.ts";
import { startHttpTaxiway } from "../../fixtures/http-taxiway.ts";
import { findStay, legacyPost, modernPost } from "../../fixtures/mcp/transports/http/mcp-over-http.ts";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";
import { startValkey, type ValkeyServer } from "../../fixtures/valkey.ts";

interface Called {
  readonly path?: string;
  readonly key?: string;
  readonly requestId?: string;
}

/** Calls a tool as an MCP client. */
const call = async (port: number, name: string, args: object, { path = "/mcp", key, requestId }: Called = {}) => {
  const headers = { ...(key && bearer(key)), ...(requestId && { "X-Request-Id": requestId }) };
  const answer = await ask(port, { ...modernPost("tools/call", { name, arguments: args }, { headers }), path });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.message.result;
};

const toolsIn = (stream: ConsoleStream): string[] => callsIn(stream).map(({ tool }) => tool);

/** The call as the stream reported it. */
const told = async (stream: ConsoleStream, fits: (call: { tool: string; [field: string]: unknown }) => boolean) => {
  await stream.until(() => callsIn(stream).some(fits));
  return callsIn(stream).find(fits);
};

describe("a console that follows live calls", () => {
  let server: ConsoleServer;
  let operator: ConsoleUser;
  let stream: ConsoleStream;
  beforeAll(async () => {
    server = await launchConsole({ RATE_LIMIT_ENABLED: "false" });
    operator = await openConsole(server.port, ADMIN_TOKEN);
  });
  afterAll(() => server.close());

  const open = async () => {
    stream = await operator.events();
    await stream.find("hello", () => true);
  };

  it("gets a stream of events that is not cached and not readable by other origins", async () => {
    await open();
    expect(stream.status).toBe(200);
    expect(stream.headers).toMatchObject({ "content-type": "text/event-stream", "x-accel-buffering": "no" });
    expect(stream.headers["cache-control"]).toMatch(/no-cache|no-store/);
    expect(Object.keys(stream.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  it("gets every call with its outcome, and can open each", async () => {
    await open();
    const { port } = server;
    await call(port, "searchFlights", { origin: "XXX", destination: "JFK", departureDate: "2027-03-01" });
    await call(port, "listBookings", {}, { requestId: "asked-by-me" });
    const refused = await told(stream, ({ tool }) => tool === "searchFlights");
    expect(refused).toMatchObject({
      ...{ server: "gds", tenant: "default", key_id: "none", outcome: "refused" },
      ...{ message: expect.stringContaining("Invalid airport code 'XXX'"), milliseconds: expect.any(Number) },
    });
    const good = await told(stream, ({ correlation_id }) => correlation_id === "asked-by-me");
    expect(good).toMatchObject({ tool: "listBookings", outcome: "ok" });
    const { body } = await operator.get(`/calls/${good.id}`);
    expect(body).toMatchObject({
      ...{ ...good, version: "0.0.0-test", arguments: {}, result: { bookings: [] } },
      steps: [{ step: "run", started_ms: 0, milliseconds: good.milliseconds }],
    });
    expect(body.log.map(({ event }: { event: string }) => event)).toContain("call");
    const failed = (await operator.get(`/calls/${refused.id}`)).body;
    expect(failed.arguments).toEqual({ origin: "XXX", destination: "JFK", departureDate: "2027-03-01" });
    expect(failed.steps).toEqual([expect.objectContaining({ step: "run", error: refused.message })]);
    expect(failed).not.toHaveProperty("result");
  });

  it("gets calls of unknown tools, which are not labels of metrics", async () => {
    await open();
    const { port } = server;
    const asked = { path: "/mcp", ...modernPost("tools/call", { name: "searchFlight", arguments: { origin: "JFK" } }) };
    expect((await ask(port, asked)).text).toContain("Did you mean searchFlights?");
    const refused = await told(stream, ({ tool }) => tool === "searchFlight");
    expect(refused).toMatchObject({ outcome: "refused", message: expect.stringContaining("no tool named") });
    expect((await operator.get(`/calls/${refused.id}`)).body.arguments).toEqual({ origin: "JFK" });
    const { text } = await ask(port, { path: "/metrics" });
    expect(text).toContain('tool="unknown"');
    expect(text).not.toContain('tool="searchFlight"');
  });

  it("sees no personal data of a call", async () => {
    await open();
    const stay = await findStay(async (tool, args) => (await call(server.port, tool, args)).structuredContent);
    const booked = await call(server.port, "bookHotel", stay);
    const { id } = await told(stream, ({ tool }) => tool === "bookHotel");
    const { body } = await operator.get(`/calls/${id}`);
    expect(body.result.pnr).toBe(booked.structuredContent.pnr);
    expect(body.arguments.guests).toEqual([{ firstName: "[personal]", lastName: "[personal]", email: "[personal]" }]);
    expect(JSON.stringify(body)).not.toMatch(/Ada|Byron|example\.com/);
    await stream.find("booking", ({ pnr, status }) => pnr === booked.structuredContent.pnr && status === "confirmed");
  });

  it("sees the steps of a connector's call and where it stopped", async () => {
    await open();
    const stay = { arrivalDate: "2027-03-01", departureDate: "2027-03-03", rooms: [{ adults: 2 }] };
    await call(server.port, "availability_search", { ...stay, hotelId: "9100" }, { path: "/mcp/capcorn" });
    const good = await told(stream, ({ tool }) => tool === "availability_search");
    const { steps, version } = (await operator.get(`/calls/${good.id}`)).body;
    expect(steps.map(({ step }: { step: string }) => step)).toEqual([
      ...["input", "request", "auth", "http", "parse", "response", "output"],
    ]);
    const [first, second] = steps;
    expect([version, first.started_ms]).toEqual([1, 0]);
    expect(second.started_ms).toBeCloseTo(first.milliseconds, 1);
    await call(server.port, "availability_search", { ...stay, hotelId: "9907" }, { path: "/mcp/capcorn" });
    const bad = await told(stream, ({ outcome, tool }) => tool === "availability_search" && outcome !== "ok");
    const failed = (await operator.get(`/calls/${bad.id}`)).body;
    expect(failed.steps.at(-1)).toMatchObject({ step: "parse", error: bad.message });
    expect(failed.steps.slice(0, -1).map(({ step }: { step: string }) => step)).toEqual([
      ...["input", "request", "auth", "http"],
    ]);
  });

  it("gets calls over /rpc too", async () => {
    await open();
    const registry = legacyPost("tools/call", {
      ...{ tool_name: "calculator", function_name: "calculate", arguments: { expression: "6*7" } },
    });
    await ask(server.port, { ...registry, path: "/rpc" });
    const found = await told(stream, ({ server: name }) => name === "toolbox");
    expect(found).toMatchObject({ tool: "calculator__calculate", outcome: "ok" });
  });

  it("gets the rates of calls and errors and the latency every second", async () => {
    await open();
    const before = (await stream.find("rates", () => true)).calls_per_minute;
    for (let i = 0; i < 3; i++) await call(server.port, "listBookings", {});
    await call(server.port, "retrieveBooking", { pnr: "TEST-AAAAAA" });
    const rates = await stream.find("rates", ({ calls_per_minute }) => calls_per_minute >= before + 4);
    expect(rates).toMatchObject({ errors_per_minute: expect.any(Number), dropped: expect.any(Number) });
    expect(rates.errors_per_minute).toBeGreaterThanOrEqual(1);
    expect(rates.p50_ms).toBeGreaterThan(0);
    expect(rates.p99_ms).toBeGreaterThanOrEqual(rates.p50_ms);
    const overview = (await operator.get("/overview")).body.rates;
    expect(overview.calls_per_minute).toBeGreaterThanOrEqual(before + 4);
  });

  it("is notified when a server's tools change", async () => {
    await open();
    const document = {
      ...{ connector: 1, name: "pets", title: "Pets", description: "A shop.", base_url: "https://pets.example" },
      tools: [
        {
          ...{ name: "list_pets", description: "Lists them.", risk: "read", input: { type: "object" } },
          ...{ request: { method: "GET", path: "/pets" }, parse: { format: "json" } },
        },
      ],
    };
    expect((await operator.post("/import", { document })).status).toBe(201);
    expect((await operator.post("/connectors/pets/approve")).status).toBe(200);
    expect((await operator.post("/connectors/pets/publish")).status).toBeLessThan(300);
    await stream.find("tools", ({ server: name }) => name === "pets");
    const { servers } = (await operator.get("/servers")).body;
    expect(servers).toContainEqual(
      expect.objectContaining({ name: "pets", kind: "connector", source: "live", tools: 1 }),
    );
  });

  it("lists recent calls, newest first, up to the requested number", async () => {
    for (const pnr of ["TEST-AAAAAA", "TEST-BBBBBB"]) await call(server.port, "retrieveBooking", { pnr });
    const { calls } = (await operator.get("/calls?limit=2")).body;
    expect(calls).toMatchObject([{ tool: "retrieveBooking" }, { tool: "retrieveBooking" }]);
    expect(calls[0].message).toContain("TEST-BBBBBB");
    for (const limit of ["0", "201", "x", "-1", "1e2"]) {
      expect([limit, (await operator.get(`/calls?limit=${limit}`)).status]).toEqual([limit, 400]);
    }
  });

  it.each(["x", "0123456789-1", "0123456789-999999999999999999999", "..%2f1", "-1"])(
    "gets an error for an unknown call: %s",
    async (id) => {
      expect((await operator.get(`/calls/${id}`)).status).toBe(404);
    },
  );
});

describe("without a console that follows live calls,", () => {
  it("calls are recorded, and their results are not", async () => {
    const { port } = await startConsole();
    const operator = await openConsole(port, ADMIN_TOKEN);
    await call(port, "listBookings", {});
    const [{ id }] = (await operator.get("/calls")).body.calls;
    const { body } = await operator.get(`/calls/${id}`);
    expect(body).toMatchObject({ tool: "listBookings", arguments: {}, log: [] });
    expect(body).not.toHaveProperty("result");
  });
});

describe("the console's event stream", () => {
  it("is limited to twenty at a time, and a closed one makes room", async () => {
    const { port } = await startConsole();
    const operator = await openConsole(port, ADMIN_TOKEN);
    const streams = await Promise.all(Array.from({ length: 20 }, () => operator.events()));
    const full = await operator.get("/events");
    expect([full.status, full.body.error.kind, full.headers["retry-after"]]).toEqual([503, "unavailable", "10"]);
    streams[0]?.cut();
    for (;;) {
      const next = await listen(port, operator.cookie);
      if (next.status === 200) break;
    }
    await streams[1]?.find("rates", () => true);
  });

  it("accepts only GET with a login or a key", async () => {
    const { port } = await startConsole();
    const operator = await openConsole(port, ADMIN_TOKEN);
    expect((await operator.post("/events")).status).toBe(405);
    expect((await consoleUserAt(port, {}).get("/events")).status).toBe(401);
    const script = await listen(port, bearer(ADMIN_TOKEN));
    await script.find("hello", () => true);
  });

  it("ends cleanly when the server stops", async () => {
    const server = await launchConsole();
    const stream = await (await openConsole(server.port, ADMIN_TOKEN)).events();
    const closed = server.close();
    await stream.ended;
    await closed;
  });
});

describe("tenants at the console", () => {
  it("see only their own calls, and the operator sees all", async () => {
    const { port, key } = await startConsole({ ...KEYS, RATE_LIMIT_ENABLED: "false" });
    const keys = {
      acme: await key({ tenant: "acme", admin: true }),
      other: await key({ tenant: "other", admin: true }),
    };
    const [acme, other, operator] = [
      await openConsole(port, keys.acme),
      await openConsole(port, keys.other),
      await openConsole(port, ADMIN_TOKEN),
    ];
    const streams = { acme: await acme.events(), other: await other.events(), operator: await operator.events() };
    const requestId = "the-same-for-both";
    await call(port, "searchHotels", { cityCode: "XXX" }, { key: keys.acme, requestId });
    await call(port, "listBookings", {}, { key: keys.other, requestId });
    // Each stream has its own call; the other's call came before.
    const theirs = await told(streams.other, ({ tool }) => tool === "listBookings");
    const ours = await told(streams.acme, ({ tool }) => tool === "searchHotels");
    await told(streams.operator, ({ tool }) => tool === "listBookings");
    await call(port, "listBookings", {}, { key: keys.acme });
    await told(streams.acme, ({ tool }) => tool === "listBookings");
    expect([toolsIn(streams.acme), toolsIn(streams.other)]).toEqual([
      ["searchHotels", "listBookings"],
      ["listBookings"],
    ]);
    expect(toolsIn(streams.operator).slice(0, 2)).toEqual(["searchHotels", "listBookings"]);
    expect(theirs).toMatchObject({ tenant: "other", key_id: keys.other.slice(4, 12) });

    const rates = await streams.other.find("rates", ({ calls_per_minute }) => calls_per_minute > 0);
    expect(rates.calls_per_minute).toBe(1);
    await streams.operator.find("rates", ({ calls_per_minute }) => calls_per_minute === 3);

    expect((await other.get("/calls")).body.calls.map(({ id }: { id: string }) => id)).toEqual([theirs.id]);
    expect((await other.get(`/calls/${ours.id}`)).status).toBe(404);
    expect((await acme.get(`/calls/${ours.id}`)).body).toMatchObject({
      id: ours.id,
      arguments: { cityCode: "XXX" },
      log: [],
    });
    const seen = (await operator.get(`/calls/${ours.id}`)).body;
    expect([seen.tenant, seen.log.length > 0]).toEqual(["acme", true]);
  });

  it("are notified of their own bookings only", async () => {
    const { port, key } = await startConsole({ ...KEYS, RATE_LIMIT_ENABLED: "false" });
    const keys = {
      acme: await key({ tenant: "acme", admin: true }),
      other: await key({ tenant: "other", admin: true }),
    };
    const book = async (own: string): Promise<string> => {
      const stay = await findStay(async (tool, args) => (await call(port, tool, args, { key: own })).structuredContent);
      return (await call(port, "bookHotel", stay, { key: own })).structuredContent.pnr;
    };
    const streams = {
      acme: await (await openConsole(port, keys.acme)).events(),
      other: await (await openConsole(port, keys.other)).events(),
    };
    const [ours, theirs] = [await book(keys.acme), await book(keys.other)];
    await streams.other.find("booking", ({ pnr }) => pnr === theirs);
    await streams.acme.find("booking", ({ pnr }) => pnr === ours);
    expect(streams.acme.named("booking")).toEqual([{ pnr: ours, status: "confirmed" }]);
    expect(streams.other.named("booking")).toEqual([{ pnr: theirs, status: "confirmed" }]);
  });
});

/** Nodes do not wait for slow peers, and on a busy machine any node may be slow. */
const bothKnown = async (user: ConsoleUser): Promise<void> => {
  while ((await user.get("/overview")).body.nodes !== 2);
};

describe("the consoles of two nodes on one Valkey", () => {
  let valkey: ValkeyServer;
  beforeAll(async () => {
    valkey = await startValkey();
  });
  afterAll(() => valkey.stop());

  it("show the calls of both nodes, which are only sent while a console follows them", async () => {
    const env = { ...KEYS, TAXIWAY_STORE: "valkey", VALKEY_URL: valkey.url, RATE_LIMIT_ENABLED: "false" };
    const [one, other] = await Promise.all([startConsole(env), startConsole(env)]);
    const [acme, globex] = [
      await one.key({ tenant: "acme", admin: true }),
      await one.key({ tenant: "globex", admin: true }),
    ];
    const user = await openConsole(one.port, acme);
    await bothKnown(user);
    const stream = await user.events();
    await stream.find("rates", () => true);
    await call(other.port, "listBookings", {}, { key: globex });
    await call(other.port, "searchHotels", { cityCode: "XXX" }, { key: acme });
    await call(one.port, "listBookings", {}, { key: acme });
    const there = await told(stream, ({ tool }) => tool === "searchHotels");
    await told(stream, ({ tool }) => tool === "listBookings");
    expect(toolsIn(stream).toSorted()).toEqual(["listBookings", "searchHotels"]);
    await stream.find(
      "rates",
      ({ calls_per_minute, errors_per_minute }) => calls_per_minute === 2 && errors_per_minute === 1,
    );

    const overview = (await user.get("/overview")).body;
    expect([overview.nodes, overview.rates.calls_per_minute]).toEqual([2, 2]);
    const listed = (await user.get("/calls")).body.calls;
    expect(listed.map(({ tool }: { tool: string }) => tool)).toEqual(["listBookings", "searchHotels"]);
    expect((await user.get(`/calls/${there.id}`)).body).toMatchObject({
      id: there.id,
      arguments: { cityCode: "XXX" },
    });
    expect((await (await openConsole(one.port, globex)).get(`/calls/${there.id}`)).status).toBe(404);
    const ofOperator = await openConsole(other.port, ADMIN_TOKEN);
    expect((await ofOperator.get(`/calls/${there.id}`)).status).toBe(200);
    expect((await ofOperator.get("/calls")).body.calls).toHaveLength(3);
  });
});

describe("the workers of one machine", () => {
  it("share one console, whichever worker answers", async () => {
    const taxiway = await startHttpTaxiway({
      ...{ TAXIWAY_STORE: "lmdb", TAXIWAY_DATA_DIR: temporaryFolder(), TAXIWAY_WORKERS: "2" },
      ...{ TAXIWAY_ADMIN_TOKEN: ADMIN_TOKEN, RATE_LIMIT_ENABLED: "false" },
    });
    const { port } = taxiway;
    const links = taxiway.stdout().match(/#login=(\S+)/g) ?? [];
    expect(links).toHaveLength(1);
    const token = links[0]?.slice("#login=".length) ?? "";
    const user = await openConsole(port, token);
    for (let i = 0; i < 4; i++) await expect(openConsole(port, token)).rejects.toThrow("already been used");
    for (let i = 0; i < 6; i++) expect((await user.get("/login")).status).toBe(200);
    await bothKnown(user);
    const stream = await user.events();
    await stream.find("rates", () => true);
    for (let i = 0; i < 8; i++) await call(port, "listBookings", {}, { requestId: `call-${i}` });
    await stream.until(() => callsIn(stream).length === 8);
    const processes = new Set(callsIn(stream).map(({ id }) => id.split("-")[0]));
    expect(processes.size).toBe(2);
    for (const { id } of callsIn(stream)) expect((await user.get(`/calls/${id}`)).body.id).toBe(id);
    await stream.find("rates", ({ calls_per_minute }) => calls_per_minute === 8);
  });
});
