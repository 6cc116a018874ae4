import type { RunningFunction } from "./running-tool.ts";
import type { ToolboxEntry } from "./toolbox.ts";

export interface FoundFunction {
  readonly entry: ToolboxEntry;
  readonly found: RunningFunction;
}

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** A name says more about a function than its description does. */
const NAME = 5;
const CATEGORY = 2;
const DESCRIPTION = 1;

const scoreOf = (wanted: readonly string[], { entry, found }: FoundFunction): number => {
  const { description } = entry.running;
  const places: readonly (readonly [weight: number, words: readonly string[]])[] = [
    [NAME, words(`${entry.name} ${found.description.name}`.replaceAll("_", " "))],
    [CATEGORY, words(description.category.replaceAll("_", " "))],
    [DESCRIPTION, words(`${found.description.description} ${description.description}`)],
  ];
  let score = 0;
  for (const word of wanted) {
    for (const [weight, there] of places) {
      if (there.includes(word)) score += weight;
      else if (word.length > 3 && there.some((each) => each.startsWith(word) || word.startsWith(`${each}s`))) {
        score += weight / 2;
      }
    }
  }
  return score;
};

const LONGEST_QUERY = 20;

/** The functions that fit a description of what is wanted, best first; all of them for an empty one. */
export const findFunctions = (entries: readonly ToolboxEntry[], query: string): readonly FoundFunction[] => {
  const all = entries.flatMap((entry) => [...entry.running.functions.values()].map((found) => ({ entry, found })));
  const wanted = [...new Set(words(query))].slice(0, LONGEST_QUERY);
  if (wanted.length === 0) return all;
  return all
    .map((each) => ({ each, score: scoreOf(wanted, each) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ each }) => each);
};
