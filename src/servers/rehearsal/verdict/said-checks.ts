import { usd } from "../../../model/money.ts";
import { amountOf } from "../scenario/amounts.ts";
import type { SaidCheck } from "../scenario/check-schema.ts";
import { amountsIn, flightNumbersIn, mentionsDate, mentionsPnr, timesIn } from "../spoken-values.ts";
import type { MatchingTools } from "./match-bookings.ts";
import type { CheckResult, Evidence, Finish } from "./verdict.ts";

/** What the agent said: questions to the traveller, and its last words. */
export const agentTexts = ({
  journal,
  finish,
}: Evidence): readonly { readonly text: string; readonly line?: number }[] => [
  ...journal.flatMap(({ kind, n, arguments: { message } = {} }) =>
    kind === "asked" && typeof message === "string" ? [{ text: message, line: n }] : [],
  ),
  ...(finish === undefined ? [] : [{ text: finish.message }]),
];

interface Said {
  readonly expected: string;
  readonly ok: boolean;
}

interface Context extends MatchingTools {
  /** The PNR of a booking by its name in the scenario. */
  pnrOf(name: string): string | undefined;
}

type Judge<T> = (value: T, finish: Finish, context: Context) => Said;

const JUDGES: {
  readonly [K in "pnr" | "amount" | "flight" | "time" | "date" | "matches"]: Judge<NonNullable<SaidCheck[K]>>;
} = {
  pnr: (reference, { message, pnrs = [] }, { pnrOf }) => {
    const pnr = pnrOf(reference.slice(1).replace(/\.pnr$/, ""));
    const isNamed = (one: string): boolean => mentionsPnr(message, one) || pnrs.some((said) => mentionsPnr(said, one));
    return { expected: pnr ?? `${reference}, which does not exist`, ok: pnr !== undefined && isNamed(pnr) };
  },
  amount: (text, { message, total }, { amounts }) => {
    const amount = amountOf(text, amounts);
    const ok = amount !== undefined && (total === amount || amountsIn(message).includes(amount));
    return { expected: amount === undefined ? `${text}, which is unknown` : usd(amount), ok };
  },
  flight: (flight, { message }) => ({ expected: flight, ok: flightNumbersIn(message).includes(flight) }),
  time: (time, { message }) => ({ expected: time, ok: timesIn(message).includes(time) }),
  date: (date, { message }) => ({ expected: date, ok: mentionsDate(message, date) }),
  matches: (pattern, { message }, { pattern: compile }) => ({
    expected: `words that match ${pattern}`,
    ok: compile(pattern).test(message),
  }),
};

const MAX_SHOWN = 200;

export const saidChecks = (evidence: Evidence, context: Context): readonly CheckResult[] =>
  (evidence.scenario.said ?? []).map((one, i): CheckResult => {
    const { level = "must", name = `said[${i}]`, ...rest } = one;
    const [kind, value] = Object.entries(rest)[0] as [keyof typeof JUDGES, never];
    const finish = evidence.finish ?? { message: "" };
    const { expected, ok } = JUDGES[kind](value, finish, context);
    const found = finish.message === "" ? "nothing was said" : finish.message.slice(0, MAX_SHOWN);
    return { group: "said", level, name: `${name} ${kind}`, ok, expected, found };
  });
