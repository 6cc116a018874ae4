import { MAX_IN_FULL, MAX_STRUCTURED } from "../../mcp/tools/answer-size.ts";
import { checkInput } from "../../mcp/tools/check-input.ts";
import type { Content } from "../../mcp/tools/content.ts";
import { nearestName } from "../../mcp/tools/nearest-name.ts";
import type { Call, Tool } from "../../mcp/tools/tool.ts";
import type { ToolSet } from "../../mcp/tools/tool-set.ts";
import { Failure } from "../../model/failure.ts";
import { beginningOf } from "../../model/json.ts";
import {
  array,
  boolean,
  defaulted,
  integer,
  maybe,
  object,
  type Schema,
  type Static,
  string,
} from "../../model/schema.ts";
import type { RunningFunction } from "./registry/running-tool.ts";
import type { Toolbox, ToolboxEntry } from "./registry/toolbox.ts";
import { isUp } from "./registry/unavailable.ts";
import { isVisible, visibleFunctions } from "./registry/visible.ts";

/** Debounces list changes: a starting service registers many tools at once. */
const QUIET_MS = 300;

interface ToolboxTools extends ToolSet {
  /** Whether a client is subscribed to list changes. */
  hasListeners(): boolean;
}

/** Returns every function as an MCP tool, plus two that find and call tools a client has not listed yet. */
export const createToolboxTools = (toolbox: Toolbox): ToolboxTools => {
  let listed: { readonly from: readonly ToolboxEntry[]; readonly tools: readonly Tool[] } | undefined;
  let byName: ReadonlyMap<string, Tool> | undefined;
  const listeners = new Set<() => void>();
  let isNotifying = false;

  const find = (name: string): Tool | undefined => {
    byName ??= namesOf(toolbox.list());
    return byName.get(name);
  };
  const seek = async (name: string): Promise<Tool | undefined> =>
    (await toolbox.seek(toolNameIn(name))) === undefined ? undefined : find(name);
  const meta = [searchTools(toolbox), callTool(toolbox, async (name) => find(name) ?? seek(name))];

  toolbox.onChange(() => {
    byName = undefined;
    if (isNotifying) return;
    isNotifying = true;
    setTimeout(() => {
      isNotifying = false;
      for (const listener of listeners) listener();
    }, QUIET_MS).unref();
  });

  return {
    get: (name) => meta.find((tool) => tool.name === name) ?? find(name),
    seek,
    list() {
      const from = toolbox.list();
      if (listed?.from !== from) listed = { from, tools: [...meta, ...from.flatMap(toolsOf)] };
      return listed.tools;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    hasListeners: () => listeners.size > 0,
  };
};

/** Indexes tools by `search_tool__web_search`, and by the dotted and slashed forms. */
const namesOf = (entries: readonly ToolboxEntry[]): ReadonlyMap<string, Tool> =>
  new Map(
    entries.flatMap(({ name, running }) =>
      [...running.functions].flatMap(([each, { tool }]) => [
        [tool.name, tool] as const,
        [`${name}.${each}`, tool] as const,
        [`${name}/${each}`, tool] as const,
      ]),
    ),
  );

/** Returns the tool part of any of these forms; tool names contain no separator. */
const toolNameIn = (name: string): string => name.split(/__|[./]/, 1)[0] ?? name;

/** An unavailable tool stays in the list, marked, so that lists do not change with every outage. */
const toolsOf = ({ running, health }: ToolboxEntry): Tool[] =>
  [...running.functions.values()].map(({ tool }) =>
    isUp(health) || health.status === "unknown"
      ? tool
      : { ...tool, meta: { ...tool.meta, ...availability({ health }) } },
  );

const availability = ({ health }: Pick<ToolboxEntry, "health">) => ({
  "taxiway/availability": {
    status: health.status,
    since: new Date(health.since).toISOString(),
    last_error: health.lastError ?? null,
  },
});

const FoundTools = object({
  tools: array(
    object({
      name: string({ description: "What to pass to toolbox__call_tool, or to call directly." }),
      description: string(),
      inputSchema: { type: "object" } as Schema<object>,
      available: boolean(),
      status: string(),
    }),
  ),
  total: integer({ description: "How many fit; only the best are shown." }),
});

const DEFAULT_LIMIT = 5;
const LONGEST_SENTENCE = 300;

const firstSentence = (text: string): string =>
  (/^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text).slice(0, LONGEST_SENTENCE);

/** Summarises arguments: `Arguments: value (number), to_unit? (string).` */
const argumentSummary = (schema: Schema): string => {
  const { properties = {}, required = [] } = schema as {
    readonly properties?: Readonly<Record<string, Schema>>;
    readonly required?: readonly string[];
  };
  const fields = Object.entries(properties).map(
    ([name, field]) => `${name}${required.includes(name) ? "" : "?"} (${[field["type"] ?? "any"].flat().join(" or ")})`,
  );
  return fields.length === 0 ? "No arguments." : `Arguments: ${fields.slice(0, MOST_FIELDS).join(", ")}.`;
};
const MOST_FIELDS = 30;

const searchTools = (toolbox: Toolbox): Tool => ({
  name: "toolbox__search_tools",
  title: "Find a tool",
  description:
    "Finds tools in the toolbox by what they do, also those that other services registered after this conversation began. " +
    "Returns their names, input schemas and whether they work at the moment; call one with toolbox__call_tool.",
  effect: "read",
  input: object({
    query: defaulted(
      string({ default: "", maxLength: 400, description: "What is wanted, in a few words. Empty lists all." }),
    ),
    limit: defaulted(
      integer({ default: DEFAULT_LIMIT, minimum: 1, maximum: 50, description: "How many to return at most." }),
    ),
  }),
  output: FoundTools,
  run({ query, limit }: { readonly query: string; readonly limit: number }, { caller }: Call) {
    const found = findFunctions(toolbox.list(), query).filter(({ found: { tool } }) => isVisible(tool, caller));
    const tools = found.slice(0, limit).map(({ entry: { health }, found: { tool } }) => ({
      name: tool.name,
      description: tool.description,
      inputSchema: tool.input as object,
      available: isUp(health) || health.status === "unknown",
      status: health.status,
    }));
    return {
      tools: beginningOf(tools, limit > DEFAULT_LIMIT ? MAX_IN_FULL : MAX_STRUCTURED - 100),
      total: found.length,
    };
  },
  compact: ({ tools, total }: Static<typeof FoundTools>) =>
    [
      ...tools.map(({ name, description, inputSchema, available }) =>
        [
          `${name}${available ? "" : " (unavailable)"}: ${firstSentence(description)}`,
          argumentSummary(inputSchema as Schema),
        ].join(" "),
      ),
      `${tools.length} of ${total} tools. Call one with toolbox__call_tool.`,
    ].join("\n"),
});

interface CallToolInput {
  readonly name: string;
  readonly arguments?: object;
}

const callTool = (toolbox: Toolbox, find: (name: string) => Promise<Tool | undefined>): Tool => ({
  name: "toolbox__call_tool",
  title: "Call a tool",
  description:
    "Calls a tool of the toolbox by its name, with its arguments as an object; for tools that are not in your list yet. " +
    "toolbox__search_tools finds names and input schemas. The result is that of the tool.",
  effect: "create",
  annotations: { destructiveHint: true, openWorldHint: true },
  input: object({
    name: string({
      maxLength: 200,
      description: "As toolbox__search_tools returned it, such as calculator__calculate.",
    }),
    arguments: maybe({ type: "object", description: "Its arguments.", additionalProperties: true } as Schema<object>),
  }),
  async run({ name, arguments: given = {} }: CallToolInput, call: Call) {
    const tool = await find(name);
    if (tool === undefined || !isVisible(tool, call.caller)) {
      const near = nearestName(
        name,
        toolbox.list().flatMap((entry) => visibleFunctions(entry, call.caller).map((each) => each.tool.name)),
      );
      throw new Failure("not_found", `There is no tool named '${name.slice(0, 64)}' in the toolbox.`, {
        field: "name",
        value: name,
        hint: near === undefined ? "toolbox__search_tools has the names." : `Did you mean ${near}?`,
      });
    }
    const { input, warnings } = await checkInput(tool, given);
    const result = (await tool.run(input as never, call)) as Content;
    return { ...result, notes: [...(result.notes ?? []), ...warnings] };
  },
});

interface FoundFunction {
  readonly entry: ToolboxEntry;
  readonly found: RunningFunction;
}

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Weight of a match; a name says more than a description. */
const NAME = 5;
const CATEGORY = 2;
const DESCRIPTION = 1;

const scoreOf = (wanted: readonly string[], { entry, found }: FoundFunction): number => {
  const { description } = entry.running;
  const places: readonly (readonly [weight: number, words: readonly string[]])[] = [
    [NAME, words(`${entry.name} ${found.description.name}`.replaceAll("_", " "))],
    [CATEGORY, words(description.category.replaceAll("_", " "))],
    [DESCRIPTION, words(`${found.description.description} ${description.description}`)],
  ];
  let score = 0;
  for (const word of wanted) {
    for (const [weight, there] of places) {
      if (there.includes(word)) score += weight;
      else if (word.length > 3 && there.some((each) => each.startsWith(word) || word.startsWith(`${each}s`))) {
        score += weight / 2;
      }
    }
  }
  return score;
};

const LONGEST_QUERY = 20;

/** Finds functions by keywords, best match first; returns all of them for an empty query. */
const findFunctions = (entries: readonly ToolboxEntry[], query: string): readonly FoundFunction[] => {
  const all = entries.flatMap((entry) => [...entry.running.functions.values()].map((found) => ({ entry, found })));
  const wanted = [...new Set(words(query))].slice(0, LONGEST_QUERY);
  if (wanted.length === 0) return all;
  return all
    .map((each) => ({ each, score: scoreOf(wanted, each) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ each }) => each);
};
