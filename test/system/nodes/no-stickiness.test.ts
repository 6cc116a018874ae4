import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { CONFORMANCE, conformanceOf } from "../../fixtures/conformance.ts";
import { type HttpTaxiway, launchHttpTaxiway, startHttpTaxiway } from "../../fixtures/http-taxiway.ts";
import { type Environment, worked } from "../../fixtures/taxiway.ts";
import { startValkey, startValkeyCluster } from "../../fixtures/valkey.ts";
import { ACCEPTED, answers, CAN_BE_ASKED, longCall, messagesOf, speaks, toolCall } from "./messages.ts";
import { askModern, openSession, type RemoteSession, streamModern } from "./remote-session.ts";
import { bookingOf, SEARCH } from "./trip.ts";

const BOOKINGS = "gds://session/bookings";

const WITHIN_TEN_SECONDS = { timeout: 10_000 };

const STORES = { "a Valkey server": startValkey, "a Valkey cluster": startValkeyCluster };

const bookAt = async (session: RemoteSession, node: HttpTaxiway): Promise<string> => {
  const { flights } = await session.call(node, "searchFlights", SEARCH);
  return (await session.call(node, "bookFlight", bookingOf(flights[0].id))).pnr;
};

describe.each(Object.entries(STORES))("three nodes on %s", (_store, startStore) => {
  let store: { readonly url: string; stop(): Promise<void> };
  let nodes: readonly [HttpTaxiway, HttpTaxiway, HttpTaxiway];
  const settings = (): Environment => ({
    VALKEY_URL: store.url,
    RATE_LIMIT_ENABLED: "false",
    ...CONFORMANCE,
  });

  beforeAll(async () => {
    store = await startStore();
    const launch = () => launchHttpTaxiway(settings());
    nodes = await Promise.all([launch(), launch(), launch()]);
  });
  afterAll(async () => {
    await Promise.all((nodes ?? []).map((node) => node.stop()));
    await store?.stop();
  });

  /** The nodes at the path of the conformance fixtures. */
  const fixtureNodes = () => nodes.map(conformanceOf) as unknown as typeof nodes;

  it("serve a session that one of them opened at once", async () => {
    const [one, two, three] = nodes;
    const session = await openSession(one);
    const pnrs = await Promise.all([bookAt(session, two), bookAt(session, three), bookAt(session, one)]);
    for (const node of nodes) {
      const { bookings } = await session.call(node, "listBookings", {});
      expect(bookings.map(({ pnr }: { pnr: string }) => pnr).sort()).toEqual([...pnrs].sort());
      for (const pnr of pnrs) expect((await session.call(node, "retrieveBooking", { pnr })).status).toBe("confirmed");
    }
  });

  it("share the end of a session, and end its streams", async () => {
    const [one, two, three] = nodes;
    const session = await openSession(one);
    for (const node of nodes) expect((await session.ask(node, "ping")).status).toBe(200);
    const stream = await session.listen(three);
    expect(await session.end(two)).toBe(204);
    await stream.ended;
    await vi.waitFor(async () => {
      for (const node of nodes) expect((await session.ask(node, "ping")).status).toBe(404);
    }, WITHIN_TEN_SECONDS);
    expect(await session.end(one)).toBe(404);
  });

  it("notify a legacy client of bookings made at another node", async () => {
    const [one, two, three] = nodes;
    const session = await openSession(one);
    const stream = await session.listen(one);
    expect((await session.ask(three, "resources/subscribe", { uri: BOOKINGS })).status).toBe(200);
    await bookAt(session, two);
    const { message } = await stream.find(speaks("notifications/resources/updated"));
    expect(message?.params).toEqual({ uri: BOOKINGS });
  });

  it("notify a modern client of its session's bookings made at another node, and not of another session's", async () => {
    const [one, two, three] = nodes;
    const own = randomUUID();
    const listen = async (node: HttpTaxiway, sessionId: string, uris: readonly string[]) => {
      const filter = { notifications: { resourceSubscriptions: uris } };
      const stream = await streamModern(node, "subscriptions/listen", filter, sessionId);
      await stream.find(speaks("notifications/subscriptions/acknowledged"));
      return stream;
    };
    const say = async (name: string, input: object) =>
      worked((await askModern(two, "tools/call", { name, arguments: input }, own)).result);
    const book = async (): Promise<string> => {
      const { flights } = await say("searchFlights", SEARCH);
      return (await say("bookFlight", bookingOf(flights[0].id))).pnr;
    };
    const mine = await Promise.all([one, three].map((node) => listen(node, own, [BOOKINGS])));
    const pnr = await book();
    for (const stream of mine) {
      const { message } = await stream.find(speaks("notifications/resources/updated"));
      expect(message?.params).toMatchObject({ uri: BOOKINGS });
    }
    // The update of a booking goes to all sessions of its tenant, so it shows that earlier updates have been sent.
    const booking = `gds://booking/${pnr}`;
    const others = await listen(three, randomUUID(), [BOOKINGS, booking]);
    await book();
    await say("cancelBooking", { pnr });
    const { message } = await others.find(speaks("notifications/resources/updated"));
    expect(message?.params).toMatchObject({ uri: booking });
  });

  it("use a log level that was set at another node", async () => {
    const [one, two] = fixtureNodes();
    const session = await openSession(one);
    const messages = async (at: HttpTaxiway): Promise<number> => {
      const { body } = await session.post(at, toolCall("telling", "test_tool_with_logging"));
      return body.match(/notifications\/message/g)?.length ?? 0;
    };
    for (const [level, count] of [
      ["error", 0],
      ["info", 3],
    ] as const) {
      expect((await session.ask(two, "logging/setLevel", { level })).status).toBe(200);
      for (const at of fixtureNodes())
        await vi.waitFor(async () => expect(await messages(at)).toBe(count), WITHIN_TEN_SECONDS);
    }
  });

  it("accept the answer to each other's questions", async () => {
    const [one, two] = fixtureNodes();
    const session = await openSession(two, CAN_BE_ASKED);
    const stream = await session.stream(
      one,
      toolCall("asked", "test_elicitation", { arguments: { message: "Who flies?" } }),
    );
    const { message: question } = await stream.find(speaks("elicitation/create"));
    expect(question?.params.message).toBe("Who flies?");
    const content = { username: "Ada", email: "ada@example.com" };
    const said = await session.post(two, { id: question?.id, result: { action: "accept", content } });
    expect(said.status).toBe(202);
    const { message } = await stream.find(answers("asked"));
    expect(message?.result.content[0].text).toContain("ada@example.com");
  });

  it("reject the answer of another session", async () => {
    const [one, two] = fixtureNodes();
    const [session, other] = await Promise.all([openSession(one, CAN_BE_ASKED), openSession(one, CAN_BE_ASKED)]);
    const stream = await session.stream(one, longCall("asked"));
    const { message: question } = await stream.find(speaks("elicitation/create"));
    await other.post(two, { id: question?.id, result: { action: "decline" } });
    await session.post(two, { id: question?.id, result: ACCEPTED });
    const { message } = await stream.find(answers("asked"));
    expect(message?.result.content[0].text).toContain("accept");
  });

  it("continue a modern call with a question from another node", async () => {
    const [one, two, three] = fixtureNodes();
    const name = "test_input_required_result_request_state";
    const asked = (await askModern(one, "tools/call", { name, arguments: {} })).result;
    expect(asked).toMatchObject({ resultType: "input_required", requestState: expect.any(String) });
    for (const node of [two, three]) {
      const { result } = await askModern(node, "tools/call", {
        name,
        arguments: {},
        requestState: asked.requestState,
        inputResponses: { confirm: ACCEPTED },
      });
      expect(result.content).toEqual([{ type: "text", text: "state-ok" }]);
    }
  });

  it("cancel requests at other nodes", async () => {
    const slow = await startHttpTaxiway({ ...settings(), MOCK_RESPONSE_DELAY: "20000" });
    const session = await openSession(nodes[0]);
    const inFlight = async () => {
      const metrics = await (await fetch(slow.url.replace("/mcp", "/metrics"))).text();
      return Number(/^taxiway_http_requests_in_flight (\d+)$/m.exec(metrics)?.[1]);
    };
    const running = session.post(slow, toolCall("slow", "searchFlights", { arguments: SEARCH }));
    await vi.waitFor(async () => expect(await inFlight()).toBe(1), WITHIN_TEN_SECONDS);
    await session.post(nodes[1], { method: "notifications/cancelled", params: { requestId: "another" } });
    await session.post(nodes[1], { method: "notifications/cancelled", params: { requestId: "slow" } });
    expect((await running).body).not.toContain("flights");
    expect(await inFlight()).toBe(0);
  });

  it("resume each other's streams during a call without losing or repeating an event", async () => {
    const [one, two, three] = fixtureNodes();
    const session = await openSession(one, CAN_BE_ASKED);
    const first = await session.stream(one, longCall("long"));
    const { id: beginning } = await first.find(({ message }) => message === undefined);
    const { message: question } = await first.find(speaks("elicitation/create"));
    first.cut();

    // First as if everything after the first event had been lost, then as if nothing had.
    const second = await session.listen(two, beginning as string);
    const { id: latest } = await second.find(speaks("elicitation/create"));
    second.cut();
    const third = await session.listen(three, latest as string);
    expect((await session.post(one, { id: question?.id, result: ACCEPTED })).status).toBe(202);
    await third.ended;

    expect(messagesOf(second.events).map(({ method }) => method)).toEqual([
      "notifications/progress",
      "elicitation/create",
    ]);
    expect(messagesOf(second.events)).toEqual(messagesOf(first.events));
    expect(messagesOf(third.events)).toEqual([
      expect.objectContaining({ id: "long", result: expect.objectContaining({ content: expect.anything() }) }),
    ]);
    const again = await session.listen(two, beginning as string);
    await again.ended;
    expect(messagesOf(again.events)).toEqual([...messagesOf(first.events), ...messagesOf(third.events)]);
  });

  it("resume each other's notification streams with missed notifications", async () => {
    const [one, two, three] = nodes;
    const session = await openSession(one);
    const first = await session.listen(one);
    await session.ask(two, "resources/subscribe", { uri: BOOKINGS });
    const { id } = await first.find(() => true);
    first.cut();
    await bookAt(session, two);
    const second = await session.listen(three, id as string);
    await second.find(speaks("notifications/resources/updated"));
    await bookAt(session, one);
    await vi.waitFor(
      () => expect(second.events.filter(speaks("notifications/resources/updated"))).toHaveLength(2),
      WITHIN_TEN_SECONDS,
    );
  });

  it("count a client's requests together", async () => {
    const limited = { ...settings(), RATE_LIMIT_ENABLED: "true", RATE_LIMIT_PER_MINUTE: "40" };
    const start = () => startHttpTaxiway({ ...limited, RATE_LIMIT_WINDOW_SECONDS: "3600" });
    const both = await Promise.all([start(), start()]);
    const statuses: number[] = [];
    for (let count = 0; count < 80; count++) {
      const { url } = both[count % 2] as HttpTaxiway;
      statuses.push((await fetch(url, { method: "HEAD" })).status);
    }
    const passed = statuses.filter((status) => status === 200).length;
    expect(passed).toBeGreaterThanOrEqual(38);
    expect(passed).toBeLessThanOrEqual(42);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });
});
