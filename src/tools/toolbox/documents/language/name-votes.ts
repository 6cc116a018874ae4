import type { NameRun } from "./name-run.ts";

export type NameType = "PERSON" | "ORGANIZATION" | "LOCATION";

/** What speaks for a name's being of a type: 3 settles it, 2 is enough, 1 needs another. The same reason counts once. */
export type Vote = readonly [type: NameType, weight: number, reason?: string];

const enough = 2;

interface Ballot {
  readonly text: string;
  readonly votes: Map<NameType, Map<string, number>>;
  readonly titles: Set<string>;
  readonly place: number;
  count: number;
}

export interface DecidedName {
  readonly text: string;
  readonly type: NameType;
  readonly count: number;
  readonly place: number;
}

export interface NameVotes {
  add(run: Pick<NameRun, "text" | "place">, votes: readonly Vote[], title?: string): void;
  decide(isPlace: (name: string) => boolean): DecidedName[];
}

const winner = (votes: Ballot["votes"]): NameType | undefined => {
  const [best] = [...votes]
    .map(([type, reasons]) => [type, [...reasons.values()].reduce((sum, weight) => sum + weight, 0)] as const)
    .toSorted((one, other) => other[1] - one[1]);
  return best !== undefined && best[1] >= enough ? best[0] : undefined;
};

/** Frankfurt is Frankfurt am Main, but Kyoto is not Kyoto Station. */
const surnamed = /^ (?:am|an der|im|in der|ob der|upon|on) /;
const legalForm = / (?:AG|SE|GmbH|KG|Inc|Ltd|LLC|plc|Corp|AS|SA|NV|Group|Holding)\.?$/;

/** Whether a short form stands for a long name. */
const standsFor = (short: string, long: string, type: NameType, isPlace: (name: string) => boolean): boolean => {
  if (short === long) return false;
  if (type === "LOCATION") return long.startsWith(short) && surnamed.test(long.slice(short.length));
  if (isPlace(short)) return false;
  if (type === "PERSON") return !short.includes(" ") && (long.endsWith(` ${short}`) || long.startsWith(`${short} `));
  if (/^\p{L}{0,12}(?:hotel|pension|gasthof|museum) /iu.test(long) && long.endsWith(` ${short}`)) return true;
  return long.startsWith(`${short} `) || long.replace(legalForm, "") === short;
};

export const createNameVotes = (): NameVotes => {
  const ballots = new Map<string, Ballot>();
  return {
    add: ({ text, place }, votes, title) => {
      const ballot = ballots.get(text) ?? { text, votes: new Map(), titles: new Set(), place, count: 0 };
      ballots.set(text, ballot);
      ballot.count += 1;
      for (const [type, weight, reason = "form"] of votes) {
        const reasons = ballot.votes.get(type) ?? new Map<string, number>();
        ballot.votes.set(type, reasons.set(reason, Math.max(weight, reasons.get(reason) ?? 0)));
      }
      if (title !== undefined) ballot.titles.add(title);
    },
    decide: (isPlace) => {
      const decided = [...ballots.values()].map((ballot) => ({ ballot, type: winner(ballot.votes) }));
      const byFirstWord = new Map<string, { text: string; type: NameType; count: number }[]>();
      for (const { ballot, type } of decided) {
        const words = ballot.text.split(" ");
        if (type === undefined || words.length < 2) continue;
        for (const word of new Set([words[0] ?? "", words.at(-1) ?? ""])) {
          const sharing = byFirstWord.get(word) ?? [];
          if (sharing.length < 20) sharing.push({ text: ballot.text, type, count: ballot.count });
          byFirstWord.set(word, sharing);
        }
      }
      /** The longest form of a name, or the name itself. */
      const fullName = (text: string, type: NameType | undefined): { text: string; type: NameType | undefined } => {
        const first = text.split(" ")[0] ?? "";
        const [longer] = (byFirstWord.get(first) ?? [])
          .filter((one) => standsFor(text, one.text, one.type, isPlace))
          .toSorted((one, other) => other.count - one.count || other.text.length - one.text.length);
        return longer ?? { text, type };
      };
      const names = new Map<string, DecidedName>();
      for (const { ballot, type } of decided) {
        const full = fullName(ballot.text, type);
        if (full.type === undefined) continue;
        const [title] = ballot.titles;
        const isBare = full.text === ballot.text && !full.text.includes(" ");
        const text = isBare && full.type === "PERSON" && title !== undefined ? `${title} ${full.text}` : full.text;
        const known = names.get(text);
        names.set(text, {
          text,
          type: full.type,
          count: ballot.count + (known?.count ?? 0),
          place: Math.min(ballot.place, known?.place ?? ballot.place),
        });
      }
      return [...names.values()];
    },
  };
};
