import { fieldsOf, textIn } from "../../format/json.ts";

/** What this page shows of a booking besides its itinerary. The rest is in the JSON view. */
export interface ParsedBooking {
  readonly status: string;
  readonly sessionId: string | undefined;
  readonly createdAt: string | undefined;
  readonly expiresAt: string | undefined;
  /** Until then flights are cancelled free of charge. */
  readonly voidUntil: string | undefined;
  readonly passengers: readonly ParsedPassenger[];
  /** Contact details and special requests. */
  readonly facts: readonly { readonly label: string; readonly value: string }[];
}

interface ParsedPassenger {
  readonly name: string;
  readonly type: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
}

const PASSENGER_FACTS = {
  dateOfBirth: "Born",
  email: "Email",
  phone: "Phone",
  frequentFlyerNumber: "Frequent flyer",
  passport: "Passport",
} as const;

const nonEmptyText = (value: unknown): string | undefined => textIn(value) || undefined;
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const timestampOf = (value: unknown): string | undefined =>
  typeof value === "number" && Math.abs(value) < 8.64e15 ? new Date(value).toISOString() : undefined;

const factsOf = (pairs: readonly (readonly [label: string, value: unknown])[]): ParsedBooking["facts"] =>
  pairs.flatMap(([label, value]) => {
    const text = nonEmptyText(value);
    return text === undefined ? [] : [{ label, value: text }];
  });

export const parseBooking = (booking: unknown): ParsedBooking => {
  const fields = fieldsOf(booking);
  return {
    status: nonEmptyText(fields["status"]) ?? "unknown",
    sessionId: nonEmptyText(fields["sessionId"]),
    createdAt: timestampOf(fields["createdAt"]),
    expiresAt: timestampOf(fields["expiresAt"]),
    voidUntil: nonEmptyText(fields["voidUntil"]),
    passengers: listOf(fields["passengers"]).map(passengerOf),
    facts: factsOf([
      ["Email", fields["contactEmail"]],
      ["Phone", fields["contactPhone"]],
      ...listOf(fields["specialRequests"]).map((request) => ["Special request", request] as const),
    ]),
  };
};

const passengerOf = (passenger: unknown): ParsedPassenger => {
  const fields = fieldsOf(passenger);
  const names = [nonEmptyText(fields["firstName"]), nonEmptyText(fields["lastName"])];
  return {
    name: names.filter((name) => name !== undefined).join(" ") || "nameless",
    type: nonEmptyText(fields["type"]) ?? "",
    facts: factsOf(Object.entries(PASSENGER_FACTS).map(([name, label]) => [label, fields[name]] as const)),
  };
};

/** When the page was loaded. */
const OPENED = Date.now();

/**
 * The status, or `expired` for a booking that expired while the page was open. The server never returns expired bookings:
 * one that seems to have expired before comes from a world with another clock.
 */
export const statusNow = (status: string, expiresAt: string | undefined, now: number, opened = OPENED): string => {
  const end = expiresAt === undefined ? Number.NaN : Date.parse(expiresAt);
  return status !== "cancelled" && opened < end && end <= now ? "expired" : status;
};
