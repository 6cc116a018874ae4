import type { DraftingResponse } from "../responses.ts";

/** What reading a document said about its tools. The server says it once; it is kept here until the window is closed. */
export interface DraftWarnings {
  readonly problems: readonly string[];
  readonly tools: Readonly<Record<string, { readonly problems: readonly string[]; readonly deprecated: boolean }>>;
}

const NONE: DraftWarnings = { problems: [], tools: {} };
const keyOf = (name: string): string => `taxiway.remarks.${name}`;

export const saveWarnings = ({ connector, candidates, problems }: DraftingResponse): void => {
  const worth = candidates.filter((each) => each.problems.length > 0 || each.deprecated);
  const tools = Object.fromEntries(
    worth.map(({ tool, problems, deprecated }) => [tool, { problems, deprecated }] as const),
  );
  try {
    sessionStorage.setItem(keyOf(connector.name), JSON.stringify({ problems, tools }));
  } catch {
    // Without room for it there are no remarks.
  }
};

export const loadWarnings = (name: string): DraftWarnings => {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(name)) ?? "null") ?? NONE;
  } catch {
    return NONE;
  }
};
