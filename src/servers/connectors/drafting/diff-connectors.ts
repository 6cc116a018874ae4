import { isDeepStrictEqual } from "node:util";
import { type Difference, diffSchemas } from "../../../mcp/tools/diff-schemas.ts";
import type { Connector, ConnectorTool } from "../connector.ts";

export interface ConnectorDiff {
  readonly changes: readonly ConnectorChange[];
  /** Somebody who called what was before may have to change something. */
  readonly breaking: boolean;
}

export interface ConnectorChange {
  /** Left out: the connector itself. */
  readonly tool?: string;
  readonly change: "added" | "removed" | "changed";
  readonly breaking: boolean;
  readonly details: readonly Difference[];
}

/** Tools that were removed, then those that changed, then the new ones; whether they are approved says nothing here. */
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

/** What callers do not see, but whoever publishes should. */
const CONNECTOR_FIELDS = {
  title: "Its title is another.",
  description: "It is described differently.",
  instructions: "The instructions that models read are others.",
  owner: "Its owner is another.",
  base_url: "It calls another address: credentials belong to the old one.",
  allow: "Other hosts may be called.",
  sandbox: "Another sandbox answers without credentials.",
  raw_results: "Whether callers may ask for raw answers is another.",
  credentials: "It needs other credentials.",
  docs: "Its documentation is another.",
} as const;

const aboutConnector = (before: Connector, after: Connector): Difference[] =>
  changed(before, after, CONNECTOR_FIELDS).map(([field, message]) => ({ field, message, breaking: false }));

const TOOL_FIELDS = {
  title: "title is another.",
  description: "description is another.",
  category: "category is another.",
  safety_notes: "safety_notes are others.",
  fixed: "fixed arguments are others.",
  made: "made arguments are others.",
  request: "request is made differently.",
  auth: "auth uses credentials differently.",
  http: "http is sent differently.",
  parse: "parse reads the answer differently.",
  response: "response is made differently.",
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
            message: `risk was ${before.risk} and is ${after.risk} now.`,
            breaking: RISKS.indexOf(after.risk) > RISKS.indexOf(before.risk),
          },
        ]),
    ...diffSchemas(before.input, after.input, "input"),
    ...(old !== undefined && now !== undefined ? diffSchemas(old, now, "output") : []),
    ...(old !== undefined && now === undefined
      ? [{ field: "output", message: "output is not described any more.", breaking: true }]
      : []),
    ...(old === undefined && now !== undefined
      ? [{ field: "output", message: "output is described now.", breaking: false }]
      : []),
    ...changed(before, after, TOOL_FIELDS).map(([field, message]) => ({ field, message, breaking: false })),
  ];
};

const changed = <T extends object>(before: T, after: T, fields: Readonly<Partial<Record<keyof T & string, string>>>) =>
  (Object.entries(fields) as [keyof T & string, string][]).filter(
    ([field]) => !isDeepStrictEqual(before[field], after[field]),
  );

const SIGNS = { added: "+", removed: "-", changed: "~" } as const;

/** For a terminal: one line per tool and per difference, what breaks marked. */
export const diffText = ({ changes, breaking }: ConnectorDiff): string => {
  if (changes.length === 0) return "Nothing changed.";
  const lines = changes.flatMap(({ tool, change, breaking: breaks, details }) => [
    `${SIGNS[change]} ${tool ?? "connector"} ${change}${breaks ? " (breaking)" : ""}`,
    ...details.map((detail) => `    ${detail.breaking ? "! " : "  "}${detail.message}`),
  ]);
  const verdict = breaking
    ? "Breaking: somebody who calls it now may have to change something."
    : "Not breaking: whoever calls it now can go on.";
  return [...lines, verdict].join("\n");
};
