import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { expect } from "vitest";
import { startConnectors } from "../connector-world.ts";

export const documentNamed = (file: string): string =>
  readFileSync(new URL(`documents/${file}`, import.meta.url), "utf8");

export interface Source {
  readonly document?: string;
  readonly url?: string;
  readonly base_url?: string;
  readonly name?: string;
}

export interface Candidate {
  readonly tool: string;
  readonly operation: string;
  readonly risk: string;
  readonly token_cost: number;
  readonly problems: readonly string[];
}

export interface ListedTool {
  readonly name: string;
  readonly description: string;
  // biome-ignore lint/suspicious/noExplicitAny: schemas are looked at wherever a test wants to
  readonly inputSchema: any;
  // biome-ignore lint/suspicious/noExplicitAny: schemas are looked at wherever a test wants to
  readonly outputSchema?: any;
  readonly annotations: Readonly<Record<string, boolean>>;
}

/** Not the product's own validator, but one that a client would use. */
const clientCheck = (schema: object) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv as never);
  return ajv.compile(schema);
};

/**
 * Takes a document the whole way over the admin API and MCP: drafts, reviews, approves and publishes it, sets its
 * credentials and connects to it. Checks that nothing can be called before it is published.
 */
export const publishDocument = async (
  source: Source,
  credentials: Readonly<Record<string, unknown>> = {},
  approved?: readonly string[],
) => {
  const world = await startConnectors();
  const { ask, connect } = world;
  const { status, body: draft } = await ask("POST", "/drafts", source);
  expect(draft.error).toBeUndefined();
  expect(status).toBe(201);
  const { name } = draft.connector;
  const candidates: readonly Candidate[] = draft.candidates;
  expect(draft.tools.every((tool: { approved: boolean }) => !tool.approved)).toBe(true);
  expect(await connect(name)).toBeUndefined();
  expect((await ask("POST", `/connectors/${name}/publish`)).status).toBeGreaterThanOrEqual(400);
  expect(await connect(name)).toBeUndefined();

  expect((await ask("POST", `/connectors/${name}/approve`, approved && { tools: approved })).status).toBe(200);
  expect(await connect(name)).toBeUndefined();
  const published = await ask("POST", `/connectors/${name}/publish`);
  expect(published).toMatchObject({ status: 201, body: { version: 1 } });
  for (const [credential, value] of Object.entries(credentials)) {
    expect(await ask("PUT", `/connectors/${name}/credentials/${credential}`, { value })).toEqual({ status: 204 });
  }
  const client = await connect(name);
  if (client === undefined) throw new Error("It was published and is not there.");
  const tools = await listed(client.request);
  expect([...tools.keys()].sort()).toEqual([...(approved ?? candidates.map(({ tool }) => tool))].sort());
  checkCosts(candidates, tools);

  const checks = new Map<string, ReturnType<typeof clientCheck>>();
  const call = async (tool: string, args: object) => {
    const result = await client.call(tool, args);
    if (result.isError) throw new Error(`${tool} failed: ${JSON.stringify(result.content)}`);
    const schema = tools.get(tool)?.outputSchema;
    if (schema !== undefined) {
      const check = checks.get(tool) ?? clientCheck(schema);
      checks.set(tool, check);
      check(result.structuredContent);
      expect(check.errors ?? []).toEqual([]);
    }
    return result;
  };

  return {
    ...{ world, draft, candidates, name, client, tools },
    /** A successful call, whose result matches its schema; returns it without metadata. */
    async call(tool: string, args: object = {}) {
      const { source: from, ...data } = (await call(tool, args)).structuredContent;
      expect(from).toBe("live");
      return data;
    },
    /** The same with metadata. */
    callWhole: call,
    /** A failed call; returns the error that a model reads. */
    async fail(tool: string, args: object = {}) {
      const { isError, content } = await client.call(tool, args);
      expect(isError).toBe(true);
      const [sentence, { text }] = content;
      const { message, data } = JSON.parse(text);
      expect(sentence.text).toContain(message);
      return { message, ...data };
    },
    candidate: (tool: string) => candidates.find((each) => each.tool === tool),
  };
};

type Request = (method: string, params?: object) => Promise<{ readonly result?: unknown }>;

/** All pages of tools/list. */
const listed = async (request: Request): Promise<ReadonlyMap<string, ListedTool>> => {
  const tools: ListedTool[] = [];
  let cursor: string | undefined;
  do {
    const { result } = await request("tools/list", cursor === undefined ? {} : { cursor });
    const page = result as { readonly tools: readonly ListedTool[]; readonly nextCursor?: string };
    tools.push(...page.tools);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return new Map(tools.map((tool) => [tool.name, tool]));
};

/** The cost shown at approval is what the model pays, except for warnings. */
const checkCosts = (candidates: readonly Candidate[], tools: ReadonlyMap<string, ListedTool>): void => {
  for (const { tool, token_cost } of candidates) {
    const { name, description = "", inputSchema } = tools.get(tool) ?? {};
    if (name === undefined) continue;
    const shown = { name, description: description.replace(/\n\nCaution: .*$/s, ""), input_schema: inputSchema };
    expect([tool, token_cost]).toEqual([tool, Math.ceil(JSON.stringify(shown).length / 4)]);
  }
};

export const operationsIn = (candidates: readonly Candidate[]) =>
  candidates.map(({ tool, operation, risk }) => `${tool}: ${operation}, ${risk}`);
