import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { startBrowser, type Tab } from "../../../../fixtures/browser.ts";
import { startHttpTaxiway } from "../../../../fixtures/http-taxiway.ts";
import { modernPost } from "../../../../fixtures/mcp/transports/http/mcp-over-http.ts";
import { ask } from "../../../../fixtures/mcp/transports/http/raw-http.ts";
import { ADMIN_TOKEN, administer, publishConnector } from "./published-connector.ts";

const TIMEOUT = 120_000;
const KEY = "the-key-of-the-bank-4242";

/** A private API that records the keys it receives. */
const startBank = async () => {
  const keys: unknown[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers["x-key"]);
    response.setHeader("Content-Type", "application/json").end('{"moved":true}');
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { port: (server.address() as AddressInfo).port, keys };
};

interface Try {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What the page could read of the answer: its status, or nothing. */
const readBy = ({ page }: Tab, attempt: Try): Promise<number | string> =>
  page.evaluate(async ({ url, ...how }: Try) => {
    try {
      const response = await fetch(url, how);
      await response.text();
      return response.status;
    } catch (error) {
      return (error as Error).message;
    }
  }, attempt);

const UNREADABLE = "Failed to fetch";

it("a page of another origin can use only the generated world", { timeout: TIMEOUT }, async () => {
  const [browser, bank] = await Promise.all([startBrowser(), startBank()]);
  onTestFinished(() => browser.close());
  const { port } = await startHttpTaxiway({
    ...{ TAXIWAY_STORE: "memory", TAXIWAY_ADMIN_TOKEN: ADMIN_TOKEN, RATE_LIMIT_ENABLED: "false" },
    TAXIWAY_OUTBOUND_ALLOW: `127.0.0.1:${bank.port}`,
  });
  const url = `http://127.0.0.1:${bank.port}`;
  await publishConnector(port, { name: "bank", url, credentials: [{ name: "key" }] });
  await administer(port, "PUT", "/connectors/bank/credentials/key", { value: KEY });

  const base = `http://127.0.0.1:${port}`;
  const list = modernPost("tools/list") as Try;
  const transfer = modernPost("tools/call", { name: "transfer", arguments: {} }) as Try;
  const rpc = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });
  const post = { method: "POST" };
  const json = { "Content-Type": "application/json" };
  const rooms =
    '<room_availability><language>0</language><members><member hotel_id="9100"/></members><arrival>2027-01-16</arrival>' +
    '<departure>2027-01-20</departure><rooms><room adults="2"/></rooms></room_availability>';

  const mock: readonly Try[] = [
    ...["/mcp", "/mcp/gds", "/mcp/flights", "/mcp/capcorn"].map((path) => ({ ...post, ...list, url: base + path })),
    {
      ...post,
      body: rooms,
      headers: { "Content-Type": "application/xml" },
      url: `${base}/capcorn/RoomAvailability?user=u&password=p&system=s`,
    },
    { url: `${base}/health` },
  ];
  const guarded: readonly Try[] = [
    { ...post, ...list, url: `${base}/mcp/toolbox` },
    { ...post, ...list, url: `${base}/mcp/bank` },
    { ...post, ...transfer, url: `${base}/mcp/bank` },
    // No preflight is sent before these.
    { ...post, body: transfer.body ?? "", url: `${base}/mcp/bank` },
    { ...post, body: rpc, url: `${base}/rpc` },
    { ...post, body: rpc, headers: json, url: `${base}/rpc` },
    { ...post, ...transfer, headers: { ...transfer.headers, Authorization: "Bearer guess" }, url: `${base}/mcp/bank` },
    { url: `${base}/admin/login` },
    { url: `${base}/admin/overview`, headers: { Authorization: `Bearer ${ADMIN_TOKEN}` } },
    { url: `${base}/` },
  ];

  const foreign = await browser.open("", "evil.test");
  expect(foreign.origin).toMatch(/^http:\/\/evil\.test:/);
  for (const attempt of mock) expect([attempt.url, await readBy(foreign, attempt)]).toEqual([attempt.url, 200]);
  const headers = { Authorization: "Bearer duffel_test_page", "Duffel-Version": "v2" };
  expect(await readBy(foreign, { url: `${base}/duffel/air/airlines`, headers })).toBe(200);
  for (const attempt of guarded) {
    expect([attempt.url, await readBy(foreign, attempt)]).toEqual([attempt.url, UNREADABLE]);
  }
  expect(bank.keys).toEqual([]);

  // The same from a page on this machine, a page with the token, and a program.
  const ours = await browser.open("");
  expect(await readBy(ours, { ...post, ...transfer, url: `${base}/mcp/bank` })).toBe(200);
  const withToken = { ...transfer.headers, Authorization: `Bearer ${ADMIN_TOKEN}` };
  expect(await readBy(foreign, { ...post, ...transfer, headers: withToken, url: `${base}/mcp/bank` })).toBe(200);
  const program = modernPost("tools/call", { name: "transfer", arguments: {} });
  expect((await ask(port, { ...program, path: "/mcp/bank" })).status).toBe(200);
  expect(bank.keys).toEqual([KEY, KEY, KEY]);
});
