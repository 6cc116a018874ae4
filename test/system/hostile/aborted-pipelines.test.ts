import { expect, it, vi } from "vitest";
import { AT_REST, startHttpTaxiway } from "./measured-taxiway.ts";
import { message, modernHeaders, posted, withEnvelope } from "./requests.ts";
import { openWire } from "./wire.ts";

const LIST = { method: "tools/call", params: withEnvelope({ name: "listBookings", arguments: {} }) };

it("a server drops pipelined requests when their connection closes", async () => {
  const server = await startHttpTaxiway({ MOCK_RESPONSE_DELAY: "5000" });
  const wire = await openWire(server.port);
  for (let id = 0; id < 20; id++) wire.send(posted(modernHeaders(LIST), message(id, LIST)));
  await vi.waitFor(async () => expect(await server.load()).toMatchObject({ requests_in_flight: 20 }));
  wire.abort();
  await vi.waitFor(async () => expect(await server.load()).toEqual(AT_REST), { timeout: 5_000 });
});
