import { shortened } from "../../../mcp/tools/input-problem.ts";
import { nearestName } from "../../../mcp/tools/nearest-name.ts";
import { type Failure, invalid } from "../../../model/failure.ts";

/** What a filter looks at. */
export interface Filterable {
  /** `GET /pets`. */
  readonly operation: string;
  readonly path: string;
  readonly operation_id?: string | undefined;
  readonly tags: readonly string[];
}

const KINDS: Readonly<Record<string, (operation: Filterable) => readonly string[]>> = {
  tag: ({ tags }) => tags,
  path: ({ path }) => [path],
  operation: ({ operation, operation_id }) => (operation_id === undefined ? [operation] : [operation_id, operation]),
};

const FORMS = Object.keys(KINDS).map((kind) => `${kind}:…`);
const MOST_NAMED = 20;

/**
 * Chooses the operations that match at least one of the filters: `tag:Pets`, `path:/pets*`, `operation:listPets` or
 * `operation:GET /pets`; `*` stands for any characters. Fails if a filter matches nothing.
 */
export const chosenOperations = <T>(
  operations: readonly T[],
  only: readonly string[] | undefined,
  shown: (operation: T) => Filterable,
): readonly T[] => {
  if (only === undefined || only.length === 0) return operations;
  const filterables = operations.map(shown);
  const chosen = new Set<number>();
  for (const filter of only) {
    const colon = filter.indexOf(":");
    const namesOf = Object.hasOwn(KINDS, filter.slice(0, colon)) ? KINDS[filter.slice(0, colon)] : undefined;
    if (namesOf === undefined) throw notAFilter(filter);
    const matches = wildcard(filter.slice(colon + 1));
    const found = filterables.flatMap((operation, index) => (namesOf(operation).some(matches) ? [index] : []));
    if (found.length === 0) throw matchesNothing(filter, new Set(filterables.flatMap(namesOf)));
    for (const index of found) chosen.add(index);
  }
  return operations.filter((_, index) => chosen.has(index));
};

const notAFilter = (filter: string): Failure =>
  invalid(`'${shortened(filter)}' is not a filter.`, {
    field: "only",
    value: shortened(filter),
    allowed: FORMS,
    hint: "For example: tag:Pets, path:/pets*, operation:listPets. An asterisk stands for any characters.",
  });

const matchesNothing = (filter: string, names: ReadonlySet<string>): Failure => {
  const kind = filter.slice(0, filter.indexOf(":"));
  if (names.size === 0) {
    return invalid(`No operation matches '${shortened(filter)}': the operations of the document have no ${kind}s.`, {
      field: "only",
      value: shortened(filter),
      hint: "Choose with path:… or operation:… instead.",
    });
  }
  const near = nearestName(filter.slice(kind.length + 1), names);
  return invalid(`No operation matches '${shortened(filter)}'.`, {
    field: "only",
    value: shortened(filter),
    allowed: [...names].slice(0, MOST_NAMED).map((name) => `${kind}:${name}`),
    hint: near === undefined ? "List the operations first." : `Did you mean ${kind}:${near}?`,
  });
};

/** Ignores upper and lower case. Linear: the first place where a part fits is as good as any later one. */
const wildcard = (pattern: string): ((text: string) => boolean) => {
  const [first = "", ...rest] = pattern.toLowerCase().split("*");
  const last = rest.pop();
  return (given) => {
    const text = given.toLowerCase();
    if (last === undefined) return text === first;
    if (!text.startsWith(first)) return false;
    let from = first.length;
    for (const part of rest) {
      const at = text.indexOf(part, from);
      if (at < 0) return false;
      from = at + part.length;
    }
    return text.length - last.length >= from && text.endsWith(last);
  };
};
