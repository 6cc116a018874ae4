import { expect, it, onTestFinished } from "vitest";
import { startTaxiway } from "../../fixtures/taxiway.ts";
import { startValkey } from "../../fixtures/valkey.ts";
import { bookWholeTrip } from "./whole-trip.ts";

it("an operator finds sessions, bookings and counters in valkey-cli under the names of the data model", async () => {
  const valkey = await startValkey();
  onTestFinished(() => valkey.stop());
  const taxiway = startTaxiway({ VALKEY_URL: valkey.url });
  const { pnr, sessionId, totalPrice } = await bookWholeTrip((tool, input) => taxiway.call(tool, input));
  await taxiway.close();

  const keys = (await valkey.cli("keys", "*")).split("\n");
  expect(keys).toEqual(
    expect.arrayContaining([
      `pnr:${pnr}`,
      `gds:session:${sessionId}`,
      `gds:session:${sessionId}:searches`,
      `session:${sessionId}:pnrs`,
      "gds:stats:bookings:total",
    ]),
  );
  expect(await valkey.cli("hget", `pnr:${pnr}`, "status")).toBe("confirmed");
  expect(await valkey.cli("hget", `pnr:${pnr}`, "totalPrice")).toBe(String(totalPrice));
  expect(JSON.parse(await valkey.cli("hget", `pnr:${pnr}`, "passengers"))).toHaveLength(2);
  expect(Number(await valkey.cli("ttl", `pnr:${pnr}`))).toBeGreaterThan(3000);
  expect(Number(await valkey.cli("ttl", `pnr:${pnr}`))).toBeLessThanOrEqual(3600);
  expect(await valkey.cli("hget", `gds:session:${sessionId}`, "searchCount")).toBe("3");
  expect(await valkey.cli("hget", `gds:session:${sessionId}`, "bookingCount")).toBe("1");
  expect(await valkey.cli("smembers", `session:${sessionId}:pnrs`)).toBe(pnr);
  expect(await valkey.cli("get", "gds:stats:bookings:total")).toBe("1");
  const searches = (await valkey.cli("lrange", `gds:session:${sessionId}:searches`, "0", "-1")).split("\n");
  expect(searches.map((search) => JSON.parse(search).type)).toEqual(["flight", "hotel", "car"]);
});
