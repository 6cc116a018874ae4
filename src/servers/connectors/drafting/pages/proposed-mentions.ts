import { leftOut, type ProposedTool } from "../proposals/proposed-tool.ts";
import type { DescribedOperation } from "./described-operation.ts";
import type { Mention } from "./mentions.ts";
import type { Block } from "./page.ts";
import { endpointKey, parseTarget, type Target } from "./target.ts";

/** An address in a text: with a scheme, with a host alone, or a path. */
const ADDRESS =
  /(?:(https?:\/\/)([^\s/"'`|,;()<>]{1,255})|((?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z0-9-]{1,63}(?::\d{1,5})?))?(\/[^\s"'`|,;„“”()]{0,500})/g;

interface Place {
  readonly block: number;
  readonly target: Target;
  readonly quote: string;
  /** The block has the method as well. */
  readonly isNamed: boolean;
}

/** Finds where the page has the path of a proposal, at the address of the API. Undefined if it does not. */
const placeOf = (
  { method, path }: ProposedTool,
  blocks: readonly Block[],
  base: string | undefined,
): Place | undefined => {
  const wanted = path.split("/");
  // A path of placeholders alone would be found everywhere.
  const [longest = ""] = wanted.filter((step) => !step.includes("{")).sort((a, b) => b.length - a.length);
  if (longest === "") return undefined;
  let found: Place | undefined;
  for (const [block, each] of blocks.entries()) {
    for (const line of linesOf(each)) {
      if (!line.includes(longest)) continue;
      const at = addressIn(line, wanted, base);
      if (at === undefined) continue;
      const isNamed = new RegExp(`\\b${method}\\b`).test(line);
      if (isNamed) return { block, target: at, quote: line.trim(), isNamed };
      found ??= { block, target: at, quote: line.trim(), isNamed };
    }
  }
  return found;
};

const linesOf = (block: Block): readonly string[] => {
  if (block.kind === "table") return block.rows.map((row) => row.join(" | "));
  return block.kind === "code" ? block.text.split("\n").slice(0, 500) : [block.text];
};

/** The first address in a text that is the endpoint's, with the origin that the page gives it where it names no base URL. */
const addressIn = (line: string, wanted: readonly string[], base: string | undefined): Target | undefined => {
  const [target] = addressesIn(line, wanted, base);
  if (target === undefined) return undefined;
  const { origin } = target;
  return { path: wanted.join("/"), query: [], ...(base === undefined && origin !== undefined && { origin }) };
};

const addressesIn = (line: string, wanted: readonly string[], base: string | undefined): readonly Target[] =>
  [...line.slice(0, 4_000).matchAll(ADDRESS)].flatMap((match): Target[] => {
    const [, scheme = "", server = "", host = "", rest = ""] = match;
    // The slash of "and/or".
    const isInside = /[\p{L}\p{N}_.~-]/u.test(line[match.index - 1] ?? "");
    const target = isInside ? undefined : parseTarget(`${scheme}${server}${rest}`);
    const path = target && pathBelow(target, host, base);
    return target !== undefined && path !== undefined && isSame(path.split("/"), wanted) ? [target] : [];
  });

/** The parameters in the addresses of an endpoint that a section shows. */
export const queryIn = (blocks: readonly Block[], path: string, base: string | undefined): readonly string[] => {
  const wanted = path.split("/");
  const targets = blocks.flatMap(linesOf).flatMap((line) => addressesIn(line, wanted, base));
  return targets.flatMap(({ query }) => query.map(([name]) => name));
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
  const known = new Map<string, ProposedTool>();
  const mentions = new Map<string, Mention>();
  const problems: string[] = [];
  for (const given of proposals) {
    const proposal = withoutBase(given, base);
    const { method, path } = proposal;
    const key = endpointKey(method, path);
    const place = rules.has(key) ? undefined : placeOf(proposal, blocks, base);
    if (known.has(key) || mentions.has(key)) problems.push(leftOut(`${method} ${path}`, "It was proposed twice."));
    else if (rules.has(key)) known.set(key, proposal);
    else if (place === undefined) {
      problems.push(leftOut(`${method} ${path}`, "The document does not have this path at the address of the API."));
    } else {
      const { block, target, quote } = place;
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
