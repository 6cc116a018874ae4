import type { DraftedAnswer } from "../answers.ts";

/** What reading a document said about its tools. The server says it once; it is kept here until the window is closed. */
export interface Remarks {
  readonly problems: readonly string[];
  readonly tools: Readonly<Record<string, { readonly problems: readonly string[]; readonly deprecated: boolean }>>;
}

const NONE: Remarks = { problems: [], tools: {} };
const keyOf = (name: string): string => `taxiway.remarks.${name}`;

export const keepRemarks = ({ connector, candidates, problems }: DraftedAnswer): void => {
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

export const remarksOf = (name: string): Remarks => {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(name)) ?? "null") ?? NONE;
  } catch {
    return NONE;
  }
};
