import { jsonTokens } from "./json-tokens.ts";

interface Level {
  readonly list: boolean;
  step: string;
  /** Where that step is named, or the item of a list begins. */
  at: number;
  wantsName: boolean;
}

/**
 * Where in a JSON text a path leads: to the name of the field, or to an item of a list. Where it ends on the way, to
 * the last step that is there: whoever left something out has to add it there.
 */
export const placeInJson = (text: string, path: readonly string[]): number => {
  const levels: Level[] = [];
  let best = { depth: 0, at: 0 };
  for (const { at, kind, text: piece } of jsonTokens(text)) {
    const level = levels.at(-1);
    if (kind === ":") continue;
    if (kind === "}" || kind === "]") levels.pop();
    else if (kind === ",") advance(level);
    else if (level?.wantsName) Object.assign(level, { step: JSON.parse(piece), at, wantsName: false });
    else {
      if (level?.list) level.at = at;
      const isOnTheWay = levels.every(({ step }, index) => step === path[index]);
      if (level && levels.length > best.depth && isOnTheWay) best = { depth: levels.length, at: level.at };
      if (kind === "{" || kind === "[") levels.push({ list: kind === "[", step: "0", at, wantsName: kind === "{" });
    }
  }
  return best.at;
};

const advance = (level: Level | undefined): void => {
  if (level === undefined) return;
  if (level.list) level.step = String(Number(level.step) + 1);
  else level.wantsName = true;
};

/** Counted from one. */
export const lineAt = (text: string, at: number): number => text.slice(0, at).split("\n").length;

/** First and last place of a line. */
export const lineAround = (text: string, at: number): readonly [number, number] => {
  const end = text.indexOf("\n", at);
  return [text.lastIndexOf("\n", at - 1) + 1, end === -1 ? text.length : end];
};
