import { readConfig } from "../../src/cli/config.ts";
import { createLog } from "../../src/cli/log.ts";
import { GROUPS, SETTINGS } from "../../src/cli/settings.ts";
import { modulesOf } from "../../src/compose/modules.ts";
import { openLocalTaxiway, stdioCaller } from "../../src/compose/stdio.ts";
import type { Dispatcher } from "../../src/mcp/protocol/dispatcher.ts";

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly string[];
  readonly [keyword: string]: unknown;
}

export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Schema;
  readonly outputSchema?: Schema;
  readonly annotations: Readonly<Record<string, unknown>>;
}

export const NOTE = "<!-- Written by npm run docs; do not edit. -->\n";

/** One MCP server, as a client sees it. */
export interface DocumentedServer {
  readonly name: string;
  /** The heading of its page. */
  readonly heading: string;
  readonly tools: readonly ToolDefinition[];
}

/** Lists the tools over MCP, as a client does. */
const listTools = async (dispatcher: Dispatcher): Promise<readonly ToolDefinition[]> => {
  let answer = "";
  const connection = dispatcher.connect({ caller: stdioCaller() });
  await connection.receive('{"jsonrpc":"2.0","id":1,"method":"tools/list"}', {
    notify: () => undefined,
    answer: (json) => {
      answer = json;
    },
  });
  await connection.close();
  return (JSON.parse(answer) as { result: { tools: ToolDefinition[] } }).result.tools;
};

/** Opens the servers that come with Taxiway, runs `work` with them, and closes them. */
export const withServers = async <T>(
  env: Readonly<Record<string, string>>,
  work: (servers: {
    readonly gds: Dispatcher;
    readonly flights: Dispatcher;
    readonly toolbox: Dispatcher;
  }) => Promise<T>,
): Promise<T> => {
  const intent = readConfig({ TAXIWAY_STORE: "memory", ...env }, []);
  if (intent.to !== "serve") throw new Error("nothing to document");
  const { config } = intent;
  const log = createLog({ level: "silent", pretty: false, write: () => undefined });
  const modules = modulesOf(config).filter(({ name }) => name !== "connectors");
  const { servers, close } = await openLocalTaxiway(config, { version: "0.0.0", log, modules });
  try {
    const [gds, flights, toolbox] = await Promise.all([
      servers.named("gds"),
      servers.named("flights"),
      servers.named("toolbox"),
    ]);
    return await work({ gds, flights, toolbox });
  } finally {
    await close();
  }
};

/** Returns the servers that come with Taxiway and the definitions of their tools. */
export const documentedServers = (): Promise<readonly DocumentedServer[]> =>
  withServers({}, async ({ gds, flights, toolbox }) => [
    { name: "gds", heading: "The tools of the GDS", tools: await listTools(gds) },
    { name: "flights", heading: "The tools of the flights server", tools: await listTools(flights) },
    { name: "toolbox", heading: "The tools of the toolbox", tools: await listTools(toolbox) },
  ]);

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("<", "&lt;").replaceAll("\n", " ");

const typeName = (schema: Schema): string => {
  if (schema.enum) return schema.enum.join(" \\| ");
  if (schema.type === "array") return `list of ${typeName(schema.items ?? {})}`;
  const { format, pattern } = schema;
  return [schema.type ?? "any", format, pattern && `\`${pattern}\``].filter(Boolean).join(", ");
};

const limits = (schema: Schema): string =>
  [
    ["minimum", "at least"],
    ["maximum", "at most"],
    ["minItems", "at least", " entries"],
    ["minLength", "at least", " characters"],
    ["maxLength", "at most", " characters"],
    ["default", "default"],
  ]
    .filter(([keyword]) => schema[keyword as string] !== undefined)
    .map(([keyword, words, unit = ""]) => `${words} ${schema[keyword as string]}${unit}`)
    .join(", ");

const rows = (schema: Schema, prefix = ""): string[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = `${prefix}${name}`;
    const about = [property["description"] as string | undefined, limits(property)].filter(Boolean).join(" ");
    const required = schema.required?.includes(name) ? "yes" : "";
    const inner = property.type === "array" ? rows(property.items ?? {}, `${path}[].`) : rows(property, `${path}.`);
    return [`| \`${path}\` | ${typeName(property)} | ${required} | ${cell(about)} |`, ...inner];
  });

const outputLine = (schema: Schema): string =>
  Object.entries(schema.properties ?? {})
    .map(([name, property]) => `\`${name}\`${property.type === "array" ? " (list)" : ""}`)
    .join(", ");

const toolSection = ({ name, title, description, inputSchema, outputSchema, annotations }: ToolDefinition): string => {
  const effect = annotations["readOnlyHint"]
    ? "reads only"
    : annotations["destructiveHint"]
      ? "destructive"
      : "creates something";
  return `## ${name}

**${title}** (${effect}). ${description}

| argument | type | required | |
| --- | --- | --- | --- |
${rows(inputSchema).join("\n")}

${outputSchema === undefined ? "Returns the result of the called tool" : `Returns ${outputLine(outputSchema)}`}.
`;
};

export const toolsPage = ({ name, heading, tools }: DocumentedServer): string => `${NOTE}
# ${heading}

The exact definitions that a model sees are in [test/snapshots/tools/${name}](../test/snapshots/tools/${name}).

${tools.map(toolSection).join("\n")}`;

export const configurationPage = (): string => `${NOTE}
# Configuration

Settings are environment variables. Some also have a command-line flag, which takes precedence. With an invalid value Taxiway
does not start, and prints one message that lists every problem.

${GROUPS.map(
  (group) => `## ${group}

| variable | flag | default | allowed | |
| --- | --- | --- | --- | --- |
${SETTINGS.filter((setting) => setting.group === group)
  .map(
    ({ name, flag, default: standard, allowed, about }) =>
      `| \`${name}\` | ${flag === undefined ? "" : `\`--${flag}\``} | ${standard === undefined ? "" : `\`${standard}\``} | ${cell(allowed ?? "")} | ${cell(about)} |`,
  )
  .join("\n")}
`,
).join("\n")}`;
