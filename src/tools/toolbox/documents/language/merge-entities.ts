import type { Entity, EntityType } from "./analysis.ts";
import type { Mention } from "./mention.ts";

/** Under which forms two mentions are the same thing. */
const keyOf = ({ text, type }: Mention): string => {
  const flat = text.replace(/[\u00a0\u202f]/g, " ");
  if (type === "FLIGHT") return flat.replace(" ", "");
  if (type === "PHONE") return flat.replace(/\D/g, "");
  if (type === "AIRPORT") return /\(([A-Z]{3})\)$/.exec(flat)?.[1] ?? flat;
  if (type === "URL") return flat.replace(/\/$/, "").toLowerCase();
  return type === "EMAIL" ? flat.toLowerCase() : flat;
};

const order: readonly EntityType[] = [
  ...(["PERSON", "ORGANIZATION", "LOCATION", "AIRPORT", "FLIGHT", "BOOKING"] as const),
  ...(["DATE", "TIME", "MONEY", "PERCENT", "EMAIL", "PHONE", "URL"] as const),
];

/** Nobody reads more of one type, and a catalogue of a million numbers must not make an answer of megabytes. */
const mostOfType = 60;

/** Each entity once, under its longest form: by type, then by how often and how early it is named. */
export const mergeEntities = (mentions: readonly Mention[]): Entity[] => {
  const merged = new Map<string, { text: string; type: EntityType; count: number; start: number }>();
  for (const mention of mentions) {
    const key = `${mention.type} ${keyOf(mention)}`;
    const known = merged.get(key);
    if (known === undefined) {
      merged.set(key, { text: mention.text, type: mention.type, count: mention.count ?? 1, start: mention.start });
      continue;
    }
    known.count += mention.count ?? 1;
    known.start = Math.min(known.start, mention.start);
    if (mention.text.length > known.text.length) known.text = mention.text;
  }
  const sorted = [...merged.values()].toSorted((one, other) => other.count - one.count || one.start - other.start);
  return order.flatMap((type) =>
    sorted
      .filter((entity) => entity.type === type)
      .slice(0, mostOfType)
      .map(({ text, count }) => ({ text, type, count })),
  );
};
