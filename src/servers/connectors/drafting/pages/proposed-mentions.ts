import { leftOut, type ProposedTool } from "../proposals/proposed-tool.ts";
import type { DescribedOperation } from "./described-operation.ts";
import type { Mention } from "./mentions.ts";
import type { Block } from "./page.ts";
import { endpointKey, METHODS, parseTarget, type Target } from "./target.ts";

/** An address in a text: with a scheme, with a host alone, or a path. */
const ADDRESS =
  /(?:(https?:\/\/)([^\s/"'`|,;()<>]{1,255})|((?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z0-9-]{1,63}(?::\d{1,5})?))?(\/[^\s"'`|,;„“”()]{0,500})/g;

interface Place {
  readonly block: number;
  readonly origin?: string;
  readonly quote: string;
}

/** A path that a page has, with its first place, and its first places beside each method. */
interface Known {
  readonly steps: readonly string[];
  readonly first: Place;
  readonly beside: Map<string, Place>;
}

const MOST_PATHS = 20_000;
const METHOD = new RegExp(`\\b(?:${METHODS})\\b`, "g");

/** All paths of a page at the address of the API, by the number of their steps. */
const pathsIn = (blocks: readonly Block[], base: string | undefined): ReadonlyMap<number, readonly Known[]> => {
  const found = new Map<string, Known>();
  for (const [block, each] of blocks.entries()) {
    for (const line of linesOf(each)) {
      const addresses = addressesIn(line, base);
      const methods = addresses.length > 0 ? new Set(line.match(METHOD)) : [];
      for (const { path, target } of addresses) {
        const { origin } = target;
        const place = { block, quote: line.trim(), ...(base === undefined && origin !== undefined && { origin }) };
        const known = found.get(path) ?? { steps: path.split("/"), first: place, beside: new Map() };
        if (!found.has(path) && found.size < MOST_PATHS) found.set(path, known);
        for (const method of methods) if (!known.beside.has(method)) known.beside.set(method, place);
      }
    }
  }
  const byLength = new Map<number, Known[]>();
  for (const known of found.values()) {
    const { length } = known.steps;
    const group = byLength.get(length);
    if (group === undefined) byLength.set(length, [known]);
    else group.push(known);
  }
  return byLength;
};

/** Where the page has the path of a proposal, best beside its method. Undefined if it does not. */
const placeOf = ({ method, path }: ProposedTool, paths: ReadonlyMap<number, readonly Known[]>): Place | undefined => {
  const wanted = path.split("/");
  // A path of placeholders alone would be found everywhere.
  if (wanted.every((step) => step === "" || step.includes("{"))) return undefined;
  const fitting = (paths.get(wanted.length) ?? []).filter(({ steps }) => isSame(steps, wanted));
  return fitting.find(({ beside }) => beside.has(method))?.beside.get(method) ?? fitting[0]?.first;
};

const linesOf = (block: Block): readonly string[] => {
  if (block.kind === "table") return block.rows.map((row) => row.join(" | "));
  return block.kind === "code" ? block.text.split("\n").slice(0, 500) : [block.text];
};

const addressesIn = (
  line: string,
  base: string | undefined,
): readonly { readonly path: string; readonly target: Target }[] =>
  [...line.slice(0, 4_000).matchAll(ADDRESS)].flatMap((match) => {
    const [, scheme = "", server = "", host = "", rest = ""] = match;
    // The slash of "and/or".
    const isInside = /[\p{L}\p{N}_.~-]/u.test(line[match.index - 1] ?? "");
    const target = isInside ? undefined : parseTarget(`${scheme}${server}${rest}`);
    const path = target && pathBelow(target, host, base);
    return target !== undefined && path !== undefined ? [{ path, target }] : [];
  });

/** The parameters in the addresses of an endpoint that a section shows. */
export const queryIn = (blocks: readonly Block[], path: string, base: string | undefined): readonly string[] => {
  const wanted = path.split("/");
  const found = blocks.flatMap(linesOf).flatMap((line) => (line.includes("?") ? addressesIn(line, base) : []));
  return found
    .filter((address) => isSame(address.path.split("/"), wanted))
    .flatMap(({ target }) => target.query.map(([name]) => name));
};

/** Undefined if the address is not one of the API. */
const pathBelow = ({ origin, path }: Target, host: string, base: string | undefined): string | undefined => {
  if (base === undefined) return host === "" ? path : undefined;
  const { origin: own, host: ownHost, pathname } = new URL(base);
  if ((origin !== undefined && origin !== own) || (host !== "" && host !== ownHost)) return undefined;
  const prefix = pathname.replace(/\/$/, "");
  const isBelow = path.startsWith(`${prefix}/`);
  if (isBelow) return path.slice(prefix.length);
  return origin === undefined && host === "" ? path : undefined;
};

const isSame = (steps: readonly string[], wanted: readonly string[]): boolean =>
  steps.length === wanted.length &&
  wanted.every((step, index) => (step.includes("{") ? steps[index] !== "" : steps[index] === step));

interface Placed {
  /** Endpoints that the rules did not find. */
  readonly mentions: readonly Mention[];
  /** Proposals for endpoints that the rules found, by their key. */
  readonly known: ReadonlyMap<string, ProposedTool>;
  readonly problems: readonly string[];
}

/** Sorts proposals by where the page has their endpoint. Those for which it has none are left out. */
export const placeProposals = (
  proposals: readonly ProposedTool[],
  blocks: readonly Block[],
  base: string | undefined,
  found: readonly DescribedOperation[],
): Placed => {
  const here = found.filter(({ server }) => server === undefined);
  const rules = new Set(here.map(({ method, path }) => endpointKey(method, path)));
  const paths = proposals.length === 0 ? new Map<number, readonly Known[]>() : pathsIn(blocks, base);
  const known = new Map<string, ProposedTool>();
  const mentions = new Map<string, Mention>();
  const problems: string[] = [];
  for (const given of proposals) {
    const proposal = withoutBase(given, base);
    const { method, path } = proposal;
    const key = endpointKey(method, path);
    const place = rules.has(key) ? undefined : placeOf(proposal, paths);
    if (known.has(key) || mentions.has(key)) problems.push(leftOut(`${method} ${path}`, "It was proposed twice."));
    else if (rules.has(key)) known.set(key, proposal);
    else if (place === undefined) {
      problems.push(leftOut(`${method} ${path}`, "The document does not have this path at the address of the API."));
    } else {
      const { block, quote, origin } = place;
      const target: Target = { path, query: [], ...(origin !== undefined && { origin }) };
      mentions.set(key, { block, method, target, kind: "text", words: "", quote, proposal });
    }
  }
  return { mentions: [...mentions.values()], known, problems };
};

/** Models repeat the path of the base URL. */
const withoutBase = (proposal: ProposedTool, base: string | undefined): ProposedTool => {
  const prefix = base === undefined ? "" : new URL(base).pathname.replace(/\/$/, "");
  return prefix !== "" && proposal.path.startsWith(`${prefix}/`)
    ? { ...proposal, path: proposal.path.slice(prefix.length) }
    : proposal;
};
