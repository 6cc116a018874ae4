import { jsonTokens } from "./json-tokens.ts";

type Wanted = "value" | "value or end" | "name" | "name or end" | "colon" | "more";
type Steps = Readonly<Partial<Record<string, Wanted>>>;

const VALUE: Steps = { text: "more", word: "more", "{": "name or end", "[": "value or end" };

const NEXT: Readonly<Record<Wanted, Steps>> = {
  value: VALUE,
  "value or end": { ...VALUE, "]": "more" },
  name: { text: "colon" },
  "name or end": { text: "colon", "}": "more" },
  colon: { ":": "value" },
  more: {},
};
const INSIDE: Readonly<Record<string, Steps>> = {
  "{": { ",": "name", "}": "more" },
  "[": { ",": "value", "]": "more" },
};

/** Where a text ends to be JSON. Browsers say it in different words, and some only now and then. */
export const mistakeIn = (text: string): number => {
  const opened: string[] = [];
  let wanted: Wanted = "value";
  for (const { at, kind } of jsonTokens(text)) {
    const steps: Steps = wanted === "more" ? (INSIDE[opened.at(-1) ?? ""] ?? {}) : NEXT[wanted];
    const next: Wanted | undefined = steps[kind];
    if (next === undefined) return at;
    if (kind === "{" || kind === "[") opened.push(kind);
    if (kind === "}" || kind === "]") opened.pop();
    wanted = next;
  }
  return text.trimEnd().length;
};
