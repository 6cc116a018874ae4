import { describe, expect, it, vi } from "vitest";
import { messagesIn } from "./answer-checks.ts";
import { AT_REST, startHttpTaxiway } from "./measured-taxiway.ts";
import { type HeaderList, message, modernHeaders, posted, withEnvelope } from "./requests.ts";
import { openWire, type WireAnswer } from "./wire.ts";

const LIST = { method: "tools/call", params: withEnvelope({ name: "listBookings", arguments: {} }) };
const LISTEN = {
  method: "subscriptions/listen",
  params: withEnvelope({ notifications: { toolsListChanged: true } }),
};

const from = (address: string): HeaderList => [["X-Forwarded-For", address]];

const askOnce = async (port: number, address: string): Promise<WireAnswer> => {
  const wire = await openWire(port);
  wire.send(posted([...modernHeaders(LIST), ...from(address)], message(1, LIST)));
  const answer = await wire.answer();
  wire.abort();
  if (answer === undefined) throw new Error("not answered");
  return answer;
};

const listen = async (port: number, address: string) => {
  const wire = await openWire(port);
  wire.send(posted([...modernHeaders(LISTEN), ...from(address)], message(1, LISTEN)));
  await wire.stirred();
  return wire;
};

const burst = async (port: number, size: number, addressOf: (index: number) => string): Promise<WireAnswer[]> =>
  Promise.all(Array.from({ length: size }, (_, index) => askOnce(port, addressOf(index))));

const tally = (answers: readonly WireAnswer[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

const BEHIND_A_PROXY = { TAXIWAY_TRUSTED_PROXIES: "loopback", MOCK_RESPONSE_DELAY: "1000" };

describe("load over the limits", () => {
  it("is rejected with 503 until there is capacity", async () => {
    const { port, load } = await startHttpTaxiway({ ...BEHIND_A_PROXY, TAXIWAY_MAX_REQUESTS: "5" });
    const answers = await burst(port, 40, (index) => `192.0.2.${index}`);
    expect(Object.keys(tally(answers))).toEqual(["200", "503"]);
    expect(tally(answers)[200]).toBeGreaterThanOrEqual(5);
    for (const { status, headers, body } of answers) {
      if (status !== 503) continue;
      expect(headers.get("retry-after")).toBe("1");
      expect(JSON.parse(body)).toEqual({ error: expect.stringContaining("5") });
    }
    await vi.waitFor(async () => expect(await load()).toEqual(AT_REST));
    expect(tally(await burst(port, 5, (index) => `192.0.2.${index}`))).toEqual({ 200: 5 });
  });

  it("of one client is rejected with 429 while others are served", async () => {
    const { port } = await startHttpTaxiway({ ...BEHIND_A_PROXY, TAXIWAY_MAX_REQUESTS_PER_CLIENT: "3" });
    const [busy, other] = await Promise.all([burst(port, 20, () => "192.0.2.1"), burst(port, 3, () => "192.0.2.2")]);
    expect(Object.keys(tally(busy))).toEqual(["200", "429"]);
    for (const { status, headers } of busy) if (status === 429) expect(headers.get("retry-after")).toBe("1");
    expect(tally(other)).toEqual({ 200: 3 });
  });

  it("of streams is rejected too, and a closed stream frees capacity", async () => {
    const { port, load } = await startHttpTaxiway({
      ...BEHIND_A_PROXY,
      TAXIWAY_MAX_STREAMS: "3",
      TAXIWAY_MAX_STREAMS_PER_CLIENT: "2",
    });
    const open = [await listen(port, "192.0.2.1"), await listen(port, "192.0.2.1")];
    const third = await listen(port, "192.0.2.1");
    expect(await third.answer()).toMatchObject({ status: 429 });
    open.push(await listen(port, "192.0.2.2"));
    const fourth = await listen(port, "192.0.2.3");
    const refused = await fourth.answer();
    expect(refused?.status).toBe(503);
    expect(refused?.headers.get("retry-after")).toBe("1");
    for (const wire of [...open, third, fourth]) wire.abort();
    await vi.waitFor(async () => expect(await load()).toEqual(AT_REST));
    const again = await listen(port, "192.0.2.3");
    expect(again.pending()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    again.abort();
  });

  it("does not affect requests that were accepted", async () => {
    const { port } = await startHttpTaxiway({ ...BEHIND_A_PROXY, TAXIWAY_MAX_REQUESTS: "5" });
    const answers = await burst(port, 40, (index) => `192.0.2.${index}`);
    for (const answer of answers) {
      if (answer.status === 200)
        expect(messagesIn(answer)).toMatchObject([{ id: 1, result: { resultType: "complete" } }]);
    }
  });
});
