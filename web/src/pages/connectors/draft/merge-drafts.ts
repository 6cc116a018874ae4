import type { JsonObject } from "../../../format/json.ts";
import type { Connector, ConnectorTool } from "../responses.ts";

export interface Merged {
  readonly connector: Connector;
  /** Fields and tools that both sides changed differently. The merge keeps the local version. */
  readonly clashes: readonly string[];
}

const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** Approval is not part of the content; the server manages it separately. */
const written = ({ approved: _approved, ...tool }: ConnectorTool) => tool;
const sameTool = (a: ConnectorTool | undefined, b: ConnectorTool | undefined): boolean =>
  a === b || same(a && written(a), b && written(b));

/** Three-way merge of a draft, by field and by tool. */
export const mergeDrafts = (base: Connector, current: Connector, theirs: Connector): Merged => {
  const fields = mergeFields(base, current, theirs);
  const tools = mergeTools(base.tools, current.tools, theirs.tools);
  return {
    connector: { ...(fields.value as unknown as Connector), tools: tools.value },
    clashes: [...fields.clashes, ...tools.clashes],
  };
};

const mergeFields = (base: Connector, current: Connector, theirs: Connector) => {
  const [b, m, t] = [base, current, theirs] as unknown as readonly [JsonObject, JsonObject, JsonObject];
  const clashes: string[] = [];
  const value: Record<string, unknown> = {};
  for (const field of new Set([...Object.keys(t), ...Object.keys(m)])) {
    if (field === "tools") continue;
    const changedHere = !same(b[field], m[field]);
    if (changedHere && !same(b[field], t[field]) && !same(m[field], t[field])) clashes.push(field);
    const chosen = changedHere ? m[field] : t[field];
    if (chosen !== undefined) value[field] = chosen;
  }
  return { value, clashes };
};

const byName = (tools: readonly ConnectorTool[]) => new Map(tools.map((tool) => [tool.name, tool]));

const mergeTools = (
  base: readonly ConnectorTool[],
  current: readonly ConnectorTool[],
  theirs: readonly ConnectorTool[],
) => {
  const [b, m, t] = [byName(base), byName(current), byName(theirs)];
  const clashes: string[] = [];
  const value: ConnectorTool[] = [];
  // In their order; local additions come last.
  for (const name of new Set([...t.keys(), ...m.keys()])) {
    const [before, here, there] = [b.get(name), m.get(name), t.get(name)];
    const changedHere = !sameTool(before, here);
    if (changedHere && !sameTool(before, there) && !sameTool(here, there)) clashes.push(name);
    const chosen = changedHere ? here : there;
    if (chosen) value.push(chosen);
  }
  return { value, clashes };
};
