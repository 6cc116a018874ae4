import type { Connector, ConnectorTool, DraftedTool } from "../responses.ts";
import { tokenCount } from "./edit-tool.ts";

export interface ToolRow {
  /** Index in the document. */
  readonly index: number;
  readonly tool: ConnectorTool;
  readonly tokens: number;
  /** Its approval, which becomes invalid when the tool changes, and its remarks. */
  readonly drafted: DraftedTool | undefined;
}

export interface ToolFilter {
  readonly text: string;
  readonly risk: string;
  readonly approval: string;
}

export type Grouping = "tag" | "risk" | "none";

/** Tools are immutable, so they can be keys. */
const tokenCounts = new WeakMap<ConnectorTool, number>();
const tokenCountOf = (tool: ConnectorTool): number => {
  const cost = tokenCounts.get(tool) ?? tokenCount(tool);
  tokenCounts.set(tool, cost);
  return cost;
};

export const rowsOf = ({ tools }: Connector, drafted: readonly DraftedTool[]): readonly ToolRow[] => {
  const known = new Map(drafted.map((each) => [each.name, each]));
  return tools.map((tool, index) => ({ index, tool, tokens: tokenCountOf(tool), drafted: known.get(tool.name) }));
};

export const filterRows = (rows: readonly ToolRow[], { text, risk, approval }: ToolFilter): readonly ToolRow[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(({ tool, drafted }) => {
    const about = [tool.name, tool.title, tool.request.path, tool.request.method, tool.category, tool.description];
    const all = about.join(" ").toLowerCase();
    const fits = risk === "" || tool.risk === risk;
    const isApproved = drafted?.approved === true;
    return (
      fits && (approval === "" || isApproved === (approval === "yes")) && words.every((word) => all.includes(word))
    );
  });
};

export const RISK_CHOICES = [
  { value: "", label: "Any risk" },
  { value: "read", label: "Read-only" },
  { value: "write", label: "Write" },
  { value: "destructive", label: "Destructive" },
];

const RISKS = ["read-only", "write", "destructive"];

export const riskLabel = (risk: ConnectorTool["risk"]): string => (risk === "read" ? "read-only" : risk);

const UNTAGGED = "Untagged";

const TITLES: Readonly<Record<Grouping, (row: ToolRow) => string>> = {
  tag: ({ tool }) => tool.category ?? UNTAGGED,
  risk: ({ tool }) => riskLabel(tool.risk),
  none: () => "",
};

interface ToolGroup {
  readonly title: string;
  readonly rows: readonly ToolRow[];
}

export const groupRows = (rows: readonly ToolRow[], by: Grouping): readonly ToolGroup[] => {
  const groups = new Map<string, ToolRow[]>();
  for (const row of rows) {
    const title = TITLES[by](row);
    groups.set(title, [...(groups.get(title) ?? []), row]);
  }
  const found = [...groups].map(([title, rowsInGroup]) => ({ title, rows: rowsInGroup }));
  return by === "risk" ? found.sort((a, b) => RISKS.indexOf(a.title) - RISKS.indexOf(b.title)) : found;
};

export const remarksOf = (rows: readonly ToolRow[]): number =>
  rows.reduce((sum, { drafted }) => sum + (drafted?.problems?.length ?? 0), 0);

export const tokensOf = (rows: readonly ToolRow[]): number => rows.reduce((sum, { tokens }) => sum + tokens, 0);
