import { beforeAll, describe, expect, it, vi } from "vitest";
import { CONFORMANCE, CONFORMANCE_PATH } from "../../../../fixtures/conformance.ts";
import { type HttpTaxiway, launchHttpTaxiway } from "../../../../fixtures/http-taxiway.ts";
import {
  answersIn,
  at,
  findStay,
  initializePost,
  type LegacySession,
  modernPost,
  openSession,
} from "../../../../fixtures/mcp/transports/http/mcp-over-http.ts";
import { openStream, type RawStream } from "../../../../fixtures/mcp/transports/http/raw-http.ts";
import type { Answer } from "../../../../fixtures/taxiway.ts";

let taxiway: HttpTaxiway;
beforeAll(async () => {
  taxiway = await launchHttpTaxiway({
    TAXIWAY_STORE: "memory",
    RATE_LIMIT_PER_MINUTE: "1000000",
    ...CONFORMANCE,
  });
  return async () => void (await taxiway.stop());
});

const PROGRESS = { name: "test_tool_with_progress", arguments: {}, _meta: { progressToken: "mine" } };
const CHANGE = { name: "test_trigger_prompt_change", arguments: {} };
const CHANGED = "notifications/prompts/list_changed";

const idsOf = ({ events }: RawStream): string[] => events.flatMap(({ id }) => (id === undefined ? [] : [id]));
const lastIdOf = (stream: RawStream): string => idsOf(stream).at(-1) as string;
const progressOf = (messages: readonly Answer[]): unknown[] =>
  messages.flatMap((message) => {
    const { method, params } = message as Answer & { params?: { progress: number } };
    return method === "notifications/progress" ? [params?.progress] : [];
  });

/** A session at the conformance fixtures. */
const openFixtureSession = (more: object = {}): Promise<LegacySession> =>
  openSession(taxiway.port, at(CONFORMANCE_PATH, initializePost({}, more)));

/** Opens a session of a client that supports elicitation. A call in it runs until the test answers its question. */
const openAskedSession = async () => {
  const session = await openFixtureSession({ capabilities: { elicitation: {} } });
  const askPerson = async (message: string, id: number) => {
    const stream = await session.stream("tools/call", { name: "test_elicitation", arguments: { message } }, { id });
    await stream.until(({ messages }) => messages.length > 0);
    const question = stream.messages[0] as Answer & { id: string; params: { message: string } };
    expect(question).toMatchObject({ method: "elicitation/create", params: { message } });
    return { stream, question };
  };
  const answer = (question: { id: string }, username: string) =>
    reply(session, { id: question.id, result: { action: "accept", content: { username, email: "a@example.com" } } });
  return { session, askPerson, answer };
};
const reply = async (session: LegacySession, response: object): Promise<void> => {
  const body = JSON.stringify({ jsonrpc: "2.0", ...response });
  const { status } = await fetch(`http://127.0.0.1:${taxiway.port}${CONFORMANCE_PATH}`, {
    method: "POST",
    headers: { ...session.headers, "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
    body,
  });
  expect(status).toBe(202);
};

describe("a call with notifications before its answer", () => {
  it("is answered with a stream, even if the client accepts JSON too", async () => {
    const session = await openFixtureSession();
    const stream = await session.stream("tools/call", PROGRESS);
    expect(stream.headers["content-type"]).toBe("text/event-stream");
    await stream.ended;
    expect(progressOf(stream.messages)).toEqual([0, 50, 100]);
    expect(answersIn(stream)).toHaveLength(1);
  });

  it("is answered without notifications for a client that does not accept streams", async () => {
    const session = await openFixtureSession();
    const answer = await session.ask("tools/call", PROGRESS, { headers: { Accept: "application/json" } });
    expect(answer.headers["content-type"]).toBe("application/json");
    expect(answer.message.result.content).toHaveLength(1);
  });

  it("begins with a resumable event for clients that support it", async () => {
    for (const [protocolVersion, primed] of [
      ["2025-11-25", true],
      ["2025-06-18", false],
    ] as const) {
      const session = await openFixtureSession({ protocolVersion });
      const stream = await session.stream("tools/call", PROGRESS);
      await stream.ended;
      expect(stream.events[0]?.data === "").toBe(primed);
    }
  });
});

describe("an interrupted stream", () => {
  it("is resumed after any event without losing or repeating one", async () => {
    const session = await openFixtureSession();
    const whole = await session.stream("tools/call", PROGRESS);
    await whole.ended;
    expect(new Set(idsOf(whole)).size).toBe(whole.events.length);
    for (const [index, id] of idsOf(whole).entries()) {
      const rest = await session.listen(id);
      await rest.ended;
      expect(rest.events).toEqual(whole.events.slice(index + 1));
    }
  });

  it("is resumed while its call still runs", async () => {
    const session = await openFixtureSession();
    const broken = await session.stream("tools/call", PROGRESS);
    await broken.until(({ messages }) => messages.length > 0);
    broken.cut();
    const resumed = await session.listen(lastIdOf(broken));
    await resumed.ended;
    const all = [...broken.messages, ...resumed.messages];
    expect(progressOf(all)).toEqual([0, 50, 100]);
    expect(all.filter(({ result }) => result !== undefined)).toHaveLength(1);
  });

  it("delivers the answer of a call that waited for elicitation", async () => {
    const { session, askPerson, answer } = await openAskedSession();
    const { stream, question } = await askPerson("Who are you?", 1);
    stream.cut();
    const again = await session.listen(lastIdOf(stream));
    again.cut();
    await answer(question, "ada");
    const resumed = await session.listen(lastIdOf(stream));
    await resumed.ended;
    expect(resumed.messages).toMatchObject([
      { id: 1, result: { content: [{ text: expect.stringContaining("ada") }] } },
    ]);
  });

  it("cannot be resumed with an unknown event ID or from another session", async () => {
    const [session, other] = [await openFixtureSession(), await openFixtureSession()];
    const stream = await session.stream("tools/call", PROGRESS);
    await stream.ended;
    expect((await other.listen(lastIdOf(stream))).status).toBe(400);
    expect((await session.listen("nothing")).status).toBe(400);
  });
});

describe("the stream of notifications", () => {
  it("delivers notifications, including those missed during an interruption", async () => {
    const session = await openFixtureSession();
    const trigger = () => session.ask("tools/call", CHANGE);
    const first = await session.listen();
    await trigger();
    await first.until(({ messages }) => messages.length === 1);
    first.cut();
    await trigger();
    const second = await session.listen(lastIdOf(first));
    await second.until(({ messages }) => messages.length === 1);
    await trigger();
    await second.until(({ messages }) => messages.length === 2);
    expect([...first.messages, ...second.messages].map(({ method }) => method)).toEqual([CHANGED, CHANGED, CHANGED]);
  });

  it("delivers the update of a resource only to its subscribed session", async () => {
    const [session, other] = [await openSession(taxiway.port), await openSession(taxiway.port)];
    const [stream, elsewhere] = [await session.listen(), await other.listen()];
    const { pnr } = await session.call("bookHotel", await findStay(session.call));
    for (const { ask } of [session, other]) await ask("resources/subscribe", { uri: "gds://session/bookings" });
    await session.call("bookHotel", await findStay(session.call));
    await stream.until(({ messages }) => messages.length === 1);
    expect(stream.messages).toMatchObject([
      { method: "notifications/resources/updated", params: { uri: "gds://session/bookings" } },
    ]);
    // The update of a booking goes to all sessions of its tenant, after the update that only one of them gets.
    const booking = `gds://booking/${pnr}`;
    await other.ask("resources/subscribe", { uri: booking });
    await session.call("cancelBooking", { pnr });
    await elsewhere.until(({ messages }) => messages.length > 0);
    expect(elsewhere.messages).toMatchObject([{ params: { uri: booking } }]);
  });

  it("is the only stream that delivers a notification", async () => {
    const session = await openFixtureSession();
    const call = await session.ask("tools/call", CHANGE);
    expect(call.headers["content-type"]).toBe("application/json");
  });

  it("ends with its session, like the streams of calls that run in it", async () => {
    const { session, askPerson } = await openAskedSession();
    const listening = await session.listen();
    const { stream } = await askPerson("Who are you?", 1);
    expect((await session.end()).status).toBe(204);
    await Promise.all([listening.ended, stream.ended]);
    expect(answersIn(stream)).toEqual([]);
  });
});

describe("two calls with the same id at the same time", () => {
  it("each get their own answer", async () => {
    const { askPerson, answer } = await openAskedSession();
    const one = await askPerson("Who is one?", 7);
    const two = await askPerson("Who is two?", 7);
    await answer(two.question, "second");
    await two.stream.ended;
    expect(answersIn(one.stream)).toEqual([]);
    await answer(one.question, "first");
    await one.stream.ended;
    for (const [{ stream }, name] of [
      [one, "first"],
      [two, "second"],
    ] as const) {
      expect(answersIn(stream)).toMatchObject([
        { id: 7, result: { content: [{ text: expect.stringContaining(name) }] } },
      ]);
    }
  });
});

describe("a cancelled call over HTTP", () => {
  const cancelled = (tool: string) =>
    taxiway.metric(`taxiway_tool_calls_total{server="taxiway-conformance",tool="${tool}",outcome="cancelled"}`);

  it("ends without an answer after a notification in the older protocol", async () => {
    const { session, askPerson, answer } = await openAskedSession();
    const other = await openAskedSession();
    const kept = await askPerson("Stay?", 1);
    const elsewhere = await other.askPerson("Stay elsewhere?", 2);
    const { stream } = await askPerson("Go?", 2);
    expect((await session.notify("notifications/cancelled", { requestId: 2 })).status).toBe(202);
    await stream.ended;
    expect(answersIn(stream)).toEqual([]);
    await Promise.all([answer(kept.question, "stayed"), other.answer(elsewhere.question, "stayed")]);
    for (const { stream: other } of [kept, elsewhere]) {
      await other.ended;
      expect(answersIn(other)).toHaveLength(1);
    }
  });

  it("ends when its connection is closed in the newer protocol", async () => {
    const before = (await cancelled("test_tool_with_progress")) ?? 0;
    const stream = await openStream(taxiway.port, at(CONFORMANCE_PATH, modernPost("tools/call", PROGRESS)));
    await stream.until(({ messages }) => messages.length > 0);
    const listening = await openStream(
      taxiway.port,
      at(CONFORMANCE_PATH, modernPost("subscriptions/listen", { notifications: { promptsListChanged: true } })),
    );
    await listening.until(({ messages }) => messages.length > 0);
    stream.cut();
    listening.cut();
    await vi.waitFor(async () => {
      expect(await taxiway.metric("taxiway_http_requests_in_flight")).toBe(0);
      expect(answersIn(stream).length + ((await cancelled("test_tool_with_progress")) ?? 0)).toBe(before + 1);
    }, WAITING);
  });

  it("continues after its connection is lost in the older protocol", async () => {
    const { session, askPerson, answer } = await openAskedSession();
    const before = (await cancelled("test_elicitation")) ?? 0;
    const { stream, question } = await askPerson("Still there?", 1);
    stream.cut();
    await answer(question, "still here");
    const resumed = await session.listen(lastIdOf(stream));
    await resumed.ended;
    expect(answersIn(resumed)).toHaveLength(1);
    expect((await cancelled("test_elicitation")) ?? 0).toBe(before);
  });
});

/** How long a condition may take on a very busy machine. */
const WAITING = { timeout: 20_000, interval: 20 };

describe("subscriptions/listen", () => {
  it("acknowledges its filter first, and then delivers notifications with its subscription ID", async () => {
    const stream = await openStream(
      taxiway.port,
      at(
        CONFORMANCE_PATH,
        modernPost("subscriptions/listen", { notifications: { promptsListChanged: true } }, { id: "sub-1" }),
      ),
    );
    await stream.until(({ messages }) => messages.length === 1);
    await openStream(taxiway.port, at(CONFORMANCE_PATH, modernPost("tools/call", CHANGE)));
    await stream.until(({ messages }) => messages.length === 2);
    const _meta = { "io.modelcontextprotocol/subscriptionId": "sub-1" };
    expect(stream.messages).toMatchObject([
      {
        method: "notifications/subscriptions/acknowledged",
        params: { notifications: { promptsListChanged: true }, _meta },
      },
      { method: CHANGED, params: { _meta } },
    ]);
    expect(stream.events.every(({ id }) => id === undefined)).toBe(true);
  });
});
