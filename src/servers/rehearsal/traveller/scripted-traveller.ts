import { type LinearRegExp, linearRegExp } from "../../../mcp/tools/foreign-schemas.ts";
import { type Cents, usd } from "../../../model/money.ts";
import type { Agreement } from "../journal/journal-line.ts";
import { amountOf } from "../scenario/amounts.ts";
import type { Consent, ScenarioFile } from "../scenario/scenario-schema.ts";
import { flightNumbersIn, pricesIn } from "../spoken-values.ts";

export type TravellerScript = NonNullable<ScenarioFile["traveller"]>;

/** An offer that the agent asks about. */
export interface Proposal {
  /** US cents. */
  readonly total?: Cents | undefined;
  readonly flightIds?: readonly string[] | undefined;
  readonly hotelId?: string | undefined;
  readonly carId?: string | undefined;
  readonly pnr?: string | undefined;
}

export interface Reply {
  readonly reply: string;
  /** Only of a reply to a proposal. */
  readonly agreement?: Agreement;
  /** The script has no answer to it. */
  readonly isOffScript: boolean;
}

const OFF_SCRIPT = "I have told you all I know about that; please decide.";

/**
 * Answers by the script alone, so the same question always gets the same answer: every fact that the question matches, and
 * a yes or no to a proposal. `given` is the total of the given bookings, which amounts may refer to.
 */
export const replyOf = (
  script: TravellerScript,
  message: string,
  proposal: Proposal | undefined,
  amounts: Parameters<typeof amountOf>[1] = () => undefined,
): Reply => {
  const facts = (script.facts ?? []).filter(({ asked }) => asked.some((pattern) => matches(pattern, message)));
  const answers = facts.map(({ answer }) => answer);
  const { consent } = script;
  const prices = pricesIn(message);
  const total = proposal?.total ?? (prices.length > 0 ? Math.max(...prices) : undefined);
  const isProposal = proposal !== undefined || (total !== undefined && asksForApproval(message));
  if (!isProposal || consent === undefined) {
    return answers.length > 0
      ? { reply: answers.join(" "), isOffScript: false }
      : { reply: script.off_script ?? OFF_SCRIPT, isOffScript: true };
  }
  const about = [...idsOf(proposal), ...flightNumbersIn(message)];
  const { agreed, words } = decision(consent, message, total, amounts);
  const agreement: Agreement = {
    agreed,
    ...(total !== undefined && { upTo: total }),
    ...(idsOf(proposal).length > 0 && { about }),
  };
  return { reply: [words, ...answers].join(" "), agreement, isOffScript: false };
};

const decision = (
  { upTo, for: only, otherwise = "no" }: Consent,
  message: string,
  total: Cents | undefined,
  amounts: Parameters<typeof amountOf>[1],
): { readonly agreed: boolean; readonly words: string } => {
  if (total === undefined) return { agreed: false, words: "What would it cost in all?" };
  const limit = upTo === undefined ? Number.POSITIVE_INFINITY : (amountOf(upTo, amounts) ?? 0);
  const isWanted = only === undefined || matches(only, message);
  if (total <= limit && isWanted) return { agreed: true, words: `Yes, please go ahead for ${usd(total)}.` };
  if (otherwise === "yes") return { agreed: true, words: `All right, ${usd(total)} then.` };
  if (otherwise === "no" || !isWanted) return { agreed: false, words: "No, please do not do that." };
  return { agreed: false, words: `${usd(total)} is too much. Is there anything cheaper?` };
};

const idsOf = (proposal: Proposal | undefined): readonly string[] =>
  [...(proposal?.flightIds ?? []), proposal?.hotelId, proposal?.carId, proposal?.pnr].filter((id) => id !== undefined);

const APPROVAL = /\?|\b(?:ok|okay|approve|agree|confirm|proceed|go ahead|shall i|should i|may i)\b/i;
const asksForApproval = (message: string): boolean => APPROVAL.test(message);

const patterns = new Map<string, LinearRegExp>();
const MOST_PATTERNS = 1_000;

/** Compiled once; the patterns come from scenarios that were checked. */
const matches = (pattern: string, text: string): boolean => {
  let compiled = patterns.get(pattern);
  if (compiled === undefined) {
    if (patterns.size >= MOST_PATTERNS) patterns.clear();
    compiled = linearRegExp(`(?i:${pattern})`);
    patterns.set(pattern, compiled);
  }
  return compiled.test(text);
};
