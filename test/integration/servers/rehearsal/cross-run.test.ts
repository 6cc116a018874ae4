import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  bookLondon,
  call,
  LONDON,
  openRehearsalServer,
  type RehearsalServer,
  request,
  type StartedRun,
} from "../../../fixtures/rehearsal/rehearsal-server.ts";

let server: RehearsalServer;
beforeAll(async () => {
  server = await openRehearsalServer({ LOG_LEVEL: "debug" });
});
afterAll(() => server.close());

/** A legacy request, as the older clients send it. */
const legacy = (url: string, method: string, params: object, headers: Readonly<Record<string, string>> = {}) =>
  fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream", ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });

const initialize = async (url: string, headers: Readonly<Record<string, string>> = {}): Promise<string> => {
  const clientInfo = { name: "test", version: "1" };
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  const answer = await legacy(url, "initialize", params, headers);
  expect(answer.status).toBe(200);
  return answer.headers.get("mcp-session-id") ?? "";
};

const inSession = (session: string) => ({ "Mcp-Session-Id": session, "MCP-Protocol-Version": "2025-11-25" });

const two = async (): Promise<readonly [StartedRun, StartedRun]> => [
  await server.start(LONDON),
  await server.start(LONDON),
];

describe("a session", () => {
  it("of one run is unknown at another, and at the plain server", async () => {
    const [one, other] = await two();
    const session = await initialize(one.mcp_url);
    const list = (url: string) => legacy(url, "tools/list", {}, inSession(session));
    expect((await list(one.mcp_url)).status).toBe(200);
    expect((await list(other.mcp_url)).status).toBe(404);
    expect((await list(`${server.base}/mcp`)).status).toBe(404);
  });

  it("that a client names alike in two runs and at the plain server is three sessions", async () => {
    const [one, other] = await two();
    const id = randomUUID();
    const urls = [one.mcp_url, other.mcp_url, `${server.base}/mcp`];
    for (const url of urls) expect(await initialize(url, { "Mcp-Session-Id": id })).toBe(id);
    expect((await fetch(one.mcp_url, { method: "DELETE", headers: inSession(id) })).status).toBe(204);
    const statuses = await Promise.all(urls.map((url) => legacy(url, "tools/list", {}, inSession(id))));
    expect(statuses.map(({ status }) => status)).toEqual([404, 200, 200]);
  });

  it("is one traveller in both eras: what one client books, all clients of the run see", async () => {
    const run = await server.start(LONDON);
    const pnr = await bookLondon(run.mcp_url);
    const session = await initialize(run.mcp_url);
    const params = { name: "listBookings", arguments: {} };
    const answer = await legacy(run.mcp_url, "tools/call", params, inSession(session));
    expect(await answer.json()).toMatchObject({ result: { structuredContent: { bookings: [{ pnr }] } } });
  });

  it("is not counted among those of the server", async () => {
    const before = (await server.admin("GET", "/overview")).body.sessions;
    const run = await server.start(LONDON);
    await initialize(run.mcp_url);
    expect((await server.admin("GET", "/overview")).body.sessions).toEqual(before);
  });
});

describe("a stream of a run", () => {
  it("tells every client of the run that a booking changed, and ends with the run", async () => {
    const run = await server.start(LONDON);
    const session = await initialize(run.mcp_url);
    const uri = "gds://session/bookings";
    await legacy(run.mcp_url, "resources/subscribe", { uri }, inSession(session));
    const leaving = new AbortController();
    const stream = await fetch(run.mcp_url, {
      headers: { ...inSession(session), Accept: "text/event-stream" },
      signal: leaving.signal,
    });
    expect(stream.status).toBe(200);
    expect(stream.headers.get("referrer-policy")).toBe("no-referrer");
    const reader = (stream.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
    await bookLondon(run.mcp_url);
    let text = "";
    while (!text.includes("notifications/resources/updated")) text += (await reader.read()).value ?? "";
    expect(text).toContain(uri);
    await server.admin("POST", `/runs/${run.id}/close`);
    for (let done = false; !done; ) done = (await reader.read()).done;
    leaving.abort();
  });
});

describe("the token of a run", () => {
  it("opens its MCP server and its brief, and neither verdict nor scenario nor anything else", async () => {
    const run = await server.start(LONDON);
    const token = run.mcp_url.split("/").at(-2) as string;
    const brief = await fetch(run.mcp_url.replace(/mcp$/, "brief"));
    expect([brief.status, await brief.text()]).toEqual([200, run.brief]);
    expect(brief.headers.get("cache-control")).toBe("no-store");
    for (const path of ["", "/", "/journal", "/verdict", "/mcp/x", "/mcp/gds"]) {
      expect((await fetch(`${server.base}/runs/${token}${path}`)).status).toBe(404);
    }
    for (const path of ["/runs", `/runs/${run.id}`, `/runs/${run.id}/journal`, "/scenarios"]) {
      expect((await server.admin("GET", path, undefined, token)).status).toBe(401);
    }
    expect((await fetch(`${server.base}/runs/${run.id}/mcp`, { method: "POST" })).status).toBe(404);
  });

  it("is in no log, no metric, no list and no journal", async () => {
    const run = await server.start(LONDON);
    const token = run.mcp_url.split("/").at(-2) as string;
    await bookLondon(run.mcp_url);
    await request(`${run.mcp_url}x`, "tools/list");
    const closed = await server.admin("POST", `/runs/${run.id}/close`);
    const texts = [
      server.logged(),
      closed.text,
      (await server.admin("GET", "/runs")).text,
      (await server.admin("GET", "/calls")).text,
      (await server.admin("GET", `/runs/${run.id}/journal`)).text,
      await fetch(`${server.base}/metrics`).then((answer) => answer.text()),
    ];
    for (const text of texts) expect(text).not.toContain(token);
    expect(texts[0]).toContain('"route":"/runs"');
    expect(texts[3]).not.toContain("finishTask");
  });

  it("is not accepted when a letter of it is wrong", async () => {
    const run = await server.start(LONDON);
    const wrong = run.mcp_url.replace(/.(?=\/mcp$)/, (last) => (last === "A" ? "B" : "A"));
    expect((await request(wrong, "tools/list")).status).toBe(404);
    expect((await request(run.mcp_url, "tools/list")).status).toBe(200);
  });

  it("does not let pages of other origins call the run", async () => {
    const run = await server.start(LONDON);
    const from = (origin: string) =>
      legacy(run.mcp_url, "tools/list", {}, { Origin: origin, "MCP-Protocol-Version": "2025-11-25" });
    expect((await from("https://elsewhere.example")).status).toBe(403);
    expect((await from("http://localhost:5173")).status).toBe(200);
  });
});

describe("what an agent sees", () => {
  it("does not tell it that it rehearses, unless the scenario wants it told", async () => {
    const tells = /rehears|test booking|mock (?!-)|no (?:real )?money|costs? nothing|sandbox\b(?!")/i;
    const shown = async (scenario: string): Promise<string> => {
      const { mcp_url: url } = await server.start(scenario);
      const resultOf = async (method: string) => (await request(url, method)).result;
      const listOf = async (kind: string): Promise<readonly { readonly description: string }[]> =>
        (await resultOf(`${kind}/list`))[kind];
      const lists = await Promise.all(["tools", "prompts", "resources"].map(listOf));
      const { instructions } = await resultOf("server/discover");
      const descriptions = [instructions, ...lists.flat().map(({ description }) => description)];
      return descriptions.join("\n");
    };
    const untold = await shown(LONDON);
    expect(untold).not.toMatch(tells);
    expect(untold).toMatch(/How to work: search/);
    expect(untold).toMatch(/Books flights found by searchFlights/);
    expect(await shown(`${LONDON}candour: told\n`)).toMatch(tells);
  });

  it("has the brief as prompt and resource, and the policy as resource and instructions", async () => {
    const { mcp_url: url, brief } = await server.start(`${LONDON}policy: Economy only.\n`);
    const prompt = await request(url, "prompts/get", { name: "brief" });
    expect(prompt.result.messages[0].content.text).toBe(brief);
    const read = async (uri: string) => (await request(url, "resources/read", { uri })).result.contents[0].text;
    expect(await read("rehearsal://brief")).toBe(brief);
    expect(await read("rehearsal://policy")).toBe("Economy only.");
    expect((await request(url, "server/discover")).result.instructions).toMatch(/Policy:\nEconomy only\.$/);
  });
});

describe("the limits of a run", () => {
  it("end it after as many calls as the scenario allows; finishTask is still heard", async () => {
    const run = await server.start(`${LONDON}limits: { calls: 2 }\n`);
    for (let i = 0; i < 2; i++) expect((await call(run.mcp_url, "listBookings")).isError).toBeUndefined();
    const refused = await call(run.mcp_url, "listBookings");
    expect([refused.isError, refused.content[0]?.text]).toEqual([true, expect.stringMatching(/^All 2 calls/)]);
    const finish = { outcome: "declined", message: "No calls left." };
    expect((await call(run.mcp_url, "finishTask", finish)).isError).toBeUndefined();
    expect((await call(run.mcp_url, "finishTask", finish)).isError).toBe(true);
    expect((await server.admin("POST", `/runs/${run.id}/close`)).body).toMatchObject({
      ...{ calls: 3, finish: { message: "No calls left." } },
    });
  });

  it("let many calls arrive at once, and carry them out one after another", async () => {
    const run = await server.start(LONDON);
    await Promise.all(Array.from({ length: 20 }, () => call(run.mcp_url, "listBookings")));
    const lines = (await server.admin("GET", `/runs/${run.id}/journal`)).text.trimEnd().split("\n");
    const shown = lines.map((line) => JSON.parse(line));
    expect(shown.map(({ n }) => n)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    expect(new Set(shown.map(({ at }) => at)).size).toBe(20);
  });
});
