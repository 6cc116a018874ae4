import type { Booking } from "../../../model/booking.ts";
import type { JournalLine } from "../journal/journal-line.ts";
import type { Scenario } from "../scenario/scenario.ts";

type CheckGroup = "end" | "never" | "manner" | "said";
type CheckLevel = "must" | "should";

export interface CheckResult {
  readonly group: CheckGroup;
  readonly level: CheckLevel;
  /** Names the check in the scenario, such as `end.bookings[0].flights[0].date`. */
  readonly name: string;
  readonly ok: boolean;
  readonly expected: string;
  readonly found: string;
  /** The line of the journal that decided, if one did. */
  readonly line?: number;
}

/** `error`: the agent failed to run. `invalid`: a defect of Taxiway or of the scenario. */
export type VerdictKind = "pass" | "fail" | "error" | "invalid";

export interface Judgement {
  readonly verdict: "pass" | "fail";
  readonly checks: readonly CheckResult[];
}

/** What the agent said at the end: arguments of `finishTask`, or the message given when the run was closed. */
export interface Finish {
  readonly outcome?: "done" | "declined" | "handed_over";
  readonly message: string;
  readonly pnrs?: readonly string[];
  /** US cents. */
  readonly total?: number;
}

/** What the solver found, by name: `total` in US cents, `flight`, `date`, `time`. */
export type GoldFacts = Readonly<Record<string, number | string>>;

/** Everything that a verdict depends on. */
export interface Evidence {
  readonly scenario: Scenario;
  /** The bookings of `given` as they were when the run started, by `as`. */
  readonly given: Readonly<Record<string, Booking>>;
  /** All bookings of the run as they are now. */
  readonly bookings: readonly EvidenceBooking[];
  readonly journal: readonly JournalLine[];
  readonly finish?: Finish;
  readonly gold: GoldFacts;
}

/** A booking with the payments that were made for it, by run time. */
export interface EvidenceBooking extends Booking {
  readonly payments: readonly { readonly at: number; readonly amount: number }[];
}
