import { table } from "../../bench/table.ts";
import { countBy, groupBy, percent, type Section, share } from "./section.ts";
import type { Observation, Sample } from "./world-under-report.ts";

/** The kinds of reasons that an empty answer gives, by a phrase of each. */
const REASONS: readonly (readonly [name: string, phrase: RegExp])[] = [
  ["the cabin is not on board", /has [a-z ]+ class; on board/],
  ["no seats left", /left in [a-z ]+ class/],
  ["more than two stops or too many hours", /takes at most two stops/],
  ["neighbours without a sensible flight", /Go by road or sea/],
  ["one city", /airports of one city/],
];

const NEIGHBOURS_KM = 300;
const UNEXPLAINED = "no known reason";

const reasonOf = ({ reason = "" }: Observation): string =>
  REASONS.find(([, phrase]) => phrase.test(reason))?.[0] ?? UNEXPLAINED;

export const emptyAnswers = ({ observations }: Sample): Section => {
  const empty = observations.filter(({ options }) => options.length === 0);
  // Between neighbours there is a road or a ferry, and no flight is the right answer.
  const inEconomy = observations.filter(({ cabin, km }) => cabin === "economy" && km > NEIGHBOURS_KM);
  const emptyInEconomy = inEconomy.filter(({ options }) => options.length === 0);
  const byKind = groupBy(observations, ({ search }) => search.kind);
  const line = ({ from, to, date, cabin, reason }: Observation): string =>
    `${from.code}-${to.code} ${date} ${cabin}: ${reason ?? "no reason"}`;
  return {
    title: "Empty answers",
    tables: [
      table(
        ["searches", "answers", "empty", "share", "empty in economy"],
        [...byKind].map(([kind, own]) => {
          const none = own.filter(({ options }) => options.length === 0);
          const economy = none.filter(({ cabin }) => cabin === "economy");
          return [
            kind,
            `${own.length}`,
            `${none.length}`,
            percent(share(none.length, own.length)),
            `${economy.length}`,
          ];
        }),
      ),
      table(
        ["reason", "answers"],
        [...countBy(empty, reasonOf)].map(([reason, count]) => [reason, `${count}`]),
      ),
      ["Empty in economy:", ...emptyInEconomy.slice(0, 10).map((one) => `  ${line(one)}`)].join("\n"),
    ],
    figures: {
      "economy searches without an answer": share(emptyInEconomy.length, inEconomy.length),
      "empty answers without a known reason": empty.filter((one) => reasonOf(one) === UNEXPLAINED).length,
    },
    cases: {
      "economy searches without an answer": emptyInEconomy.map(line),
      "empty answers without a known reason": empty.filter((one) => reasonOf(one) === UNEXPLAINED).map(line),
    },
  };
};
