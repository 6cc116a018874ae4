import { isJsonObject } from "../../../model/json.ts";

interface TrimLimits {
  /** Limit for the whole result as JSON. */
  readonly maxBytes: number;
  /** Limit for every list. */
  readonly maxItems: number;
  /** Limit for every text, in characters. */
  readonly maxString: number;
  /** Keeps the whole result and returns its URI; undefined if it could not be kept. */
  keep?(json: string): Promise<string | undefined>;
}

export interface TrimmedResult {
  readonly data: unknown;
  /** Absent if nothing was left out. */
  readonly trimmed?: {
    readonly truncated: true;
    /** Bytes of the whole result. */
    readonly total: number;
    /** For the model: what was left out, and how to get it. */
    readonly hint: string;
    /** Where the whole result is. */
    readonly uri?: string;
  };
}

const MOST_ROUNDS = 12;
const SHORTEST_STRING = 40;

/** Trims a result for a model: shortens lists and texts until it fits, without changing its shape. */
export const trimResult = async (data: unknown, limits: TrimLimits): Promise<TrimmedResult> => {
  const json = JSON.stringify(data ?? null);
  const total = Buffer.byteLength(json);
  let { maxItems, maxString } = limits;
  let { value, cuts } = shortened(data, maxItems, maxString);
  for (let round = 0; round < MOST_ROUNDS && sizeOf(value) > limits.maxBytes; round++) {
    // Texts first: half a sentence still says what it is about, a missing entry says nothing.
    if (maxString > SHORTEST_STRING * 4) maxString = Math.ceil(maxString / 2);
    else if (maxItems > 1) maxItems = Math.ceil(maxItems / 2);
    else maxString = Math.max(SHORTEST_STRING, Math.ceil(maxString / 2));
    ({ value, cuts } = shortened(data, maxItems, maxString));
  }
  if (sizeOf(value) > limits.maxBytes) {
    value = outline(data);
    cuts = { ...cuts, isOutline: true };
  }
  if (cuts.lists.length === 0 && cuts.texts === 0 && !cuts.isOutline) return { data };
  const uri = await limits.keep?.(json);
  return {
    data: value,
    trimmed: { truncated: true, total, hint: hintOf(cuts, uri), ...(uri !== undefined && { uri }) },
  };
};

interface Cuts {
  readonly lists: { readonly path: string; readonly shown: number; readonly of: number }[];
  texts: number;
  isOutline?: boolean;
}

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value ?? null));

const shortened = (data: unknown, maxItems: number, maxString: number): { value: unknown; cuts: Cuts } => {
  const cuts: Cuts = { lists: [], texts: 0 };
  const walk = (value: unknown, path: string): unknown => {
    if (typeof value === "string") {
      if (value.length <= maxString) return value;
      cuts.texts++;
      return `${value.slice(0, maxString - 1).replace(/\p{Cs}$/u, "")}…`;
    }
    if (Array.isArray(value)) {
      if (value.length > maxItems) cuts.lists.push({ path, shown: maxItems, of: value.length });
      return value.slice(0, maxItems).map((entry, index) => walk(entry, `${path}[${index}]`));
    }
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, walk(member, path === "" ? name : `${path}.${name}`)]),
    );
  };
  return { value: walk(data, ""), cuts };
};

/** The short scalar members, for a result that is too large even when trimmed. */
const outline = (data: unknown): unknown => {
  if (Array.isArray(data)) return [];
  if (!isJsonObject(data)) return null;
  return Object.fromEntries(
    Object.entries(data)
      .filter(([, member]) => typeof member !== "object" && (typeof member !== "string" || member.length < 100))
      .slice(0, 50),
  );
};

const hintOf = ({ lists, texts, isOutline }: Cuts, uri: string | undefined): string => {
  const [first] = lists;
  const parts = [
    isOutline && "The result is too large to be shown; this is only its outline.",
    first !== undefined &&
      `${first.path === "" ? "The list" : first.path} shows ${first.shown} of ${first.of} entries${lists.length > 1 ? `; ${lists.length - 1} more lists are cut` : ""}.`,
    texts > 0 && `${texts} long ${texts === 1 ? "text is" : "texts are"} cut.`,
    uri === undefined ? "Request less at a time." : `The whole result is at ${uri}; or request less at a time.`,
  ];
  return parts.filter((part) => typeof part === "string").join(" ");
};

/** Upper bounds for JSON bytes: six per character (`\u0001`), the longest number, and punctuation between values. */
const CHARACTER = 6;
const NUMBER = 25;
const BETWEEN = 6;
const DEEPEST = 32;

/**
 * Checks cheaply, without serializing, that a result needs no trimming. May be false for a result that fits, but is never
 * true for one that does not.
 */
export const isShort = (data: unknown, { maxBytes, maxItems, maxString }: Omit<TrimLimits, "keep">): boolean => {
  let left = maxBytes;

  const fits = (value: unknown, levels: number): boolean => {
    left -= BETWEEN + (typeof value === "string" ? value.length * CHARACTER : typeof value === "number" ? NUMBER : 0);
    if (left < 0 || levels === 0) return false;
    if (typeof value === "string") return value.length <= maxString;
    if (typeof value !== "object" || value === null) return true;
    if (Array.isArray(value)) return value.length <= maxItems && value.every((entry) => fits(entry, levels - 1));
    for (const name of Object.keys(value)) {
      left -= BETWEEN + name.length * CHARACTER;
      if (!fits((value as Readonly<Record<string, unknown>>)[name], levels - 1)) return false;
    }
    return true;
  };

  return fits(data, DEEPEST);
};
