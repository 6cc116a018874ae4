import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { ask, bearer } from "../../fixtures/access/key-holder.ts";
import { JSON_TYPE, modernPost } from "../../fixtures/mcp/transports/http/mcp-over-http.ts";
import type { Environment } from "../../fixtures/taxiway.ts";
import { startToolService, type ToolService, talk, toolAt } from "../../fixtures/tool-service.ts";

/** Leaves a mark in the page if it is ever interpreted as more than text. */
const MARKUP = [
  '<img src=x onerror="harmed=1">',
  "<script>harmed=1</script>",
  '<a href="javascript:harmed=1">here</a>',
  "data:text/html,<script>harmed=1</script>",
  `{{harmed=1}} \${harmed=1}`,
].join(" ");
/** Bidirectional and invisible characters. */
const TURNED = "abc\u202egnp.exe\u2066 \u200b\u0007\u061c\u2028end";
const ENDLESS = "W".repeat(10_000);
export const WORST = `${MARKUP} ${TURNED} ${ENDLESS}`;

const ADMIN_TOKEN = "token-of-the-operator-in-tests";

export const HOSTILE_SETTINGS: Environment = {
  TAXIWAY_AUTH: "keys",
  TAXIWAY_ADMIN_TOKEN: ADMIN_TOKEN,
  TAXIWAY_KEY_PEPPER: "the pepper that all nodes of these tests have",
  TAXIWAY_OUTBOUND_ALLOW: "127.0.0.1",
  RATE_LIMIT_ENABLED: "false",
  LOG_LEVEL: "debug",
};

interface AdminAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each route has its own shape
  readonly body: any;
}

/** Calls the admin API as scripts do. */
export const adminAt =
  (port: number, token = ADMIN_TOKEN) =>
  async (method: string, path: string, json?: unknown): Promise<AdminAnswer> => {
    const { status, text } = await ask(port, {
      ...{ method, path: `/admin${path}` },
      headers: { ...bearer(token), ...(json !== undefined && JSON_TYPE) },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    return { status, body: text === "" ? undefined : JSON.parse(text) };
  };

export type Admin = ReturnType<typeof adminAt>;

const rpc = (name: string, input: object) => ({
  request: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } },
});

/** Untrusted content in every place that accepts some, up to its limits. */
export const putHarmIn = async (port: number) => {
  const admin = adminAt(port);
  const made = async (method: string, path: string, json?: unknown) => {
    const answer = await admin(method, path, json);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body).slice(0, 800)}`);
    return answer.body;
  };
  const keyText = await putInKeys(made);
  const tools = await putInTools(made, admin);
  const connector = await putInConnectors(made, admin);
  await callAsStranger(port, keyText);
  const pnrs = await putInBookings(admin);
  return { ...tools, connector, pnrs, calls: await oneOfEach(made) };
};

/** IDs of a successful and a failed call of each tool. */
const oneOfEach = async (made: Made): Promise<readonly string[]> => {
  const { calls } = (await made("GET", "/calls")) as { calls: readonly Record<"id" | "tool" | "outcome", string>[] };
  const byKind = new Map(calls.map(({ id, tool, outcome }) => [`${tool} ${outcome}`, id]));
  return [...byKind.values()];
};

type Made = Admin extends (...words: infer Words) => unknown
  ? (...words: Words) => Promise<AdminAnswer["body"]>
  : never;

const putInKeys = async (made: Made): Promise<string> => {
  await made("POST", "/keys", { name: MARKUP.slice(0, 80) });
  await made("POST", "/keys", { name: ENDLESS.slice(0, 80), tenant: "w".repeat(40), tools: ["w".repeat(60)] });
  return (await made("POST", "/keys", { name: "an untrusted client" })).key;
};

const fits = (text: string, most: number) => text.slice(0, most);

const parameters = {
  type: "object",
  properties: {
    value: { type: "string", title: WORST.slice(0, 400), description: WORST.slice(0, 2_000), examples: [MARKUP] },
    choice: { type: "string", enum: [MARKUP, TURNED, ENDLESS.slice(0, 2_000)], default: MARKUP },
    ["w".repeat(64)]: { type: "string", description: MARKUP },
  },
};

/** Tools that answer, tools that fail, and rejected ones. */
const putInTools = async (made: Made, admin: Admin) => {
  const service = await startToolService(({ params }) => ({
    result: {
      ...{ call_id: params.call_id, status: "completed" },
      data: { said: WORST, [MARKUP]: MARKUP, [TURNED]: TURNED, rows: [{ name: WORST, link: "javascript:harmed=1" }] },
    },
  }));
  const failing = await startToolService(
    () => ({ error: { code: -32_000, message: WORST, data: { why: WORST } } }),
    () => ({ error: { code: -32_000, message: WORST } }),
  );
  const described = (at: ToolService, name: string) =>
    toolAt(at, {
      ...{ name, description: fits(`${MARKUP} ${TURNED} ${ENDLESS}`, 2_000), version: fits(MARKUP, 50) },
      functions: [talk({ description: fits(`${TURNED} ${MARKUP} ${ENDLESS}`, 2_000), parameters })],
    });
  const long = "W".repeat(40);
  await made("POST", "/tools", { tool: described(service, long) });
  await made("POST", "/tools", { tool: described(failing, "unwell") });
  await admin("POST", "/tools", { tool: described(service, WORST) });
  await admin("POST", "/tools", { tool: described(service, TURNED) });
  await admin("POST", "/tools/unwell/check", {});
  for (const name of [long, "unwell"]) {
    await admin("POST", `/tools/${name}/call`, { function: "talk", arguments: { value: WORST } });
  }
  return { tool: long, unwell: "unwell" };
};

/** Together as long as hosts accept. */
const CONNECTOR = "w".repeat(20);
const LONG_TOOL = "w".repeat(39);

/** An API with unusual answers. */
const startApi = async (): Promise<string> => {
  const server = createServer((request, response) => {
    const failed = request.url?.includes("fail");
    response.writeHead(failed ? 500 : 200, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ error: failed ? WORST : undefined, said: WORST, [TURNED]: MARKUP, rows: [WORST] }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const connectorTool = (name: string, path: string) => ({
  ...{ name, title: fits(`${MARKUP} ${ENDLESS}`, 200), description: fits(`${MARKUP} ${ENDLESS}`, 4_000), risk: "read" },
  ...{ category: fits(MARKUP, 100), safety_notes: fits(`${MARKUP} ${ENDLESS}`, 1_000), input: parametersOfConnector },
  request: { method: "GET", path, bindings: [{ argument: "value", in: "query", name: "v" }] },
  ...{ parse: { format: "json", error: "body.error" }, response: { mapping: "body", text: "said" } },
  output: { type: "object" },
});

const { value, choice } = parameters.properties;
const parametersOfConnector = {
  type: "object",
  properties: { value: { ...value, title: MARKUP, description: fits(`${MARKUP} ${ENDLESS}`, 2_000) }, choice },
};

const putInConnectors = async (made: Made, admin: Admin) => {
  const url = await startApi();
  const document = {
    ...{ connector: 1, name: CONNECTOR, title: fits(`${MARKUP} ${ENDLESS}`, 200), owner: fits(MARKUP, 200) },
    ...{ description: fits(`${MARKUP} ${ENDLESS}`, 4_000), instructions: fits(`${MARKUP} ${ENDLESS}`, 8_000) },
    ...{ base_url: `${url}/${"w".repeat(1_000)}`, allow: [new URL(url).host] },
    credentials: [{ name: "w".repeat(40), description: fits(`${MARKUP} ${ENDLESS}`, 4_000) }],
    docs: [{ name: "w".repeat(40), title: fits(MARKUP, 200), text: `${MARKUP} ${ENDLESS}` }],
    tools: [connectorTool(LONG_TOOL, `/${"w".repeat(1_000)}`), connectorTool("failing", "/fail")],
  };
  await made("POST", "/import", { document });
  await made("POST", `/connectors/${CONNECTOR}/approve`, {});
  await made("POST", `/connectors/${CONNECTOR}/publish`, {});
  // The drafting of a document's title is tested elsewhere.
  await admin("POST", "/drafts", { document: JSON.stringify(hostileOpenApi(url)) });
  for (const { name } of document.tools) {
    await made("POST", `/servers/${CONNECTOR}/rpc`, rpc(name, { value: WORST }));
  }
  return { name: CONNECTOR, tools: document.tools.map(({ name }) => name) };
};

export const hostileOpenApi = (url: string) => {
  const get = {
    ...{ operationId: WORST, summary: WORST, description: WORST, tags: [WORST] },
    parameters: [{ name: WORST, in: "query", description: WORST, schema: { type: "string", enum: [MARKUP, TURNED] } }],
    responses: { 200: { description: WORST } },
  };
  return {
    openapi: "3.1.0",
    info: { title: `${MARKUP} ${TURNED}`, description: WORST, version: MARKUP },
    servers: [{ url: `${url}/"><script>harmed=1</script>`, description: WORST }],
    paths: { [`/${MARKUP}`]: { get }, [`/${"w".repeat(400)}`]: { get } },
  };
};

/** A client with a hostile name and hostile request IDs. */
const callAsStranger = async (port: number, key: string): Promise<void> => {
  const asking = modernPost(
    "tools/call",
    {
      ...{ name: "retrieveBooking", arguments: { pnr: WORST } },
      _meta: { "io.modelcontextprotocol/clientInfo": { name: WORST, version: WORST, title: WORST } },
    },
    { headers: { ...bearer(key), "X-Request-Id": "<script>harmed=1</script>" } },
  );
  await ask(port, asking);
};

const FLIGHT = "F-ZZ101-20270310-JFKLHR-Y";
const STAY = { cityCode: "LON", checkInDate: "2027-01-10", checkOutDate: "2027-01-12", maxResults: 1 };

const call = async (admin: Admin, tool: string, input: object) => {
  const { body } = await admin("POST", "/servers/gds/rpc", rpc(tool, input));
  return body.response.result;
};

const pnrOf = async (admin: Admin, tool: string, input: object): Promise<string> => {
  const { structuredContent, ...refused } = await call(admin, tool, { ...input, contactEmail: "ada@example.com" });
  if (structuredContent === undefined) throw new Error(JSON.stringify(refused).slice(0, 2_000));
  return structuredContent.pnr;
};

const ADA = { type: "adult", firstName: "Ada", lastName: "Lovelace" };

/** Returns its PNR. */
export const bookFlight = (admin: Admin, passenger: object = ADA): Promise<string> =>
  pnrOf(admin, "bookFlight", { flightIds: [FLIGHT], passengers: [passenger] });

/** Names are letters of any script; everything else is any text. */
const putInBookings = async (admin: Admin): Promise<readonly string[]> => {
  const rightToLeft = "\u05d0\u05d1\u05d2\u05d3\u05d4".repeat(10);
  const passenger = { ...ADA, firstName: WORST, lastName: WORST };
  await call(admin, "bookFlight", { flightIds: [WORST], passengers: [passenger], contactEmail: WORST });
  const named = { ...ADA, firstName: fits(ENDLESS, 50), lastName: rightToLeft, frequentFlyerNumber: WORST };
  const flown = await bookFlight(admin, named);
  const doing = { kind: "retime", about: FLIGHT, minutes: 50, notice: fits(WORST, 500), cue: fits(WORST, 128) };
  const { status } = await admin("POST", `/bookings/${flown}/disrupt`, doing);
  if (status !== 200) throw new Error("The hostile notice was refused");
  const { hotels } = (await call(admin, "searchHotels", STAY)).structuredContent;
  const guests = [{ firstName: rightToLeft, lastName: fits(ENDLESS, 50) }];
  const stayed = await pnrOf(admin, "bookHotel", {
    hotelId: hotels[0].id,
    guests,
    specialRequests: fits(WORST, 1_000),
  });
  await call(admin, "cancelBooking", { pnr: stayed, reason: WORST });
  return [flown, stayed];
};
