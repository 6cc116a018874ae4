import type { Entities, Entity, EntityType, Language } from "./analyse.ts";
import { type Claim, findAirports, findMentions, flightPatterns, type Mention, patternsOf } from "./entity-patterns.ts";
import { findNames } from "./find-names.ts";

/** Bounds the answer for a text of a million numbers. */
const MOST_OF_TYPE = 60;

const order: readonly EntityType[] = [
  "PERSON",
  "ORGANIZATION",
  "LOCATION",
  "AIRPORT",
  "FLIGHT",
  "BOOKING",
  "DATE",
  "TIME",
  "MONEY",
  "PERCENT",
  "EMAIL",
  "PHONE",
  "URL",
];

const keys: Partial<Record<EntityType, (text: string) => string>> = {
  FLIGHT: (text) => text.replace(" ", ""),
  PHONE: (text) => text.replace(/\D/g, ""),
  AIRPORT: (text) => /\(([A-Z]{3})\)$/.exec(text)?.[1] ?? text,
  URL: (text) => text.replace(/\/$/, "").toLowerCase(),
  EMAIL: (text) => text.toLowerCase(),
};

/** Merges occurrences under their longest form, sorted by type, count and first occurrence. */
const mergeMentions = (mentions: readonly Mention[]): Entity[] => {
  const merged = new Map<string, Mention>();
  for (const mention of mentions) {
    const { text, type, start, count } = mention;
    const flat = text.replace(/[\u00a0\u202f]/g, " ");
    const key = `${type} ${keys[type]?.(flat) ?? flat}`;
    const known = merged.get(key) ?? { ...mention, count: 0 };
    const longest = text.length > known.text.length ? text : known.text;
    merged.set(key, { type, text: longest, start: Math.min(start, known.start), count: known.count + count });
  }
  const sorted = [...merged.values()].toSorted((one, other) => other.count - one.count || one.start - other.start);
  return order.flatMap((type) =>
    sorted
      .filter((entity) => entity.type === type)
      .slice(0, MOST_OF_TYPE)
      .map(({ text, count }) => ({ text, type, count })),
  );
};

export const findEntities = async (
  text: string,
  language: Language,
  places: ReadonlySet<string>,
): Promise<Entities> => {
  const taken = new Uint8Array(text.length);
  const claim: Claim = (start, end) => {
    if (taken.subarray(start, end).includes(1)) return false;
    taken.fill(1, start, end);
    return true;
  };
  // In this order: later patterns would also match parts of earlier ones.
  const patterns = patternsOf(language);
  const found = [
    ...findMentions(text, patterns.contacts, claim),
    ...findMentions(text, flightPatterns, claim),
    ...findAirports(text, claim),
    ...findMentions(text, patterns.figures, claim),
  ];
  // Found entities become ¤, so that no name extends across one.
  const rest = text.replace(/\S+/g, (part, at: number) =>
    taken.subarray(at, at + part.length).includes(1)
      ? Array.from({ length: part.length }, (_, offset) => (taken[at + offset] === 1 ? "¤" : part[offset])).join("")
      : part,
  );
  return {
    analysis_type: "entities",
    entities: mergeMentions([...found, ...(await findNames(rest, language, places))]),
  };
};
