import { expect, it, vi } from "vitest";
import { connectHonestClient } from "./honest-client.ts";
import { AT_REST, complaintsIn, startHttpTaxiway } from "./measured-taxiway.ts";
import { message, modernHeaders, posted, withEnvelope } from "./requests.ts";
import { openWire } from "./wire.ts";

const LIST = { method: "tools/call", params: withEnvelope({ name: "listBookings", arguments: {} }) };
const SLOW = posted(modernHeaders(LIST), message("slow", LIST));

it("a server waits for clients that send one byte at a time, and drops those that stop", {
  timeout: 60_000,
}, async () => {
  const server = await startHttpTaxiway();
  const stuck = await Promise.all(Array.from({ length: 12 }, () => openWire(server.port)));
  for (const [index, wire] of stuck.entries()) wire.send(SLOW.subarray(0, 5 + index * 3));

  const slow = Array.from({ length: 36 }, async (_, index) => {
    const wire = await openWire(server.port);
    for (const [at, byte] of SLOW.entries()) {
      wire.send(Buffer.from([byte]));
      if ((at + index) % 8 === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const answer = await wire.answer();
    wire.abort();
    return answer;
  });
  const client = await connectHonestClient(server.port, "modern");
  expect(await client.call("listBookings", {})).toMatchObject({ bookings: [] });
  for (const answer of await Promise.all(slow)) {
    expect(answer?.status).toBe(200);
    expect(JSON.parse(answer?.body ?? "")).toMatchObject({ id: "slow", result: { resultType: "complete" } });
  }

  for (const wire of stuck) {
    expect(await wire.answer()).toMatchObject({ status: 408, body: expect.stringContaining("did not arrive in time") });
    await wire.closed;
  }
  client.leave();
  await vi.waitFor(async () => expect(await server.load()).toEqual(AT_REST), { timeout: 5_000 });
  expect(complaintsIn(server.log)).toEqual([]);
});
