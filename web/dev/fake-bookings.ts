import type { BookingDetail, BookingPage, BookingSummary } from "../../src/console/contract.ts";

const NAMES = [
  "LOVELACE/ADA MS",
  "EARHART/AMELIA MS",
  "BLERIOT/LOUIS MR",
  "VON-RICHTHOFEN-MONTGOLFIER/MAXIMILIAN ALEXANDER MR",
];
const STATUSES = ["confirmed", "confirmed", "confirmed", "cancelled", "expired"];
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** A hundred thousand, so that lists have something to be smooth about. */
const TOTAL = 100_000;

const pnrOf = (index: number): string =>
  `TEST-${Array.from({ length: 6 }, (_, place) => LETTERS[(index * 7_919 + place * 104_729 + ((index >> place) & 31)) % LETTERS.length]).join("")}`;

const bookingAt = (index: number): BookingSummary => ({
  ...{ pnr: pnrOf(index), status: STATUSES[index % STATUSES.length] ?? "confirmed" },
  session_id: `0636dd32-5655-46b2-83f9-${String(index % 40).padStart(12, "0")}`,
  created_at: new Date(Date.now() - index * 61_000).toISOString(),
  expires_at: new Date(Date.now() + 3_600_000 - index * 61_000).toISOString(),
  ...{ name: NAMES[index % NAMES.length] ?? "", travellers: 1 + (index % 4) },
  parts: index % 3 === 0 ? ["flight", "hotel", "car"] : ["flight"],
  summary: index % 3 === 0 ? "FRA–JFK · 2 nights New York · car" : "JFK–LHR",
  starts_on: "2027-03-10",
  total: { amount: 31_000 + (index % 90) * 1_337, currency: "USD" },
});

export const bookingPage = ({ status = "", text = "", limit = "100", cursor = "0" }): BookingPage => {
  const [from, count] = [Number(cursor), Math.min(Number(limit), 200)];
  const found: BookingSummary[] = [];
  let index = from;
  for (; index < TOTAL && found.length < count; index += 1) {
    const booking = bookingAt(index);
    const named = `${booking.pnr} ${booking.name} ${booking.summary}`.toLowerCase().includes(text.toLowerCase());
    if (named && (status === "" || booking.status === status)) found.push(booking);
  }
  return { bookings: found, total: TOTAL, ...(index < TOTAL && { next_cursor: String(index) }) };
};

export const bookingDetail = (pnr: string): BookingDetail => ({
  booking: { pnr, status: "confirmed", passengers: [{ firstName: "Ada", lastName: "Lovelace", type: "adult" }] },
  legs: [
    {
      ...{ kind: "flight", title: "BA174 JFK–LHR", status: "confirmed" },
      from: { place: "JFK", local: "2027-03-10T09:55", time_zone: "America/New_York", at: "2027-03-10T14:55:00Z" },
      to: { place: "LHR", local: "2027-03-10T21:55", time_zone: "Europe/London", at: "2027-03-10T21:55:00Z" },
      facts: [{ label: "Cabin", value: "economy N" }],
    },
    {
      ...{ kind: "hotel", title: "Shoreditch Hotel London – MGallery", status: "confirmed" },
      from: { place: "London", local: "2027-03-10T15:00", time_zone: "Europe/London", at: "2027-03-10T15:00:00Z" },
      to: { place: "London", local: "2027-03-14T11:00", time_zone: "Europe/London", at: "2027-03-14T11:00:00Z" },
      facts: [{ label: "Room", value: "Executive Double" }],
    },
  ],
  price: [
    { label: "Flights", amount: 31_000, currency: "USD" },
    { label: "Hotel", amount: 91_176, currency: "USD" },
    { label: "Total", amount: 122_176, currency: "USD" },
  ],
  history: [{ at: new Date(Date.now() - 600_000).toISOString(), what: "Booked" }],
  display: `RP/TEST/${pnr}\n 1.LOVELACE/ADA MS\n 2  BA 174 N 10MAR 3 JFKLHR HK1  0955 2155\n`,
});
