import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { Ajv } from "ajv";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type HttpTaxiway, startHttpTaxiway } from "../../../../fixtures/http-taxiway.ts";
import {
  findStay,
  initializePost,
  legacyPost,
  modernPost,
  openSession,
} from "../../../../fixtures/mcp/transports/http/mcp-over-http.ts";
import { ask } from "../../../../fixtures/mcp/transports/http/raw-http.ts";
import { temporaryFolder } from "../../../../fixtures/temporary-folder.ts";

const ON_MEMORY = { TAXIWAY_STORE: "memory" };
const WAITING = { timeout: 20_000, interval: 20 };

type Line = Readonly<Record<string, unknown>> & { readonly event: string };

/** The log so far; every line has to be JSON. */
const logOf = ({ stderr }: HttpTaxiway): Line[] =>
  stderr()
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);

/** Waits until the end of a request is logged. */
const requestLogged = (taxiway: HttpTaxiway, requestId: string): Promise<Line[]> =>
  vi.waitFor(() => {
    const lines = logOf(taxiway).filter((line) => line["requestId"] === requestId);
    expect(lines.map(({ event }) => event)).toContain("request");
    return lines;
  }, WAITING);

describe("a request ID", () => {
  it("is the client's own, or a new one if it is missing or invalid", async () => {
    const { port } = await startHttpTaxiway(ON_MEMORY);
    const idFor = async (sent?: string) =>
      (await ask(port, initializePost(sent === undefined ? {} : { "X-Request-Id": sent }))).headers["x-request-id"];
    expect(await idFor("trip-7/step.1:a+b=c@d_")).toBe("trip-7/step.1:a+b=c@d_");
    const made = await Promise.all([undefined, "two words", '"quoted"', "x".repeat(129), "é"].map(idFor));
    expect(new Set(made).size).toBe(5);
    for (const id of made) expect(id).toMatch(/^[0-9a-f]{16}-\d+$/);
    expect((await ask(port, { path: "/nowhere", headers: { "X-Request-Id": "lost" } })).headers["x-request-id"]).toBe(
      "lost",
    );
  });

  it("is logged with the request, its call and its trace", async () => {
    const taxiway = await startHttpTaxiway({ ...ON_MEMORY, LOG_LEVEL: "info" });
    const session = await openSession(taxiway.port);
    const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
    await session.ask(
      "tools/call",
      { name: "listBookings", arguments: {} },
      { headers: { "X-Request-Id": "mine-1", traceparent: `00-${traceId}-00f067aa0ba902b7-01` } },
    );
    const lines = await requestLogged(taxiway, "mine-1");
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ event: "call", tool: "listBookings", outcome: "ok", sessionId: session.id }),
        expect.objectContaining({ event: "request", method: "POST", route: "/mcp", status: 200, traceId }),
      ]),
    );
  });

  it("is logged from the HTTP request to the store at LOG_LEVEL=debug, in both eras", async () => {
    const taxiway = await startHttpTaxiway({ ...ON_MEMORY, LOG_LEVEL: "debug" });
    const session = await openSession(taxiway.port);
    const unknown = { name: "retrieveBooking", arguments: { pnr: "TEST-ABC234" } };
    await session.ask("tools/call", unknown, { headers: { "X-Request-Id": "legacy-1" } });
    await ask(taxiway.port, modernPost("tools/call", unknown, { headers: { "X-Request-Id": "modern-1" } }));
    for (const id of ["legacy-1", "modern-1"]) {
      expect(await requestLogged(taxiway, id)).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ event: "store operation", operation: "get", kind: "pnr:*" }),
          expect.objectContaining({ event: "call", tool: "retrieveBooking", outcome: "refused" }),
        ]),
      );
    }
  });
});

describe("the log", () => {
  it("contains no personal data of booked, rejected or invalid requests", async () => {
    const taxiway = await startHttpTaxiway({ ...ON_MEMORY, LOG_LEVEL: "debug", TOOL_ERRORS: "jsonrpc" });
    const session = await openSession(taxiway.port);
    const guest = {
      firstName: "Wilhelmina",
      lastName: "Quackenbush",
      email: "mina.q@private.example",
      phone: "+14155550177",
      dateOfBirth: "1971-03-09",
    };
    const { hotelId } = await findStay(session.call);
    const requests = { guests: [guest], specialRequests: "Allergic to Gooseberries" };
    const { phone: _phone, dateOfBirth: _dateOfBirth, ...known } = guest;
    const { pnr } = await session.call("bookHotel", { ...requests, hotelId, guests: [known] });
    await session.call("retrieveBooking", { pnr });
    await session.call("cancelBooking", { pnr, reason: "Met a Gooseberries farmer" });
    const refused = async (name: string, input: object) =>
      expect((await session.ask("tools/call", { name, arguments: input })).message.error).toBeDefined();
    await refused("bookHotel", { hotelId: "Quackenbush", ...requests });
    await refused("bookHotel", { hotelId, guests: [{ ...known, email: "mina.q@private" }] });
    await refused("bookHotel", { hotelId, guests: [{ ...known, lastName: "Quackenbush2" }] });
    await refused("bookHotel", { hotelId, guests: [guest] });
    await refused("Quackenbush", {});
    await session.ask("Quackenbush/wilhelmina", guest);
    await ask(taxiway.port, { ...legacyPost("tools/call"), body: '{"jsonrpc":"2.0","Quackenbush' });
    await ask(taxiway.port, { path: "/mcp/Quackenbush?email=mina.q@private.example" });
    await ask(taxiway.port, initializePost({ "X-Request-Id": "the last", "User-Agent": "Wilhelmina's browser" }));
    await session.ask("ping", {}, { headers: { "X-Request-Id": "last" } });
    await requestLogged(taxiway, "last");

    expect(logOf(taxiway).filter(({ event }) => event === "call").length).toBeGreaterThanOrEqual(7);
    for (const word of ["wilhelmina", "quackenbush", "mina.q", "4155550177", "1971-03-09", "gooseberries", pnr]) {
      expect(taxiway.stderr().toLowerCase()).not.toContain(word.toLowerCase());
    }
  });

  it("is empty at its default level without problems", async () => {
    const taxiway = await startHttpTaxiway(ON_MEMORY);
    const session = await openSession(taxiway.port);
    await session.call("listBookings", {});
    await ask(taxiway.port, { path: "/nowhere" });
    await session.end();
    expect(await taxiway.stop("SIGTERM")).toEqual({ code: 0, signal: null });
    expect(taxiway.stderr()).toBe("");
  });
});

describe("/health", () => {
  it("matches its schema and the actual state", async () => {
    // A node that has just started counts what is in the store, not what it counted a moment ago.
    const env = { TAXIWAY_DATA_DIR: temporaryFolder() };
    const before = await startHttpTaxiway(env);
    const sessions = [await openSession(before.port), await openSession(before.port), await openSession(before.port)];
    await sessions[0]?.end();
    await before.stop("SIGTERM");
    const { port } = await startHttpTaxiway(env);
    const idle = connect(port, "127.0.0.1");
    onTestFinished(() => void idle.destroy());
    await once(idle, "connect");
    const { status, headers, text } = await ask(port, { path: "/health" });
    expect([status, headers["content-type"]]).toEqual([200, "application/json"]);
    const schema = JSON.parse(
      readFileSync(new URL("../../../../fixtures/health.schema.json", import.meta.url), "utf8"),
    );
    const validate = new Ajv({ allowUnionTypes: true }).compile(schema);
    const health = JSON.parse(text);
    expect(validate(health), JSON.stringify(validate.errors)).toBe(true);
    const { version } = JSON.parse(readFileSync(new URL("../../../../../package.json", import.meta.url), "utf8"));
    expect(health).toMatchObject({
      status: "healthy",
      version,
      sessions: { active: 2, total: 2 },
      storage: { connected: true },
    });
    expect(health.connections).toMatchObject({ stdio: 0, total: health.connections.http });
    expect(health.connections.http).toBe(2);
  });
});

describe("/metrics", () => {
  const NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
  const LABEL = `${NAME}="(?:[^"\\\\\\n]|\\\\["\\\\n])*"`;
  const SAMPLE = new RegExp(`^(${NAME})(?:\\{(?:${LABEL}(?:,${LABEL})*)?\\})? (?:-?[0-9.e+-]+|NaN|[+-]Inf)$`);

  it("has the Prometheus format, with a type and help for each sample", async () => {
    const { port } = await startHttpTaxiway(ON_MEMORY);
    const session = await openSession(port);
    await session.call("listBookings", {});
    const { status, headers, text } = await ask(port, { path: "/metrics" });
    expect([status, headers["content-type"]]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
    expect(text.endsWith("\n")).toBe(true);
    const types = new Map<string, string>();
    const helped = new Set<string>();
    const samples: string[] = [];
    for (const line of text.trimEnd().split("\n")) {
      const [, kind, name = "", rest = ""] = /^# (TYPE|HELP) (\S+) (.*)$/.exec(line) ?? [];
      if (kind === "TYPE") types.set(name, rest);
      else if (kind === "HELP") helped.add(name);
      else samples.push(line);
    }
    for (const line of samples) {
      const name = SAMPLE.exec(line)?.[1];
      expect(name, line).toBeDefined();
      const family = types.has(String(name)) ? name : name?.replace(/_(bucket|sum|count)$/, "");
      expect(types.get(String(family)), line).toMatch(/^(counter|gauge|histogram)$/);
      expect(helped, line).toContain(family);
    }
    const identities = samples.map((line) => line.slice(0, line.lastIndexOf(" ")));
    expect(new Set(identities).size).toBe(identities.length);
    expect(text).toContain('taxiway_tool_calls_total{server="taxiway-gds",tool="listBookings",outcome="ok"} 1\n');
    for (const family of [
      "taxiway_tool_call_duration_seconds",
      "taxiway_http_requests_total",
      "taxiway_sessions",
      "taxiway_store_operation_duration_seconds",
    ]) {
      expect([...types.keys()]).toContain(family);
    }
  });

  it("is also returned to scrapers at /health", async () => {
    const { port } = await startHttpTaxiway(ON_MEMORY);
    const accept = "application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3,*/*;q=0.2";
    const scraped = await ask(port, { path: "/health", headers: { Accept: accept } });
    expect(scraped.text).toContain("# TYPE taxiway_sessions gauge\n");
    const looked = await ask(port, { path: "/health", headers: { Accept: "text/html,*/*;q=0.8" } });
    expect(JSON.parse(looked.text).status).toBe("healthy");
  });

  it("does not grow with untrusted input", async () => {
    const { port } = await startHttpTaxiway({ ...ON_MEMORY, RATE_LIMIT_PER_MINUTE: "100000" });
    const strange = randomUUID();
    const session = await openSession(port);
    await session.ask("tools/call", { name: strange, arguments: {} });
    await ask(port, { path: `/${strange}` });
    await ask(port, modernPost(strange));
    expect((await ask(port, { path: "/metrics" })).text).not.toContain(strange);
  });
});
