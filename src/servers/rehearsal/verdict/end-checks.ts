import type { Booking } from "../../../model/booking.ts";
import { usd } from "../../../model/money.ts";
import type { BookingMatcher } from "../scenario/matcher-schema.ts";
import { writesTo } from "./agent-writes.ts";
import { type Comparison, compareBooking, type MatchingTools, missesOf, wordsOf } from "./match-bookings.ts";
import type { CheckResult, Evidence } from "./verdict.ts";

/** Which booking each matcher of `end` has taken. */
export type Assignment = ReadonlyMap<BookingMatcher, Booking>;

interface Candidate {
  readonly booking: Booking;
  readonly compared: readonly Comparison[];
}

/**
 * Gives each matcher a booking of its own: as many as possible one that fits, the others the one that comes nearest. A
 * matcher without `same` takes bookings that the agent made.
 */
export const assignBookings = (
  { scenario, given, bookings }: Evidence,
  tools: MatchingTools,
): { readonly assignment: Assignment; readonly checks: readonly CheckResult[] } => {
  const matchers = scenario.end.bookings ?? [];
  const givenPnrs = new Set(Object.values(given).map(({ pnr }) => pnr));
  const candidates = matchers.map((matcher): readonly Candidate[] => {
    const { same } = matcher;
    const open =
      same === undefined
        ? bookings.filter(({ pnr }) => !givenPnrs.has(pnr))
        : bookings.filter(({ pnr }) => pnr === given[same]?.pnr);
    return open.map((booking) => ({ booking, compared: compareBooking(booking, matcher, tools) }));
  });
  const chosen = perfectMatches(candidates);
  const taken = new Set([...chosen.values()].map(({ booking }) => booking));
  candidates.forEach((list, i) => {
    if (chosen.has(i)) return;
    const free = list.filter(({ booking }) => !taken.has(booking));
    const nearest = free.toSorted((a, b) => missesOf(a.compared) - missesOf(b.compared))[0];
    if (nearest === undefined) return;
    taken.add(nearest.booking);
    chosen.set(i, nearest);
  });
  const checks = matchers.flatMap((matcher, i): readonly CheckResult[] => {
    const name = `end.bookings[${i}]`;
    const found = chosen.get(i);
    if (found === undefined) return [check(name, false, wordsOf(matcher), "no such booking")];
    const { pnr } = found.booking;
    return [
      check(name, true, matcher.as ?? "a booking", pnr),
      ...found.compared.map(({ field, ok, expected, found: value }) => check(`${name}.${field}`, ok, expected, value)),
      ...(matcher.unchanged === true ? [unchangedCheck(`${name}.unchanged`, matcher, pnr, { given, bookings })] : []),
    ];
  });
  const assignment = new Map([...chosen].map(([i, { booking }]) => [matchers[i] as BookingMatcher, booking]));
  return { assignment, checks };
};

/** As many pairs without a miss as possible (augmenting paths). */
const perfectMatches = (candidates: readonly (readonly Candidate[])[]): Map<number, Candidate> => {
  const owner = new Map<Booking, number>();
  const chosen = new Map<number, Candidate>();
  const place = (matcher: number, tried: Set<Booking>): boolean =>
    (candidates[matcher] ?? []).some((candidate) => {
      const { booking, compared } = candidate;
      if (missesOf(compared) > 0 || tried.has(booking)) return false;
      tried.add(booking);
      const before = owner.get(booking);
      if (before !== undefined && !place(before, tried)) return false;
      owner.set(booking, matcher);
      chosen.set(matcher, candidate);
      return true;
    });
  for (const matcher of candidates.keys()) place(matcher, new Set());
  return chosen;
};

const unchangedCheck = (
  name: string,
  { same }: BookingMatcher,
  pnr: string,
  { given, bookings }: Pick<Evidence, "given" | "bookings">,
): CheckResult => {
  const before = given[same ?? ""];
  const now = bookings.find((booking) => booking.pnr === pnr);
  const ok = before !== undefined && now !== undefined && isSame(before, now);
  return check(name, ok, "as it was given", ok ? "as it was given" : `revision ${now?.revision}, ${now?.status}`);
};

const isSame = (before: Booking, now: Booking): boolean =>
  JSON.stringify({ ...before, expiresAt: 0 }) === JSON.stringify({ ...pick(before, now), expiresAt: 0 });

/** Leaves out what only the evidence has. */
const pick = (before: Booking, now: Booking): Partial<Booking> =>
  Object.fromEntries(Object.keys(before).map((key) => [key, now[key as keyof Booking]])) as Partial<Booking>;

/** The world is closed: whatever the agent made or changed must be claimed by `end` or `allow`. */
export const unclaimedChecks = (
  evidence: Evidence,
  assignment: Assignment,
  tools: MatchingTools,
): readonly CheckResult[] => {
  const { scenario, given, bookings, journal } = evidence;
  const claimed = new Set([...assignment.values()].map(({ pnr }) => pnr));
  const allowed = (booking: Booking): boolean =>
    (scenario.allow ?? []).some(
      (matcher) =>
        (matcher.same === undefined || given[matcher.same]?.pnr === booking.pnr) &&
        missesOf(compareBooking(booking, matcher, tools)) === 0,
    );
  const unclaimed = bookings.filter((booking) => {
    if (claimed.has(booking.pnr) || allowed(booking)) return false;
    const before = Object.values(given).find(({ pnr }) => pnr === booking.pnr);
    return before === undefined || (!isSame(before, booking) && writesTo(journal, booking.pnr).length > 0);
  });
  // A booking that was cancelled and cost nothing has no effect.
  const leftTrace = unclaimed.filter(({ status, payment }) => status !== "cancelled" || payment.charged > 0);
  const describe = ({ pnr, status, totalPrice }: Booking): string => `${pnr} ${status}, ${usd(totalPrice)}`;
  const lines = leftTrace.flatMap(({ pnr }) => writesTo(journal, pnr).map(({ n }) => n));
  return [
    {
      ...check(
        "end.unclaimed",
        leftTrace.length === 0,
        "no other bookings or changes",
        leftTrace.map(describe).join("; ") || "none",
      ),
      ...(lines[0] !== undefined && { line: lines[0] }),
    },
    ...(unclaimed.length > leftTrace.length
      ? [
          {
            ...check(
              "end.cancelledAgain",
              false,
              "no booking that is cancelled again",
              unclaimed.map(describe).join("; "),
            ),
            level: "should" as const,
          },
        ]
      : []),
  ];
};

export const finishCheck = ({ scenario, finish }: Evidence): readonly CheckResult[] => {
  const wanted = scenario.end.finish?.outcome;
  if (wanted === undefined) return [];
  const outcomes: readonly string[] = [wanted].flat();
  const found = finish?.outcome ?? "nothing";
  return [check("end.finish.outcome", outcomes.includes(found), outcomes.join(" or "), found)];
};

const check = (name: string, ok: boolean, expected: string, found: string): CheckResult => ({
  ...{ group: "end", level: "must", name, ok, expected, found },
});
