import type { IndexedOperation } from "../responses.ts";

export interface OperationFilter {
  readonly text: string;
  readonly tag: string;
  readonly risk: string;
}

export const NO_FILTER: OperationFilter = { text: "", tag: "", risk: "" };

export const filterOperations = (
  operations: readonly IndexedOperation[],
  { text, tag, risk }: OperationFilter,
): readonly IndexedOperation[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return operations.filter((each) => {
    if (risk !== "" && each.risk !== risk) return false;
    if (tag !== "" && !each.tags.includes(tag)) return false;
    const about = [each.operation, each.operation_id, each.summary, ...each.tags].join(" ").toLowerCase();
    return words.every((word) => about.includes(word));
  });
};

/** Tags with the number of their operations, in the order of the document. */
export const tagsOf = (operations: readonly IndexedOperation[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { tags } of operations) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return counts;
};

/** The server's limit for one connector. */
export const MAX_TOOLS = 1_000;

/** A small API is drafted as a whole; of a large one, the user selects what agents need. */
const SELECT_ALL_UP_TO = 50;

export const firstSelection = (operations: readonly IndexedOperation[]): ReadonlySet<string> =>
  new Set(
    operations.length > SELECT_ALL_UP_TO
      ? []
      : operations.filter(({ deprecated }) => !deprecated).map(({ operation }) => operation),
  );

export const withSelection = (
  selected: ReadonlySet<string>,
  operations: readonly IndexedOperation[],
  on: boolean,
): ReadonlySet<string> => {
  const next = new Set(selected);
  for (const { operation } of operations) {
    if (on) next.add(operation);
    else next.delete(operation);
  }
  return next;
};

export const tokensIn = (operations: readonly IndexedOperation[], selected: ReadonlySet<string>): number =>
  operations.reduce((sum, { operation, token_cost }) => sum + (selected.has(operation) ? token_cost : 0), 0);

/** The filters that draft exactly the selected operations; undefined for all. */
export const onlySelected = (
  operations: readonly IndexedOperation[],
  selected: ReadonlySet<string>,
): readonly string[] | undefined => {
  const chosen = operations.filter(({ operation }) => selected.has(operation));
  return chosen.length === operations.length ? undefined : chosen.map(({ operation }) => `operation:${operation}`);
};
