import type { BookingDetail, BookingPage, BookingSummary } from "../../src/console/contract.ts";
import { tripOf } from "./fake-trip.ts";

const NAMES = [
  ["Ada", "Lovelace"],
  ["Amelia", "Earhart"],
  ["Louis", "Blériot"],
  ["Maximilian Alexander", "Von Richthofen-Montgolfier"],
] as const;
const STATUSES = ["confirmed", "confirmed", "confirmed", "cancelled", "confirmed"];
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** A hundred thousand, so that lists have something to be smooth about. */
const TOTAL = 100_000;
const STARTED = Date.now();
/** Those that are made while somebody looks have numbers below zero. */
let made = 0;
const times: number[] = [];
const cancelled = new Map<number, { readonly at: number; readonly reason: string | undefined }>();

/** The number of a booking is in its name, so that one leads to the other. */
const pnrOf = (index: number): string => {
  let rest = index + 1_000_000;
  let letters = "";
  for (let place = 0; place < 6; place += 1) {
    letters = `${LETTERS[rest % 32]}${letters}`;
    rest = Math.floor(rest / 32);
  }
  return `TEST-${letters}`;
};

const indexOf = (pnr: string): number =>
  [...pnr.slice(5)].reduce((sum, letter) => sum * 32 + LETTERS.indexOf(letter), 0) - 1_000_000;

const statusOf = (index: number): string => {
  if (cancelled.has(index)) return "cancelled";
  return index < 0 ? "confirmed" : (STATUSES[index % STATUSES.length] ?? "confirmed");
};

const nameOf = (index: number) => NAMES[Math.abs(index) % NAMES.length] ?? NAMES[0];
const sessionOf = (index: number): string =>
  `0636dd32-5655-46b2-83f9-${String(Math.abs(index) % 40).padStart(12, "0")}`;
const createdAt = (index: number): number => times[-index - 1] ?? STARTED - index * 61_000;
/** Every ninth of them is over, and not yet forgotten. */
const expiresAt = (index: number): number =>
  createdAt(index) + (index > 0 && index % 9 === 0 ? 1_000 : 30 * 86_400_000);
const isLong = (index: number): boolean => index % 3 === 0;

const bookingAt = (index: number): BookingSummary => {
  const [first, last] = nameOf(index);
  return {
    ...{ pnr: pnrOf(index), status: statusOf(index), session_id: sessionOf(index) },
    created_at: new Date(createdAt(index)).toISOString(),
    expires_at: new Date(expiresAt(index)).toISOString(),
    ...{ name: `${last}/${first}`.toUpperCase(), travellers: 1 + (Math.abs(index) % 4) },
    parts: isLong(index) ? ["flight", "hotel", "car"] : ["flight"],
    summary: isLong(index) ? "SFO–JFK–LHR · 4 nights London · car LHR 3 days" : "JFK–LHR",
    starts_on: "2027-03-10",
    total: { amount: 31_000 + (Math.abs(index) % 90) * 1_337, currency: "USD" },
  };
};

export const bookingPage = ({
  status = "",
  text = "",
  session = "",
  limit = "100",
  cursor = String(-made),
}): BookingPage => {
  const [from, count] = [Number(cursor), Math.min(Number(limit), 200)];
  const found: BookingSummary[] = [];
  let index = from;
  for (; index < TOTAL && found.length < count; index += 1) {
    const booking = bookingAt(index);
    const named = `${booking.pnr} ${booking.name}`.toLowerCase().includes(text.toLowerCase());
    const wanted = (status === "" || booking.status === status) && (session === "" || booking.session_id === session);
    if (named && wanted) found.push(booking);
  }
  return { bookings: found, total: TOTAL + made, ...(index < TOTAL && { next_cursor: String(index) }) };
};

export const makeBooking = (): { readonly pnr: string; readonly status: string } => {
  made += 1;
  times.push(Date.now());
  return { pnr: pnrOf(-made), status: "confirmed" };
};

export const cancelBooking = (pnr: string, reason: string | undefined): BookingDetail | undefined => {
  cancelled.set(indexOf(pnr), { at: Date.now(), reason });
  return bookingDetail(pnr);
};

export const bookingDetail = (pnr: string): BookingDetail | undefined => {
  const index = indexOf(pnr);
  if (!(index >= -made && index < TOTAL)) return undefined;
  const { status, travellers, total } = bookingAt(index);
  const [firstName, lastName] = nameOf(index);
  const kinds = ["adult", "adult", "child", "infant"];
  const { legs, price, display } = tripOf(status, isLong(index), `${lastName}/${firstName}`.toUpperCase(), pnr);
  const over = cancelled.get(index);
  const at = status === "cancelled" ? (over?.at ?? createdAt(index) + 40_000) : undefined;
  const reason = over?.reason ?? "the traveller is ill";
  return {
    booking: {
      ...{ pnr, status, sessionId: sessionOf(index), createdAt: createdAt(index), expiresAt: expiresAt(index) },
      passengers: Array.from({ length: travellers }, (_, person) => ({
        ...{
          id: `P${person + 1}`,
          type: kinds[person],
          firstName: person === 0 ? firstName : `Person${person}`,
          lastName,
        },
        ...(person === 0 && { dateOfBirth: "1985-12-10", email: "ada@example.com", frequentFlyerNumber: "BA12345678" }),
      })),
      ...{ totalPrice: total?.amount, currency: "USD", contactEmail: "ada@example.com", contactPhone: "+442079460000" },
      specialRequests: ["Window seat", "Vegetarian meal"],
      ...(at !== undefined && { cancelledAt: at, cancellationReason: reason }),
    },
    ...{ legs, price, display },
    history: [
      { at: new Date(createdAt(index)).toISOString(), what: `Booked in session ${sessionOf(index)}.` },
      ...(at === undefined ? [] : [{ at: new Date(at).toISOString(), what: `Cancelled: ${reason}` }]),
    ],
  };
};
