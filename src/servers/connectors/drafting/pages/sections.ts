import { isGeneric, topicOf } from "./field-words.ts";
import { type Mention as FoundMention, mentionsIn } from "./mentions.ts";
import type { Block } from "./page.ts";
import { endpointKey } from "./target.ts";

interface Mention extends FoundMention {
  /** The part of its path that the description of the endpoint omits. */
  readonly prefix?: string;
}

/** The part of a page that describes one endpoint. */
export interface Section {
  readonly mention: Mention;
  /** All mentions of the endpoint, the best one first. */
  readonly mentions: readonly Mention[];
  /** Its heading; undefined if it stands above all headings. */
  readonly heading?: string;
  /** The heading above that one. */
  readonly group?: string;
  readonly blocks: readonly Block[];
}

const RANK: readonly Mention["kind"][] = ["heading", "text", "listing", "sample", "prose"];
const MOST_ENDPOINTS = 1_000;

/** Finds the endpoints of a page and the blocks that describe each. `added` are endpoints that rules do not find. */
export const sectionsIn = (
  blocks: readonly Block[],
  base: string | undefined,
  added: readonly FoundMention[] = [],
): readonly Section[] => {
  const mentions = [...mentionsIn(blocks), ...added].map((mention) => below(mention, base));
  const above = headingsAbove(blocks);
  const found = homesOf(mentions);
  // The sample of a section about authentication calls some endpoint.
  const described = found.filter(({ home }) => home.kind !== "sample" || topicAbove(blocks, above, home) !== "auth");
  const homes = (described.length > 0 ? described : found).slice(0, MOST_ENDPOINTS);
  const starts = homes.map(({ home }, index) =>
    startOf(home, blocks, above, [homes[index - 1]?.home, homes[index + 1]?.home]),
  );
  const owners = homes.map(({ home }, index) => {
    const start = starts[index] as number;
    return blocks[start]?.kind === "heading" ? start : above[home.block];
  });
  return homes.map(({ home, all }, index): Section => {
    const start = starts[index] as number;
    const isAlone = home.kind !== "listing" && home.kind !== "prose";
    const nested = home.kind === "listing" ? itemsBelow(blocks, home.block) : [];
    const next = starts.slice(index + 1).find((each) => each > start) ?? blocks.length;
    const end = isAlone ? Math.min(next, endOf(blocks, start, above)) : start;
    const own = owners[index];
    const isShared = owners.filter((each) => each === own).length > 1;
    const label = isShared ? blocks[start] : undefined;
    const heading = isShared
      ? label?.kind === "text"
        ? label.text
        : undefined
      : own === undefined
        ? undefined
        : textOf(blocks[own]);
    const parent = own === undefined ? undefined : parentOf(blocks, own, above);
    return {
      mention: home,
      mentions: all,
      ...(heading !== undefined && { heading }),
      ...(parent !== undefined && { group: parent }),
      blocks: [...blocks.slice(start, end), ...nested],
    };
  });
};

const topicAbove = (blocks: readonly Block[], above: readonly (number | undefined)[], { block }: Mention) =>
  topicOf(textOf(blocks[above[block] ?? -1]) ?? "");

const textOf = (block: Block | undefined): string | undefined => (block?.kind === "heading" ? block.text : undefined);

/** For each block the index of the heading it stands below. */
const headingsAbove = (blocks: readonly Block[]): readonly (number | undefined)[] => {
  let last: number | undefined;
  return blocks.map((block, at) => {
    const above = last;
    if (block.kind === "heading") last = at;
    return above;
  });
};

/** Removes the path of the base URL from a target. */
const below = (mention: Mention, base: string | undefined): Mention => {
  if (base === undefined) return mention;
  const { origin, pathname } = new URL(base);
  const { target } = mention;
  const isHere = target.origin === undefined || target.origin === origin;
  if (pathname === "/" || !isHere || !`${target.path}/`.startsWith(`${pathname}/`)) return mention;
  return { ...mention, target: { ...target, path: target.path.slice(pathname.length) || "/" } };
};

interface Group {
  readonly all: Mention[];
  /** Fits the same path with values, and with a prefix such as `/v1` that the description omits. */
  readonly pattern: RegExp;
}

/** Groups mentions by endpoint, in the order of the best mention of each. */
const homesOf = (mentions: readonly Mention[]): { readonly home: Mention; readonly all: readonly Mention[] }[] => {
  const groups = new Map<string, Group>();
  const isOnlyProse = mentions.every(({ kind, proposal }) => kind === "prose" || proposal !== undefined);
  for (const mention of [...mentions].sort((a, b) => RANK.indexOf(a.kind) - RANK.indexOf(b.kind))) {
    const { method, target, kind } = mention;
    const own = endpointKey(method, target.path);
    const group = groups.get(own) ?? (kind === "prose" || isSampled(mention) ? fitting(groups, own) : undefined);
    if (group !== undefined) {
      const prefix = group.pattern.exec(own)?.[1] ?? "";
      group.all.push(prefix === "" ? mention : { ...mention, prefix });
    } else if (kind !== "prose" || isOnlyProse) {
      const shown = isSampled(mention)
        ? { ...mention, target: { ...target, path: withoutValues(target.path) } }
        : mention;
      const key = endpointKey(method, shown.target.path);
      const known = groups.get(key);
      if (known !== undefined) known.all.push(shown);
      else groups.set(key, { all: [shown], pattern: patternOf(key) });
    }
  }
  return [...groups.values()]
    .map(({ all }) => ({ home: all[0] as Mention, all }))
    .sort((a, b) => a.home.block - b.home.block);
};

/** Samples have values and whole addresses where descriptions have placeholders and paths. */
const isSampled = ({ kind, target }: Mention): boolean => kind === "sample" || target.origin !== undefined;

const fitting = (groups: ReadonlyMap<string, Group>, key: string): Group | undefined => {
  const all = [...groups].filter(([, { pattern }]) => pattern.test(key));
  // The longest path, which has the shortest prefix.
  return all.sort(([a], [b]) => b.length - a.length)[0]?.[1];
};

const VALUE =
  /^(?:\d{1,20}|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{16,64}|[a-z]{1,8}_(?=[A-Za-z]*\d)[A-Za-z0-9]{6,40}|(?=[A-Z]*\d)[A-Z0-9]{6,40}|[A-Z]{1,6}-(?=[A-Z-]*\d)[A-Z0-9-]{1,40})$/;

/** Replaces values in a path by placeholders named after what stands before: `/users/{user_id}`. */
const withoutValues = (path: string): string => {
  const steps = path.split("/");
  return steps
    .map((step, at) => {
      const before = (steps[at - 1] ?? "").replace(/[^\w-]/g, "").replace(/-/g, "_");
      return at > 1 && VALUE.test(step) ? `{${before.replace(/ies$/, "y").replace(/(?<=[^s])s$/, "")}_id}` : step;
    })
    .join("/");
};

const ESCAPED = /[.*+?^${}()|[\]\\]/g;

const patternOf = (key: string): RegExp => {
  const [method = "", path = ""] = key.split(" ");
  const parts = path.split("{}").map((part) => part.replace(ESCAPED, "\\$&"));
  return new RegExp(
    `^${method} ((?:/[\\w.-]{1,40}){0,4})${parts.join("[^/{}]{1,200}|\\{\\}".replace(/^(.*)$/, "(?:$1)"))}$`,
  );
};

/** The heading of a mention, if it is the only one below it; otherwise the line above it, or its own block. */
const startOf = (
  home: Mention,
  blocks: readonly Block[],
  above: readonly (number | undefined)[],
  [before, after]: readonly (Mention | undefined)[],
): number => {
  if (home.kind === "heading") return home.block;
  const own = above[home.block];
  for (const heading of new Set([wholeHeading(own, blocks, above), own])) {
    const isOther = (other: Mention | undefined): boolean =>
      other !== undefined &&
      other.block !== heading &&
      (above[other.block] === heading || wholeHeading(above[other.block], blocks, above) === heading);
    if (heading !== undefined && before?.block !== heading && !isOther(before) && !isOther(after)) return heading;
  }
  const isLabelled = blocks[home.block]?.kind === "code" && blocks[home.block - 1]?.kind === "text";
  return isLabelled && before?.block !== home.block - 1 ? home.block - 1 : home.block;
};

/** A heading that names a field with its type. */
const FIELD = /^`?[A-Za-z][\w.[\]-]{0,60}`? +`?(?:string|integer|int|number|float|boolean|object|array|timestamp)\b/;

/** Of "Get a pet" and below it "HTTP request" or "name string", the first one is about the endpoint. */
const wholeHeading = (
  own: number | undefined,
  blocks: readonly Block[],
  above: readonly (number | undefined)[],
): number | undefined => {
  const block = own === undefined ? undefined : blocks[own];
  if (own === undefined || block?.kind !== "heading" || !(isGeneric(block.text) || FIELD.test(block.text))) return own;
  for (let at = above[own]; at !== undefined; at = above[at]) {
    const upper = blocks[at];
    const isPart = upper?.kind === "heading" && (isGeneric(upper.text) || topicOf(upper.text) !== undefined);
    if (upper?.kind === "heading" && upper.level < block.level && !isPart)
      return upper.level === 1 && block.level > 2 ? own : at;
  }
  return own;
};

/** The items that are nested in one of a list of endpoints: its parameters. */
const itemsBelow = (blocks: readonly Block[], own: number): readonly Block[] => {
  const item = blocks[own];
  if (item?.kind !== "item") return [];
  const rest = blocks.slice(own + 1, own + 200);
  const end = rest.findIndex((block) => block.kind !== "item" || block.depth <= item.depth);
  return rest
    .slice(0, end < 0 ? rest.length : end)
    .map((block) => (block.kind === "item" ? { ...block, depth: block.depth - item.depth - 1 } : block));
};

/** The next heading that is not below the section's own. */
const endOf = (blocks: readonly Block[], start: number, above: readonly (number | undefined)[]): number => {
  const first = blocks[start];
  const own = first?.kind === "heading" ? first : blocks[above[start] ?? -1];
  const level = own?.kind === "heading" ? own.level : 0;
  for (let at = start + 1; at < blocks.length; at++) {
    const block = blocks[at];
    if (block?.kind === "heading" && block.level <= level) return at;
  }
  return blocks.length;
};

const parentOf = (
  blocks: readonly Block[],
  own: number,
  above: readonly (number | undefined)[],
): string | undefined => {
  const level = (blocks[own] as { level: number }).level;
  for (let at = above[own]; at !== undefined; at = above[at]) {
    const block = blocks[at];
    if (block?.kind === "heading" && block.level < level) return block.level === 1 && at === 0 ? undefined : block.text;
  }
  return undefined;
};
