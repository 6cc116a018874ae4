import type { DraftingResponse } from "../responses.ts";

/** Warnings from drafting. The server reports them once, so they are kept for the lifetime of the window. */
export interface DraftWarnings {
  readonly problems: readonly string[];
  readonly tools: Readonly<Record<string, { readonly problems: readonly string[]; readonly deprecated: boolean }>>;
}

const NONE: DraftWarnings = { problems: [], tools: {} };
const keyOf = (name: string): string => `taxiway.draft-warnings.${name}`;

export const saveWarnings = ({ connector, candidates, problems }: DraftingResponse): void => {
  const worth = candidates.filter((each) => each.problems.length > 0 || each.deprecated);
  const tools = Object.fromEntries(
    worth.map(({ tool, problems, deprecated }) => [tool, { problems, deprecated }] as const),
  );
  try {
    sessionStorage.setItem(keyOf(connector.name), JSON.stringify({ problems, tools }));
  } catch {
    // Storage is full or disabled; the warnings are not shown.
  }
};

export const loadWarnings = (name: string): DraftWarnings => {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(name)) ?? "null") ?? NONE;
  } catch {
    return NONE;
  }
};
