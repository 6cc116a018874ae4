import type { Draft } from "./draft.ts";

const HEADINGS = ["TOOL", "OPERATION", "RISK", "TOKENS", "REMARKS"] as const;
const WIDEST_OPERATION = 48;

/** A draft for a terminal: its candidates by tag, what is to be known about each, and what was left out. */
export const draftTable = ({ connector, candidates, problems }: Draft): string => {
  const rows = candidates.map(({ tool, operation, risk, token_cost, problems: remarks, deprecated }) => [
    tool,
    operation.length > WIDEST_OPERATION ? `${operation.slice(0, WIDEST_OPERATION - 1)}…` : operation,
    risk,
    String(token_cost),
    [deprecated ? "deprecated" : "", remarks.length > 0 ? `${remarks.length}` : ""].filter(Boolean).join(", "),
  ]);
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => (column === 3 ? cell.padStart(widths[3] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join("  ")
      .trimEnd();
  const groups = candidates.flatMap(({ tags: [tag = ""] }, index) => {
    const isNew = index === 0 || (candidates[index - 1]?.tags[0] ?? "") !== tag;
    return [...(isNew && tag !== "" ? ["", `# ${tag}`] : []), line(rows[index] ?? [])];
  });
  const remarks = candidates.flatMap(({ tool, problems: own }) => own.map((problem) => `  ${tool}: ${problem}`));
  const total = candidates.reduce((sum, { token_cost }) => sum + token_cost, 0);
  return [
    `${connector.title} (${connector.name}) at ${connector.base_url}`,
    "",
    line(HEADINGS),
    ...groups,
    "",
    `${candidates.length} candidates, none approved; about ${total} tokens if all were listed.`,
    "Tokens are estimated: one for every four characters of name, description and input schema.",
    ...(remarks.length > 0 ? ["", "Remarks", ...remarks] : []),
    ...(problems.length > 0 ? ["", "The document", ...problems.map((problem) => `  ${problem}`)] : []),
  ].join("\n");
};
