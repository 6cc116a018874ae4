import { expect, it } from "vitest";
import { composeInProcess } from "../../../fixtures/in-process.ts";
import { refusal, worked } from "../../../fixtures/taxiway.ts";

/** What the trade does not allow, as an agent is told. */

const ADA = { type: "adult", firstName: "Ada", lastName: "Lovelace" } as const;
const FLIGHT = { flightIds: ["F-ZZ101-20270310-JFKLHR-Y"], contactEmail: "ada@example.com" };

const desk = async () => {
  const { caller } = await composeInProcess();
  const { call } = caller();
  return {
    told: async (tool: string, input: object) => worked(await call(tool, input)),
    refused: async (tool: string, input: object) => refusal(await call(tool, input)),
  };
};

it("two travellers of one name are refused unless their types or dates of birth differ", async () => {
  const { told, refused } = await desk();
  const book = (other: object) => ({ ...FLIGHT, passengers: [ADA, { ...ADA, firstName: "ADA", ...other }] });
  const twice = await refused("bookFlight", book({}));
  expect(twice).toMatchObject({ code: -32002, data: { field: "passengers[1]" } });
  expect(twice.message).toBe("ADA Lovelace is named twice, as passengers 1 and 2.");
  expect((await told("listBookings", {})).resultCount).toBe(0);
  expect((await told("bookFlight", book({ type: "child" }))).passengers).toHaveLength(2);
});

it("two travellers cannot be renamed to one name", async () => {
  const { told, refused } = await desk();
  const passengers = [ADA, { ...ADA, firstName: "Adam" }];
  const { pnr } = await told("bookFlight", { ...FLIGHT, passengers });
  const same = { pnr, travellers: [{ id: "P2", firstName: "Ada" }] };
  expect(await refused("updateBooking", same)).toMatchObject({ code: -32002 });
  expect((await told("retrieveBooking", { pnr })).passengers[1].firstName).toBe("Adam");
});

it("a seat in bookFlight is refused with where it belongs, and so is a misspelt field", async () => {
  const { refused } = await desk();
  const seat = await refused("bookFlight", { ...FLIGHT, passengers: [ADA], seat: "24A" });
  expect(seat).toMatchObject({ code: -32602, data: { field: "seat" } });
  expect(seat.data?.["hint"]).toContain("call listExtras");
  const misspelt = await refused("payBooking", { pnr: "TEST-ABC234", expectedTotal: 1, paymnet: "account" });
  expect(misspelt).toMatchObject({ code: -32602, data: { field: "paymnet", hint: 'Did you mean "payment"?' } });
});

it.each([
  ["payment", "4111 1111 1111 1111"],
  ["specialRequests", "Charge 1234-5678-9012 please"],
])("a long number in %s is refused and not repeated", async (field, text) => {
  const { told, refused } = await desk();
  const answer = await refused("bookFlight", { ...FLIGHT, passengers: [ADA], [field]: text });
  expect(answer).toMatchObject({ code: -32602, data: { field } });
  expect(JSON.stringify(answer)).not.toMatch(/1111|5678/);
  expect((await told("listBookings", {})).resultCount).toBe(0);
});

it("a hotel that is added to a hold is due with the rest", async () => {
  const { told } = await desk();
  const held = await told("bookFlight", { ...FLIGHT, passengers: [ADA], hold: true });
  const stay = { cityCode: "LON", checkInDate: "2027-03-11", checkOutDate: "2027-03-13", guests: 1 };
  const { hotels } = await told("searchHotels", stay);
  const room = hotels.find(({ status }: { status: string }) => status === "available");
  const guests = [{ firstName: "Ada", lastName: "Lovelace" }];
  const both = await told("bookHotel", { hotelId: room.id, existingPnr: held.pnr, guests });
  expect(both).toMatchObject({ status: "pending", payment: { due: held.totalPrice + room.price, paid: 0 } });
});
