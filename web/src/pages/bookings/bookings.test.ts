import { describe, expect, it } from "vitest";
import type { BookingSummary } from "../../../../src/console/contract.ts";
import { parseBooking, statusNow } from "./parse-booking.ts";
import { mergeBookings, NO_UPDATES, withNewestPage } from "./use-bookings.ts";

const booking = (pnr: string, status = "confirmed"): BookingSummary => ({
  pnr,
  status,
  session_id: "s",
  created_at: "2027-01-01T00:00:00Z",
  expires_at: "2027-02-01T00:00:00Z",
  name: "LOVELACE/ADA",
  travellers: 1,
  parts: ["flight"],
  summary: "FRA–JFK",
});
const pnrs = (rows: readonly BookingSummary[]): string => rows.map(({ pnr, status }) => `${pnr} ${status}`).join(", ");

describe("the list of bookings", () => {
  const rows = [booking("C"), booking("B"), booking("A")];

  it("inserts new bookings at the top, without duplicates or reordering", () => {
    const updates = withNewestPage(NO_UPDATES, { bookings: [booking("D"), booking("C")] }, rows);
    expect(pnrs(mergeBookings(updates, rows))).toBe("D confirmed, C confirmed, B confirmed, A confirmed");
    const further = withNewestPage(updates, { bookings: [booking("E"), booking("D")] }, rows);
    expect(pnrs(mergeBookings(further, rows))).toBe("E confirmed, D confirmed, C confirmed, B confirmed, A confirmed");
  });

  it("updates the status of a listed booking in place", () => {
    const told = { ...NO_UPDATES, statuses: { A: "cancelled" } };
    expect(pnrs(mergeBookings(told, rows))).toBe("C confirmed, B confirmed, A cancelled");
    const asked = withNewestPage(
      { ...NO_UPDATES, statuses: { C: "confirmed" } },
      { bookings: [booking("C", "cancelled")] },
      rows,
    );
    expect(pnrs(mergeBookings(asked, rows))).toBe("C cancelled, B confirmed, A confirmed");
  });

  it("reports a gap if more bookings are new than fit on a page", () => {
    const page = { bookings: [booking("Z"), booking("Y")], next_cursor: "2" };
    expect(withNewestPage(NO_UPDATES, page, rows)).toMatchObject({ gap: true, fresh: [] });
    expect(withNewestPage(NO_UPDATES, { bookings: page.bookings }, [])).toMatchObject({ gap: false });
  });
});

describe("parseBooking", () => {
  it("reads passengers, contact details and special requests", () => {
    const read = parseBooking({
      status: "confirmed",
      sessionId: "s",
      createdAt: 0,
      expiresAt: 86_400_000,
      contactEmail: "a@example.com",
      passengers: [{ firstName: "Ada", lastName: "Lovelace", type: "adult", dateOfBirth: "1985-12-10" }],
      specialRequests: ["Window seat", "Quiet room"],
    });
    expect(read.createdAt).toBe("1970-01-01T00:00:00.000Z");
    expect(read.passengers).toEqual([
      { name: "Ada Lovelace", type: "adult", facts: [{ label: "Born", value: "1985-12-10" }] },
    ]);
    expect(read.facts.map(({ value }) => value)).toEqual(["a@example.com", "Window seat", "Quiet room"]);
  });

  it.each([
    null,
    "text",
    [],
    { passengers: "many", createdAt: "soon", specialRequests: [1, {}] },
    { passengers: [null] },
  ])("tolerates any value: %j", (value) => {
    expect(parseBooking(value).status).toBe("unknown");
  });

  it("statusNow is expired after the expiry time, unless the booking was cancelled", () => {
    const [opened, now] = [Date.parse("2026-12-30T00:00:00Z"), Date.parse("2027-01-01T00:00:00Z")];
    expect(statusNow("confirmed", "2026-12-31T00:00:00Z", now, opened)).toBe("expired");
    expect(statusNow("cancelled", "2026-12-31T00:00:00Z", now, opened)).toBe("cancelled");
    expect(statusNow("confirmed", "2027-01-02T00:00:00Z", now, opened)).toBe("confirmed");
    expect(statusNow("confirmed", undefined, now, opened)).toBe("confirmed");
  });

  it("statusNow trusts the server if the world has its own clock", () => {
    const [opened, now] = [Date.parse("2026-12-30T00:00:00Z"), Date.parse("2027-01-01T00:00:00Z")];
    expect(statusNow("confirmed", "2025-06-01T10:00:00Z", now, opened)).toBe("confirmed");
  });
});
