import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { type Browser, startBrowser } from "../../fixtures/browser.ts";
import { type HttpTaxiway, launchHttpTaxiway } from "../../fixtures/http-taxiway.ts";
import { CLIENTS } from "../../fixtures/mcp-clients.ts";
import { type Nginx, startNginx } from "../../fixtures/nginx.ts";
import { connectByFetch, fetchInPage } from "./fetch-client.ts";
import { connectInPage, packClients } from "./page-clients.ts";
import { lookAround, walkWholeTrip } from "./whole-trip.ts";

// Allows for a busy machine.
vi.setConfig({ testTimeout: 180_000 });

let browser: Browser;
let taxiway: HttpTaxiway;
let nginx: Nginx;
let script: string;
beforeAll(async () => {
  [browser, taxiway, script] = await Promise.all([
    startBrowser(),
    launchHttpTaxiway({ TAXIWAY_STORE: "memory", RATE_LIMIT_PER_MINUTE: "10000" }),
    packClients(),
  ]);
  nginx = await startNginx({ nodes: [taxiway.port] });
  return () => Promise.all([browser?.close(), taxiway?.stop(), nginx?.stop()]);
});

const WAYS: Readonly<Record<string, { url(): string; readonly protocol: string }>> = {
  "to Taxiway itself": { url: () => taxiway.url, protocol: "http/1.1" },
  "through nginx over HTTP/2 with TLS": { url: () => `${nginx.url}/mcp`, protocol: "h2" },
};

declare global {
  /** In the page: resolves when the stream that it listens to has ended. */
  var heardInPage: Promise<string>;
}

describe.each(Object.entries(WAYS))("a page of another origin, %s,", (_way, { url, protocol }) => {
  it.each(Object.entries(CLIENTS))("makes a whole trip with %s", async (_name, flavour) => {
    const { page, protocolsOf } = await browser.open(script);
    const own = flavour.speaks === "2026-07-28" ? { "Mcp-Session-Id": randomUUID() } : {};
    const client = await connectInPage(page, flavour, url(), own);
    if (flavour.speaks !== undefined) expect(client.getNegotiatedProtocolVersion?.()).toBe(flavour.speaks);
    await walkWholeTrip(client);
    await lookAround(client);
    await client.close();
    expect(protocolsOf(url())).toEqual([protocol]);
  });

  it("makes a whole trip with fetch as a legacy client that reads response headers", async () => {
    const { page, protocolsOf } = await browser.open("");
    const client = await connectByFetch(page, url(), "2025-11-25");
    await walkWholeTrip(client);
    expect(client.headers["Mcp-Session-Id"]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
    for (const { headers } of client.answers) {
      expect(headers).toMatchObject({
        "x-ratelimit-limit": "10000",
        "x-ratelimit-remaining": expect.stringMatching(/^\d+$/),
        "x-ratelimit-reset": expect.stringMatching(/^\d{10}$/),
        "x-request-id": expect.any(String),
      });
    }
    expect(protocolsOf(url())).toEqual([protocol]);
  });

  it("makes a whole trip with fetch as a modern client", async () => {
    const { page, protocolsOf } = await browser.open("");
    const client = await connectByFetch(page, url(), "2026-07-28", { "Mcp-Session-Id": randomUUID() });
    await walkWholeTrip(client);
    expect(client.answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
    expect(protocolsOf(url())).toEqual([protocol]);
  });

  it("listens to its session until it ends it", async () => {
    const { page } = await browser.open("");
    const { headers } = await connectByFetch(page, url(), "2025-11-25");
    const opened = await page.evaluate(
      async ({ url, headers }) => {
        const response = await fetch(url, { headers: { ...headers, Accept: "text/event-stream" } });
        const reader = response.body?.getReader();
        const first = await reader?.read();
        globalThis.heardInPage = (async () => {
          while (!(await reader?.read())?.done);
          return "ended";
        })();
        return { type: response.headers.get("content-type"), first: new TextDecoder().decode(first?.value) };
      },
      { url: url(), headers },
    );
    expect(opened).toEqual({
      type: "text/event-stream",
      first: expect.stringMatching(/^id: \S+\nretry: \d+\ndata: \n\n$/),
    });
    expect(await fetchInPage(page, url(), { method: "DELETE", headers })).toMatchObject({ status: 204 });
    expect(await page.evaluate(() => globalThis.heardInPage, undefined)).toBe("ended");
    const afterwards = { ...headers, "Content-Type": "application/json" };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
    expect(await fetchInPage(page, url(), { method: "POST", headers: afterwards, body })).toMatchObject({
      status: 404,
    });
  });
});
