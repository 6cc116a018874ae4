import { describe, expect, it } from "vitest";
import type { ToolResult } from "../../../../fixtures/taxiway.ts";
import { ADA, CONTACT, flightFor, MARY, type Office, openOffice } from "./office.ts";

const CARD = "4111 1111 1111 1111";
const LONG = "x".repeat(10_000_000);

interface Victim {
  readonly pnr: string;
  readonly quoteId: string;
  readonly flightIds: readonly string[];
  readonly nextIds: readonly string[];
}

const victimIn = async (office: Office): Promise<Victim> => {
  const { flightIds } = await flightFor(office);
  const { flightIds: nextIds } = await flightFor(office, { departureDate: "2027-03-11" });
  const { pnr } = await office.say("bookFlight", { flightIds, passengers: [ADA, MARY], ...CONTACT });
  const { quoteId } = await office.say("quoteChange", { pnr, remove: ["all"] });
  return { pnr, quoteId, flightIds, nextIds };
};

const many = (id: string): string[] => Array.from({ length: 5_000 }, () => id);
const ODD = [
  "",
  " ",
  "all\u0000",
  "__proto__",
  "../../pnr",
  "F-",
  "X-SEAT-99Z-P1-F-NO",
  "P0",
  "P99",
  "💥",
  "null",
  "%2e%2e",
];

/** Nonsense for every tool that writes, or that leads to a write. */
const ATTACKS: Readonly<Record<string, (victim: Victim) => readonly (readonly [tool: string, input: object])[]>> = {
  "thousands of ids": ({ pnr, flightIds, nextIds }) => [
    ["quoteChange", { pnr, remove: many(flightIds[0] as string) }],
    ["quoteChange", { pnr, add: many(nextIds[0] as string) }],
    ["quoteChange", { pnr, remove: many("P1") }],
    ["quoteChange", { pnr, remove: many("all") }],
    ["bookFlight", { flightIds: many(flightIds[0] as string), passengers: [ADA], ...CONTACT }],
    ["bookFlight", { flightIds, passengers: Array.from({ length: 5_000 }, () => ADA), ...CONTACT }],
    ["bookFlight", { flightIds, passengers: [ADA], extras: many(`X-BAG-P1-${flightIds[0]}`), ...CONTACT }],
    ["updateBooking", { pnr, travellers: Array.from({ length: 5_000 }, () => ({ id: "P1", firstName: "Adah" })) }],
    ["updateBooking", { pnr, acceptNotices: many("N1") }],
    ["listExtras", { flightIds: many(flightIds[0] as string) }],
  ],
  "ids of other kinds": ({ pnr, flightIds, nextIds, quoteId }) => [
    ["quoteChange", { pnr, add: ["P1"] }],
    ["quoteChange", { pnr, add: ["all"] }],
    ["quoteChange", { pnr, add: [pnr] }],
    ["quoteChange", { pnr, add: [quoteId] }],
    ["quoteChange", { pnr, remove: nextIds }],
    ["quoteChange", { pnr, remove: [pnr] }],
    ["quoteChange", { pnr, remove: ["H-LONMK02-20270311-20270317-2"] }],
    ["bookHotel", { hotelId: flightIds[0], existingPnr: pnr, guests: [{ firstName: "Ada", lastName: "Lovelace" }] }],
    ["bookCar", { carId: flightIds[0], existingPnr: pnr }],
    ["bookFlight", { flightIds: [pnr], passengers: [ADA], ...CONTACT }],
    ["updateBooking", { pnr, travellers: [{ id: flightIds[0], firstName: "Adah" }] }],
    ...ODD.flatMap((id) => [
      ["quoteChange", { pnr, remove: [id] }] as const,
      ["quoteChange", { pnr, add: [id] }] as const,
      ["updateBooking", { pnr, travellers: [{ id }] }] as const,
    ]),
  ],
  "quotes that do not exist": ({ pnr, quoteId }) => [
    ...[
      "../../pnr:TEST-AAAAAA",
      "Q-../..-AAAAAA",
      `Q-${pnr.slice(-6)}-AAAAAA`,
      pnr,
      `${quoteId}:x`,
      "Q-AAAAAA-*",
      ...ODD,
    ].map((id) => ["confirmChange", { quoteId: id }] as const),
  ],
  "texts of ten megabytes": ({ pnr, flightIds, quoteId }) => [
    ["quoteChange", { pnr, remove: [LONG] }],
    ["quoteChange", { pnr, add: [LONG] }],
    ["confirmChange", { quoteId: LONG }],
    ["confirmChange", { quoteId, payment: LONG }],
    ["updateBooking", { pnr, travellers: [{ id: "P1", lastName: LONG }] }],
    ["updateBooking", { pnr, travellers: [{ id: "P1", passport: LONG }] }],
    ["updateBooking", { pnr, contactEmail: `${LONG}@example.com` }],
    ["bookFlight", { flightIds, passengers: [ADA], specialRequests: LONG, ...CONTACT }],
    ["cancelBooking", { pnr, reason: LONG }],
  ],
  "texts of two thousand characters": ({ pnr, flightIds }) => [
    ["bookFlight", { flightIds, passengers: [ADA], specialRequests: "x".repeat(2_000), ...CONTACT }],
    ["cancelBooking", { pnr, reason: "x".repeat(2_000) }],
  ],
  "card numbers": ({ pnr, flightIds, quoteId }) => [
    ["bookFlight", { flightIds, passengers: [ADA], ...CONTACT, payment: CARD }],
    ["bookFlight", { flightIds, passengers: [ADA], ...CONTACT, payment: `card:${CARD}` }],
    ["bookFlight", { flightIds, passengers: [ADA], ...CONTACT, specialRequests: `charge ${CARD} please` }],
    ["confirmChange", { quoteId, payment: CARD }],
    ["confirmChange", { quoteId, payment: "credit:4111111111111111" }],
    ["payBooking", { pnr, expectedTotal: 1, payment: "card:tok_4111111111111111" }],
  ],
  "fields of other types": ({ pnr, quoteId }) => [
    ["quoteChange", { pnr, remove: "all" }],
    ["quoteChange", { pnr, remove: [{ id: "all" }] }],
    ["quoteChange", { pnr: [pnr], remove: ["all"] }],
    ["quoteChange", { pnr: `${pnr}\n`, remove: ["all"] }],
    ["confirmChange", { quoteId: { $ne: null } }],
    ["confirmChange", { quoteId, payment: 1 }],
    ["confirmChange", { quoteId, price: 0 }],
    ["payBooking", { pnr, expectedTotal: -1 }],
    ["payBooking", { pnr, expectedTotal: 1e308 }],
    ["payBooking", { pnr, expectedTotal: "0" }],
    ["updateBooking", { pnr, travellers: { id: "P1" } }],
    ["updateBooking", { pnr, travellers: [{ id: "P1", lastName: "Love\u0000lace" }] }],
    ["updateBooking", { pnr, travellers: [{ id: "P1", corrected: true }] }],
    ["updateBooking", { pnr, status: "cancelled" }],
  ],
};

/** The text of the answer, or of the protocol error. */
const askedBy = async ({ call }: Office, tool: string, input: object): Promise<ToolResult | string> =>
  call(tool, input).catch((error: unknown) => String(error).slice(0, 2_000));

describe("an agent that sends nonsense about a booking", () => {
  it.each(Object.keys(ATTACKS))("(%s) is refused in few words, and changes nothing", async (name) => {
    const office = await openOffice({ env: { TAXIWAY_STORE: "memory" } });
    const victim = await victimIn(office);
    const bookings = async () => (await office.say("listBookings", { status: "all" })).resultCount;
    const before = await office.say("retrieveBooking", { pnr: victim.pnr, detail: "full" });
    const counts = [await bookings(), await bookings()];
    for (const [tool, input] of ATTACKS[name]?.(victim) ?? []) {
      const what = `${tool} ${JSON.stringify(input).slice(0, 120)}`;
      const answer = await askedBy(office, tool, input);
      if (typeof answer !== "string") expect(answer.isError, what).toBe(true);
      const text = typeof answer === "string" ? answer : JSON.stringify(answer);
      expect(text.length, what).toBeLessThan(6_000);
      expect(text, what).not.toMatch(/-32603|1111|stack|TypeError|node_modules/);
      expect(await office.say("retrieveBooking", { pnr: victim.pnr, detail: "full" }), what).toEqual(before);
    }
    expect([await bookings(), await bookings()]).toEqual(counts);
    expect(office.defects).toEqual([]);
    // The quote is still good.
    expect(await office.say("confirmChange", { quoteId: victim.quoteId })).toMatchObject({ status: "cancelled" });
  });
});
