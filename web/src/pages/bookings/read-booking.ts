/** What this page shows of a booking beyond its itinerary; of the rest it is enough that it is in the JSON. */
export interface BookingRead {
  readonly status: string;
  readonly sessionId: string | undefined;
  readonly createdAt: string | undefined;
  readonly expiresAt: string | undefined;
  readonly passengers: readonly PassengerRead[];
  /** Contact and wishes, as far as there are any. */
  readonly facts: readonly { readonly label: string; readonly value: string }[];
}

export interface PassengerRead {
  readonly name: string;
  readonly type: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
}

const PASSENGER_FACTS = {
  dateOfBirth: "Born",
  email: "Email",
  phone: "Phone",
  frequentFlyerNumber: "Frequent flyer",
} as const;

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const momentOf = (value: unknown): string | undefined =>
  typeof value === "number" && Math.abs(value) < 8.64e15 ? new Date(value).toISOString() : undefined;

const factsOf = (pairs: readonly (readonly [label: string, value: unknown])[]): BookingRead["facts"] =>
  pairs.flatMap(([label, value]) => {
    const text = textOf(value);
    return text === undefined ? [] : [{ label, value: text }];
  });

export const readBooking = (booking: unknown): BookingRead => {
  const fields = fieldsOf(booking);
  return {
    status: textOf(fields["status"]) ?? "unknown",
    sessionId: textOf(fields["sessionId"]),
    createdAt: momentOf(fields["createdAt"]),
    expiresAt: momentOf(fields["expiresAt"]),
    passengers: listOf(fields["passengers"]).map(passengerOf),
    facts: factsOf([
      ["Email", fields["contactEmail"]],
      ["Phone", fields["contactPhone"]],
      ...listOf(fields["specialRequests"]).map((wish) => ["Special request", wish] as const),
    ]),
  };
};

const passengerOf = (passenger: unknown): PassengerRead => {
  const fields = fieldsOf(passenger);
  const names = [textOf(fields["firstName"]), textOf(fields["lastName"])];
  return {
    name: names.filter((name) => name !== undefined).join(" ") || "nameless",
    type: textOf(fields["type"]) ?? "",
    facts: factsOf(Object.entries(PASSENGER_FACTS).map(([name, label]) => [label, fields[name]] as const)),
  };
};

/** When somebody began to look. */
const OPENED = Date.now();

/**
 * A booking that was forgotten while somebody looked at it. The server hands out none that it has forgotten: one that would
 * have been before is from a world whose clock is another than ours.
 */
export const statusNow = (status: string, expiresAt: string | undefined, now: number, opened = OPENED): string => {
  const end = expiresAt === undefined ? Number.NaN : Date.parse(expiresAt);
  return status !== "cancelled" && opened < end && end <= now ? "expired" : status;
};
