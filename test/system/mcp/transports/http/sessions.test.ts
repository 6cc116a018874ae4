import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { type HttpTaxiway, launchHttpTaxiway, startHttpTaxiway } from "../../../../fixtures/http-taxiway.ts";
import {
  findStay,
  initializePost,
  type LegacySession,
  legacyPost,
  modernPost,
  openSession,
  UUID_V4,
} from "../../../../fixtures/mcp/transports/http/mcp-over-http.ts";
import { ask } from "../../../../fixtures/mcp/transports/http/raw-http.ts";
import { temporaryFolder } from "../../../../fixtures/temporary-folder.ts";

let taxiway: HttpTaxiway;
beforeAll(async () => {
  taxiway = await launchHttpTaxiway({ TAXIWAY_STORE: "memory", RATE_LIMIT_PER_MINUTE: "1000000" });
  return async () => void (await taxiway.stop());
});

const bookStay = async (call: LegacySession["call"]): Promise<{ pnr: string }> =>
  call("bookHotel", await findStay(call));
const pnrsOf = ({ bookings }: { bookings: { pnr: string }[] }): string[] => bookings.map(({ pnr }) => pnr);

describe("an MCP session over HTTP", () => {
  it("gets its ID from initialize and from no other request", async () => {
    const session = await openSession(taxiway.port);
    expect(session.id).toMatch(UUID_V4);
    expect((await session.ask("tools/list")).headers["mcp-session-id"]).toBeUndefined();
    expect((await ask(taxiway.port, modernPost("tools/list"))).headers["mcp-session-id"]).toBeUndefined();
  });

  it("is not opened by an initialize that fails", async () => {
    const answer = await ask(taxiway.port, {
      ...initializePost(),
      body: '{"jsonrpc":"2.0","id":1,"method":"initialize"}',
    });
    expect(answer.message.error?.code).toBe(-32602);
    expect(answer.headers["mcp-session-id"]).toBeUndefined();
  });

  it("does not show its bookings to other sessions", async () => {
    const [one, other] = [await openSession(taxiway.port), await openSession(taxiway.port)];
    const { pnr } = await bookStay(one.call);
    expect(pnrsOf(await one.call("listBookings", {}))).toEqual([pnr]);
    expect(pnrsOf(await other.call("listBookings", {}))).toEqual([]);
    expect(await other.call("retrieveBooking", { pnr })).toMatchObject({ pnr });
  });

  it("answers notifications and client responses with 202 and no body", async () => {
    const session = await openSession(taxiway.port);
    expect(await session.notify("notifications/initialized", {})).toMatchObject({ status: 202, text: "" });
    const body = JSON.stringify({ jsonrpc: "2.0", id: "unknown-1", result: {} });
    const headers = { ...session.headers, "Content-Type": "application/json" };
    expect(await ask(taxiway.port, { headers, body })).toMatchObject({ status: 202, text: "" });
  });

  it("rejects an unknown protocol version", async () => {
    const session = await openSession(taxiway.port);
    const answer = await session.ask("tools/list", {}, { headers: { "MCP-Protocol-Version": "1999-12-31" } });
    expect([answer.status, answer.message.error?.code]).toEqual([400, -32022]);
  });

  it("does not exist after it was ended", async () => {
    const session = await openSession(taxiway.port);
    expect(await session.end()).toMatchObject({ status: 204, text: "" });
    expect((await session.ask("tools/list")).status).toBe(404);
    expect((await session.notify("notifications/initialized", {})).status).toBe(404);
    expect((await session.listen()).status).toBe(404);
    expect((await session.end()).status).toBe(404);
  });

  it("survives a restart of the server on a durable store", async () => {
    const env = { TAXIWAY_DATA_DIR: temporaryFolder() };
    const first = await startHttpTaxiway(env);
    const session = await openSession(first.port);
    const { pnr } = await bookStay(session.call);
    await first.stop("SIGTERM");
    const second = await startHttpTaxiway(env);
    const list = { name: "listBookings", arguments: {} };
    const listed = await ask(second.port, legacyPost("tools/call", list, { headers: session.headers }));
    expect(pnrsOf(listed.message.result.structuredContent)).toEqual([pnr]);
  });
});

describe("a session unused for MCP_SESSION_TIMEOUT seconds", () => {
  it("expires, and every use extends it", async () => {
    const env = { TAXIWAY_DATA_DIR: temporaryFolder(), MCP_SESSION_TIMEOUT: "600" };
    let session: LegacySession | undefined;
    const statusAt = async (time: string): Promise<number> => {
      const { port, stop } = await startHttpTaxiway({ ...env, CLOCK: `frozen:2026-12-01T${time}Z` });
      session ??= await openSession(port);
      const { status } = await ask(port, legacyPost("tools/list", {}, { headers: session.headers }));
      await stop("SIGTERM");
      return status;
    };
    expect(await statusAt("09:00:00")).toBe(200);
    expect(await statusAt("09:09:59")).toBe(200);
    expect(await statusAt("09:19:58")).toBe(200);
    expect(await statusAt("09:29:58")).toBe(404);
  });
});

describe("a session ID chosen by the client", () => {
  const modernCall = (own: Record<string, string>) => async (tool: string, input: object) => {
    const asking = modernPost("tools/call", { name: tool, arguments: input }, { headers: own });
    return (await ask(taxiway.port, asking)).message.result.structuredContent;
  };

  it("creates the session, and joins it the next time", async () => {
    const own = randomUUID();
    const opened = await openSession(taxiway.port, initializePost({ "Mcp-Session-Id": own }));
    expect(opened.id).toBe(own);
    const { pnr } = await bookStay(opened.call);
    const joined = await openSession(taxiway.port, initializePost({ "Mcp-Session-Id": own.toUpperCase() }));
    expect(joined.id).toBe(own);
    expect(pnrsOf(await joined.call("listBookings", {}))).toEqual([pnr]);
    expect(pnrsOf(await opened.call("listBookings", {}))).toEqual([pnr]);
  });

  it("is shared by modern requests", async () => {
    const call = modernCall({ "Mcp-Session-Id": randomUUID() });
    const { pnr } = await bookStay(call);
    expect(pnrsOf(await call("listBookings", {}))).toEqual([pnr]);
    expect(pnrsOf(await modernCall({})("listBookings", {}))).toEqual([]);
  });

  it("is the same for clients of both eras", async () => {
    const legacy = await openSession(taxiway.port);
    const { pnr } = await bookStay(modernCall({ "Mcp-Session-Id": legacy.id }));
    expect(pnrsOf(await legacy.call("listBookings", {}))).toEqual([pnr]);
  });
});
