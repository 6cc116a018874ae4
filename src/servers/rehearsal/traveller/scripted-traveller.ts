import { type Cents, usd } from "../../../model/money.ts";
import { patternOf } from "../patterns.ts";
import { type AmountNames, amountOf } from "../scenario/amounts.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { pricesIn } from "../spoken-values.ts";
import type { Proposal, Reply, Traveller } from "./traveller.ts";

type Script = NonNullable<Scenario["traveller"]>;
type Consent = NonNullable<Script["consent"]>;

export const OFF_SCRIPT = "I have told you all I know about that; please decide.";
const YES = "Yes, please go ahead.";
const NO = "No, I do not want that.";

/** What it remembers: how many questions no fact matched, and a consent that replaced the first one. */
type Memory = { readonly offScript?: number; readonly consent?: Consent };

/**
 * A traveller that answers by the scenario alone, so that every attempt meets the same one: with each fact that the
 * question matches, and with a decision on each proposal.
 */
export const scriptedTraveller = (script: Script = {}, amounts: AmountNames): Traveller => {
  const { facts = [], off_script: offScript = OFF_SCRIPT } = script;

  const decide = (proposal: Proposal, message: string, consent: Consent): Decision => {
    const { upTo, for: pattern, otherwise = "no" } = consent;
    const limit = upTo === undefined ? Number.POSITIVE_INFINITY : (amountOf(upTo, amounts) ?? 0);
    const about = idsOf(proposal);
    const fits = pattern === undefined || patternOf(pattern).test([message, ...about].join("\n"));
    if ((fits && proposal.total <= limit) || otherwise === "yes") {
      return { reply: YES, agreed: true, upTo: proposal.total, about };
    }
    const isTooDear = fits && otherwise === "ask-cheaper";
    return { reply: isTooDear ? `Is there anything for ${usd(limit)} or less?` : NO, agreed: false, about };
  };

  return {
    first: {},
    async reply({ message, proposal }, memory): Promise<Reply> {
      const { offScript: unanswered = 0, consent = script.consent } = memory as Memory;
      const told = facts
        .filter(({ asked }) => asked.some((pattern) => patternOf(pattern).test(message)))
        .map(({ answer }) => answer);
      const offer = proposal ?? (consent === undefined ? undefined : proposalIn(message));
      if (offer === undefined) {
        if (told.length > 0) return { reply: told.join(" "), memory };
        return { reply: offScript, memory: { ...(memory as object), offScript: unanswered + 1 } };
      }
      if (consent === undefined) {
        const about = idsOf(offer);
        const agreement = { agreed: false, ...(about.length > 0 && { about }) };
        return { reply: [...told, offScript].join(" "), agreement, memory };
      }
      const { reply, agreed, upTo, about } = decide(offer, message, consent);
      return {
        reply: [...told, reply].join(" "),
        agreement: { agreed, ...(upTo !== undefined && { upTo }), ...(about.length > 0 && { about }) },
        memory,
      };
    },
  };
};

interface Decision {
  readonly reply: string;
  readonly agreed: boolean;
  readonly upTo?: Cents;
  readonly about: readonly string[];
}

const idsOf = ({ flightIds = [], hotelId, carId, pnr }: Proposal): readonly string[] =>
  [...flightIds, hotelId, carId, pnr].filter((id) => id !== undefined);

const ASKS = /\?|\b(?:may|shall|should|can|could|would|ok|okay|agree|confirm|approve|go ahead|proceed)\b/i;

/** A question with a price in it proposes to pay it. */
const proposalIn = (message: string): Proposal | undefined => {
  const prices = ASKS.test(message) ? pricesIn(message) : [];
  return prices.length === 0 ? undefined : { total: Math.max(...prices) };
};
