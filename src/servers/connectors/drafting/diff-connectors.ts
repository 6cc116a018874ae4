import { isDeepStrictEqual } from "node:util";
import { type Difference, diffSchemas } from "../../../mcp/tools/diff-schemas.ts";
import type { Connector, ConnectorTool } from "../connector.ts";

export interface ConnectorDiff {
  readonly changes: readonly ConnectorChange[];
  /** Existing callers may have to change. */
  readonly breaking: boolean;
}

export interface ConnectorChange {
  /** Undefined for a change of the connector itself. */
  readonly tool?: string;
  readonly change: "added" | "removed" | "changed";
  readonly breaking: boolean;
  readonly details: readonly Difference[];
}

/** Returns removed tools first, then changed, then added ones. Approval is not compared. */
export const diffConnectors = (before: Connector, after: Connector): ConnectorDiff => {
  const was = new Map(before.tools.map((tool) => [tool.name, tool]));
  const is = new Map(after.tools.map((tool) => [tool.name, tool]));
  const about = changedFields(before, after, CONNECTOR_FIELDS);
  const changes: ConnectorChange[] = [
    ...(about.length > 0 ? [{ change: "changed" as const, breaking: false, details: about }] : []),
    ...[...was.keys()]
      .filter((name) => !is.has(name))
      .map((tool) => ({ tool, change: "removed" as const, breaking: true, details: [] })),
    ...[...is.values()].flatMap((tool): ConnectorChange[] => {
      const old = was.get(tool.name);
      const details = old === undefined ? [] : aboutTool(old, tool);
      const breaking = details.some((each) => each.breaking);
      return details.length === 0 ? [] : [{ tool: tool.name, change: "changed", breaking, details }];
    }),
    ...[...is.keys()]
      .filter((name) => !was.has(name))
      .map((tool) => ({ tool, change: "added" as const, breaking: false, details: [] })),
  ];
  return { changes, breaking: changes.some(({ breaking }) => breaking) };
};

/** Fields that callers do not see but a publisher should check. */
const CONNECTOR_FIELDS: readonly (keyof Connector)[] = [
  "title",
  "description",
  "instructions",
  "owner",
  "base_url",
  "allow",
  "sandbox",
  "raw_results",
  "credentials",
  "signing",
  "docs",
];
const TOOL_FIELDS: readonly (keyof ConnectorTool)[] = [
  "title",
  "description",
  "category",
  "safety_notes",
  "fixed",
  "made",
  "request",
  "auth",
  "sign",
  "http",
  "parse",
  "response",
];

const RISKS = ["read", "write", "destructive"];

const aboutTool = (before: ConnectorTool, after: ConnectorTool): Difference[] => {
  const [old, now] = [before.output, after.output];
  const differences: Difference[] = [];
  if (before.risk !== after.risk) {
    const message = `risk changed from ${before.risk} to ${after.risk}.`;
    const breaking = RISKS.indexOf(after.risk) > RISKS.indexOf(before.risk);
    differences.push({ field: "risk", message, breaking });
  }
  differences.push(...diffSchemas(before.input, after.input, "input"));
  if (old !== undefined && now !== undefined) differences.push(...diffSchemas(old, now, "output"));
  else if (old !== undefined) differences.push({ field: "output", message: "output was removed.", breaking: true });
  else if (now !== undefined) differences.push({ field: "output", message: "output was added.", breaking: false });
  return [...differences, ...changedFields(before, after, TOOL_FIELDS)];
};

const changedFields = <T extends object>(before: T, after: T, fields: readonly (keyof T & string)[]): Difference[] =>
  fields
    .filter((field) => !isDeepStrictEqual(before[field], after[field]))
    .map((field) => ({
      field,
      message: field === "base_url" ? "base_url changed: credentials belong to the old one." : `${field} changed.`,
      breaking: false,
    }));

const SIGNS = { added: "+", removed: "-", changed: "~" } as const;

/** Formats a diff for a terminal, marking breaking changes. */
export const diffText = ({ changes, breaking }: ConnectorDiff): string => {
  if (changes.length === 0) return "No changes.";
  const lines = changes.flatMap(({ tool, change, breaking: breaks, details }) => [
    `${SIGNS[change]} ${tool ?? "connector"} ${change}${breaks ? " (breaking)" : ""}`,
    ...details.map((detail) => `    ${detail.breaking ? "! " : "  "}${detail.message}`),
  ]);
  const verdict = breaking
    ? "Breaking: existing callers may have to change."
    : "Not breaking: existing callers keep working.";
  return [...lines, verdict].join("\n");
};
