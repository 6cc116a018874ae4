import { hash } from "../../src/model/draw.ts";
import type { Airport } from "../../src/model/place.ts";
import { type AirlineRow, wordsOf } from "../../src/travel/world/flights/airlines.ts";
import { type Link, pairOf, refusalsOf } from "./link.ts";

/** An airline that flies for another one, at all airports or at some. */
interface Contract {
  readonly operator: AirlineRow;
  readonly seller: AirlineRow;
  readonly at: ReadonlySet<string> | undefined;
  readonly types: ReadonlySet<string>;
}

export interface Operators {
  /** The route as it is sold: under the code of the airline that its own airline flies for. Undefined if none sells it. */
  sold(link: Link): Link | undefined;
  /** True if the type flies there: types of regional partners fly only where a partner does. */
  mayUse(row: AirlineRow, type: string, a: Airport, b: Airport): boolean;
  /** The aircraft with those who fly them, if it is not the seller: `CR7@OO+E75@YX`. */
  withOperators(link: Link, types: string): string;
}

export const operatorsOf = (rows: readonly AirlineRow[]): Operators => {
  const contracts = rows.flatMap((operator) =>
    wordsOf(operator.flysFor).map((word): Contract => {
      const [code, at] = word.split(":") as [string, string | undefined];
      const seller = rows.find((row) => row.code === code);
      if (seller === undefined) throw new Error(`${operator.code} flies for ${code}, which is not an airline.`);
      return {
        operator,
        seller,
        at: at === undefined ? undefined : new Set(at.split("+")),
        types: new Set(wordsOf(operator.fleet)),
      };
    }),
  );
  const covers = ({ at }: Contract, a: Airport, b: Airport): boolean =>
    at === undefined || at.has(a.code) || at.has(b.code);
  const partners = (row: AirlineRow, type: string): readonly Contract[] =>
    contracts.filter(({ seller, types }) => seller === row && types.has(type));
  return {
    sold: (link) => {
      const { row, from, to } = link;
      if (row.flysFor === undefined) return link;
      const contract = contracts.find((one) => one.operator === row && covers(one, from, to));
      if (contract === undefined || refusalsOf(contract.seller)(from, to)) return undefined;
      return { ...link, row: contract.seller, operator: row };
    },
    mayUse: (row, type, a, b) => {
      const all = partners(row, type);
      return all.length === 0 || all.some((contract) => covers(contract, a, b));
    },
    withOperators: ({ row, operator, from, to }, types) =>
      types
        .split("+")
        .map((type) => {
          if (operator !== undefined) return `${type}@${operator.code}`;
          const candidates = partners(row, type).filter((contract) => covers(contract, from, to));
          const chosen = candidates[hash(pairOf(from.code, to.code), type) % Math.max(1, candidates.length)];
          return chosen === undefined ? type : `${type}@${chosen.operator.code}`;
        })
        .join("+"),
  };
};
