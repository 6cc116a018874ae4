import { beforeAll, describe, expect, it } from "vitest";
import { type Caller, composeInProcess } from "../fixtures/in-process.ts";
import { refusal, worked } from "../fixtures/taxiway.ts";
import { book } from "./refused-inputs.ts";
import { ADA, CONTACT, type Known, ROUTE, rehearse } from "./rehearsal.ts";

let caller: Caller;
let known: Known;

beforeAll(async () => {
  const { taxiway, caller: newCaller } = await composeInProcess();
  caller = newCaller();
  known = await rehearse(caller);
  return () => taxiway.close();
});

describe("an unknown field", () => {
  it("is dropped and named, with the name that was probably meant", async () => {
    const found = worked(
      await caller.call("searchFlights", { ...ROUTE, cabinClass: "first", depatureDate: "2027-02-01", maxStops: 0 }),
    );
    expect(found.warnings).toEqual([
      expect.stringMatching(/"cabinClass" is not a field/),
      expect.stringMatching(/"depatureDate" .* did you mean "departureDate"/),
      expect.stringMatching(/"maxStops" is not a field/),
    ]);
    expect(found.flights[0].cabin).toBe("economy");
  });
});

describe("an idempotency key", () => {
  it("returns the same PNR for the same request, and refuses another request", async () => {
    const request = { hotelId: known.hotelId, guests: [ADA], ...CONTACT, idempotencyKey: "once" };
    const [first, second] = (
      await Promise.all([caller.call("bookHotel", request), caller.call("bookHotel", request)])
    ).map(worked);
    const third = worked(
      await caller.call("bookHotel", { ...CONTACT, idempotencyKey: "once", guests: [ADA], hotelId: known.hotelId }),
    );
    expect([second.pnr, third.pnr]).toEqual([first.pnr, first.pnr]);
    expect(third.warnings.join()).toContain("once");

    const other = refusal(await caller.call("bookHotel", { ...request, guests: [{ ...ADA, firstName: "Augusta" }] }));
    expect(other).toMatchObject({ code: -32002, data: { field: "idempotencyKey", value: "once" } });
  });

  it("puts a hotel on a booking once", async () => {
    const request = { hotelId: known.hotelId, guests: [ADA], existingPnr: known.pnr, idempotencyKey: "add once" };
    await caller.call("bookHotel", request);
    const repeated = worked(await caller.call("bookHotel", request));
    expect(repeated.hotels).toHaveLength(1);
  });

  it("of a refused request is free again", async () => {
    const request = { ...book({})(known), idempotencyKey: "second try" };
    refusal(await caller.call("bookFlight", { ...request, expectedTotal: 1 }));
    expect(worked(await caller.call("bookFlight", { ...request, expectedTotal: known.price })).status).toBe(
      "confirmed",
    );
  });
});
