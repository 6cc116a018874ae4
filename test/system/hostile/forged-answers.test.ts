import { expect, it, vi } from "vitest";
import { CONFORMANCE, CONFORMANCE_PATH } from "../../fixtures/conformance.ts";
import { connectHonestClient, openSession } from "./honest-client.ts";
import { complaintsIn, startHttpTaxiway } from "./measured-taxiway.ts";
import { type HeaderList, legacyHeaders, message, posted } from "./requests.ts";
import { openWire } from "./wire.ts";

const ASKING = { method: "tools/call", params: { name: "test_elicitation", arguments: { message: "Who are you?" } } };
const post = (headers: HeaderList, body: object) => posted(headers, body, CONFORMANCE_PATH);
const answerTo = (id: unknown, username: string) => ({
  jsonrpc: "2.0",
  id,
  result: { action: "accept", content: { username } },
});

it("a server accepts an answer only from the session it asked", async () => {
  const server = await startHttpTaxiway(CONFORMANCE);
  const asked = await openWire(server.port);
  const other = await openWire(server.port);
  const [mine, theirs] = [await openSession(asked, CONFORMANCE_PATH), await openSession(other, CONFORMANCE_PATH)];
  asked.send(post(legacyHeaders(mine), message(1, ASKING)));
  const question = await vi.waitFor(() => {
    const id = /"id":"([^"]+)","method":"elicitation\/create"/.exec(asked.pending())?.[1];
    expect(id).toBeDefined();
    return id;
  });

  const forged = [question, "never-asked", 1, "__proto__", `${question} `];
  for (const id of forged) {
    other.send(post(legacyHeaders(theirs), answerTo(id, "Mallory")));
    expect((await other.answer())?.status).toBe(202);
  }
  for (const id of forged.slice(1)) {
    other.send(post(legacyHeaders(mine), answerTo(id, "Mallory")));
    expect((await other.answer())?.status).toBe(202);
  }
  // A cancellation from another session does not reach the call either, though its ID is the same.
  other.send(
    post(legacyHeaders(theirs), { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } }),
  );
  expect((await other.answer())?.status).toBe(202);

  other.send(post(legacyHeaders(mine), answerTo(question, "Ada")));
  expect((await other.answer())?.status).toBe(202);
  const { body } = (await asked.answer()) ?? {};
  expect(body).toContain("Ada");
  expect(body).not.toContain("Mallory");
  expect(complaintsIn(server.log)).toEqual([]);
  for (const wire of [asked, other]) wire.abort();
});

it("a server does not confuse concurrent requests with the same id", async () => {
  const server = await startHttpTaxiway({ MOCK_RESPONSE_DELAY: "50" });
  const sessionId = await openSession(await openWire(server.port));
  const wires = await Promise.all(Array.from({ length: 20 }, () => openWire(server.port)));
  const cities = ["LON", "PAR", "NYC", "TYO", "LAX"];
  const found = await Promise.all(
    wires.map(async (wire, index) => {
      const cityCode = cities[index % cities.length];
      const input = { cityCode, checkInDate: "2027-01-12", checkOutDate: "2027-01-14", maxResults: 3 };
      const asks = { method: "tools/call", params: { name: "searchHotels", arguments: input } };
      wire.send(posted(legacyHeaders(sessionId), message(7, asks)));
      const answer = JSON.parse((await wire.answer())?.body ?? "");
      return {
        id: answer.id,
        hotels: answer.result.structuredContent.hotels.map(({ id }: { id: string }) => id).join(),
      };
    }),
  );
  const alone = await connectHonestClient(server.port, "modern");
  for (const [index, { id, hotels }] of found.entries()) {
    const input = {
      cityCode: cities[index % cities.length],
      checkInDate: "2027-01-12",
      checkOutDate: "2027-01-14",
      maxResults: 3,
    };
    const { hotels: expected } = await alone.call("searchHotels", input);
    expect({ id, hotels }).toEqual({ id: 7, hotels: expected.map((hotel: { id: string }) => hotel.id).join() });
  }
});
