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
  const about = aboutConnector(before, after);
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
const CONNECTOR_FIELDS = {
  title: "The title changed.",
  description: "The description changed.",
  instructions: "The instructions for models changed.",
  owner: "The owner changed.",
  base_url: "The base URL changed: credentials are bound to the old one.",
  allow: "The allowed hosts changed.",
  sandbox: "The sandbox used without credentials changed.",
  raw_results: "Access to raw responses changed.",
  credentials: "The required credentials changed.",
  docs: "The documentation changed.",
} as const;

const aboutConnector = (before: Connector, after: Connector): Difference[] =>
  changed(before, after, CONNECTOR_FIELDS).map(([field, message]) => ({ field, message, breaking: false }));

const TOOL_FIELDS = {
  title: "title changed.",
  description: "description changed.",
  category: "category changed.",
  safety_notes: "safety_notes changed.",
  fixed: "fixed arguments changed.",
  made: "generated arguments (made) changed.",
  request: "request changed.",
  auth: "auth changed.",
  http: "http options changed.",
  parse: "parse changed.",
  response: "response changed.",
} as const;

const RISKS = ["read", "write", "destructive"];

const aboutTool = (before: ConnectorTool, after: ConnectorTool): Difference[] => {
  const [old, now] = [before.output, after.output];
  return [
    ...(before.risk === after.risk
      ? []
      : [
          {
            field: "risk",
            message: `risk changed from ${before.risk} to ${after.risk}.`,
            breaking: RISKS.indexOf(after.risk) > RISKS.indexOf(before.risk),
          },
        ]),
    ...diffSchemas(before.input, after.input, "input"),
    ...(old !== undefined && now !== undefined ? diffSchemas(old, now, "output") : []),
    ...(old !== undefined && now === undefined
      ? [{ field: "output", message: "output was removed.", breaking: true }]
      : []),
    ...(old === undefined && now !== undefined
      ? [{ field: "output", message: "output was added.", breaking: false }]
      : []),
    ...changed(before, after, TOOL_FIELDS).map(([field, message]) => ({ field, message, breaking: false })),
  ];
};

const changed = <T extends object>(before: T, after: T, fields: Readonly<Partial<Record<keyof T & string, string>>>) =>
  (Object.entries(fields) as [keyof T & string, string][]).filter(
    ([field]) => !isDeepStrictEqual(before[field], after[field]),
  );

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
