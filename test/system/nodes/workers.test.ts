import { Readable } from "node:stream";
import { expect, it, onTestFinished, vi } from "vitest";
import { CONFORMANCE, CONFORMANCE_PATH } from "../../fixtures/conformance.ts";
import { type Cluster, type Heard, type Line, startCluster } from "../platform/cluster/cluster.ts";
import { type EventReader, readEvents } from "./event-reader.ts";
import { ACCEPTED, answers, CAN_BE_ASKED, longCall, messagesOf, speaks, toolCall } from "./messages.ts";
import { SEARCH } from "./trip.ts";

const POSTING = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const WITHIN_TEN_SECONDS = { timeout: 10_000 };

/** A session whose requests name their connection, and so their worker. */
const openSession = async (line: Line, path = "/mcp") => {
  const clientInfo = { name: "traveller between workers", version: "1" };
  const params = { protocolVersion: "2025-11-25", capabilities: CAN_BE_ASKED, clientInfo };
  const bodyOf = (message: object) => JSON.stringify({ jsonrpc: "2.0", ...message });
  const opened = await line.ask("POST", path, POSTING, bodyOf({ id: 0, method: "initialize", params }));
  const session = {
    "mcp-session-id": String(opened.headers["mcp-session-id"]),
    "mcp-protocol-version": "2025-11-25",
  };
  const readFrom = async (opening: ReturnType<Line["open"]>): Promise<EventReader> => {
    const response = await opening;
    expect(response.statusCode).toBe(200);
    const cut = () => void response.destroy();
    onTestFinished(cut);
    return readEvents(Readable.toWeb(response) as ReadableStream<Uint8Array>, cut);
  };
  return {
    post: (at: Line, message: object): Promise<Heard> =>
      at.ask("POST", path, { ...POSTING, ...session }, bodyOf(message)),
    stream: (at: Line, request: object) => readFrom(at.open("POST", path, { ...POSTING, ...session }, bodyOf(request))),
    listen: (at: Line, lastEventId: string) =>
      readFrom(at.open("GET", path, { accept: "text/event-stream", ...session, "last-event-id": lastEventId })),
  };
};

const startFixtures = (): Promise<Cluster> => startCluster(CONFORMANCE);

it("a worker accepts the answer to another worker's question", async () => {
  const cluster = await startFixtures();
  const [here, there] = await cluster.connectToEach();
  const session = await openSession(there, CONFORMANCE_PATH);
  const stream = await session.stream(here, longCall("asked"));
  const { message: question } = await stream.find(speaks("elicitation/create"));
  expect((await session.post(there, { id: question?.id, result: ACCEPTED })).status).toBe(202);
  const { message } = await stream.find(answers("asked"));
  expect(message?.result.content[0].text).toContain("accept");
});

it("a worker cancels a request at another worker", async () => {
  const cluster = await startCluster({ MOCK_RESPONSE_DELAY: "20000" });
  const [here, there] = await cluster.connectToEach();
  const session = await openSession(there);
  const running = session.post(here, toolCall("slow", "searchFlights", { arguments: SEARCH }));
  await vi.waitFor(async () => {
    const { body } = await there.ask("GET", "/metrics", {});
    expect(body).toMatch(/^taxiway_http_requests_in_flight 1$/m);
  }, WITHIN_TEN_SECONDS);
  await session.post(there, { method: "notifications/cancelled", params: { requestId: "slow" } });
  expect((await running).body).not.toContain("flights");
});

it("a worker resumes another worker's interrupted stream", async () => {
  const cluster = await startFixtures();
  const [here, there] = await cluster.connectToEach();
  const session = await openSession(here, CONFORMANCE_PATH);
  const first = await session.stream(here, longCall("long"));
  const { id: beginning } = await first.find(({ message }) => message === undefined);
  const { message: question } = await first.find(speaks("elicitation/create"));
  first.cut();
  const second = await session.listen(there, beginning as string);
  await second.find(speaks("elicitation/create"));
  await session.post(await cluster.connect(), { id: question?.id, result: ACCEPTED });
  await second.ended;
  expect(messagesOf(second.events)).toEqual([
    ...messagesOf(first.events),
    expect.objectContaining({ id: "long", result: expect.objectContaining({ content: expect.anything() }) }),
  ]);
});
