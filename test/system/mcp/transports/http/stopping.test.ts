import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { startHttpTaxiway } from "../../../../fixtures/http-taxiway.ts";
import {
  answersIn,
  findStay,
  legacyPost,
  modernPost,
  openSession,
} from "../../../../fixtures/mcp/transports/http/mcp-over-http.ts";
import { ask, openStream } from "../../../../fixtures/mcp/transports/http/raw-http.ts";
import type { Answer } from "../../../../fixtures/taxiway.ts";
import { temporaryFolder } from "../../../../fixtures/temporary-folder.ts";

const WAITING = { timeout: 20_000, interval: 20 };

describe("SIGTERM", () => {
  it("lets calls finish, ends streams cleanly, keeps bookings, and exits with 0", async () => {
    const env = { TAXIWAY_DATA_DIR: temporaryFolder() };
    const quick = await startHttpTaxiway(env);
    const booking = { name: "bookHotel", arguments: await findStay((await openSession(quick.port)).call) };
    const patient = await startHttpTaxiway({ ...env, MOCK_RESPONSE_DELAY: "3000" });
    const { port } = patient;
    const session = await openSession(port);
    const listening = await session.listen();
    const subscribed = await openStream(
      port,
      modernPost("subscriptions/listen", { notifications: { promptsListChanged: true } }, { id: "sub" }),
    );
    await subscribed.until(({ messages }) => messages.length === 1);
    const idle = connect(port, "127.0.0.1");
    await once(idle, "connect");
    const calls = [
      ask(port, legacyPost("tools/call", booking, { headers: session.headers })),
      ask(port, modernPost("tools/call", booking)),
    ];
    await vi.waitFor(async () => expect(await patient.metric("taxiway_http_requests_in_flight")).toBe(2), WAITING);

    const stopped = patient.stop("SIGTERM");
    const answers = await Promise.all(calls);
    for (const { status, headers, text } of answers)
      expect([status, headers["connection"]], text).toEqual([200, "close"]);
    await Promise.all([listening.ended, subscribed.ended]);
    expect(answersIn(subscribed)).toMatchObject([{ id: "sub", result: { resultType: "complete" } }]);
    expect(await stopped).toEqual({ code: 0, signal: null });
    // A busy disk may cause a warning, but no error.
    expect(patient.stderr()).not.toContain('"level":"error"');
    await expect(ask(port, { path: "/health" })).rejects.toThrow(/ECONNREFUSED/);

    for (const { message } of answers) {
      const { pnr } = message.result.structuredContent;
      const retrieved = await ask(
        quick.port,
        modernPost("tools/call", { name: "retrieveBooking", arguments: { pnr } }),
      );
      expect(retrieved.message.result.structuredContent).toMatchObject({ pnr, status: "confirmed" });
    }
  });

  it("can be SIGINT too, even at the moment the server starts to listen", async () => {
    const taxiway = await startHttpTaxiway({ TAXIWAY_STORE: "memory" });
    expect(await taxiway.stop("SIGINT")).toEqual({ code: 0, signal: null });
  });
});

describe("TRANSPORT_MODE=both", () => {
  it("serves one client on stdio and many over HTTP, each with its own session", async () => {
    const taxiway = await startHttpTaxiway({ TRANSPORT_MODE: "both", TAXIWAY_STORE: "memory" }, []);
    const { child, port } = taxiway;
    const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
    onTestFinished(() => lines.close());
    let lastId = 0;
    const overStdin = async (method: string, params: object): Promise<Answer> => {
      const line = once(lines, "line") as Promise<[string]>;
      child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", id: ++lastId, method, params })}\n`);
      return JSON.parse((await line)[0]) as Answer;
    };
    const opened = await overStdin("initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "local", version: "1" },
    });
    expect(opened).toMatchObject({ id: 1, result: { serverInfo: { name: "taxiway-gds" } } });
    const session = await openSession(port);
    const { pnr } = await session.call("bookHotel", await findStay(session.call));
    const call = (name: string, input: object) => overStdin("tools/call", { name, arguments: input });
    expect((await call("retrieveBooking", { pnr })).result.structuredContent).toMatchObject({ pnr });
    expect((await call("listBookings", {})).result.structuredContent.bookings).toEqual([]);
    expect(JSON.parse((await ask(port, { path: "/health" })).text).connections.stdio).toBe(1);

    child.stdin?.end();
    expect(await session.call("listBookings", {})).toMatchObject({ bookings: [{ pnr }] });
    expect(await taxiway.stop("SIGTERM")).toEqual({ code: 0, signal: null });
    for (const line of taxiway.stdout().trimEnd().split("\n"))
      expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
  });
});
