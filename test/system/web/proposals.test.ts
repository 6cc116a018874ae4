import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { saying, startChatEndpoint } from "../../fixtures/connectors/chat-endpoint.ts";
import { transferProposals } from "../../fixtures/connectors/transfer-proposals.ts";
import { approve, connect, drop, keepCredential, openTab, publish, readIn } from "./connectors-steps.ts";
import { startWalk } from "./console-walk.ts";

const PAGE = new URL("../../fixtures/documents/pages/transfers.md", import.meta.url);

/** The API that the page describes. */
const startTransfers = async () => {
  const asked: (string | undefined)[] = [];
  const server = createServer(({ url, headers }, response) => {
    asked.push(`${url} ${headers["x-partner-key"]}`);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ rides: [{ ref: "R-9", veh: "bus", prc: { amt: 1250, cur: "EUR" } }] }));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => new Promise<void>((done) => void server.close(() => done())));
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2` };
};

describe("a page of prose in the console", () => {
  it("becomes tools that a model proposes, which are marked until a person approves them", async () => {
    const { questions, endpoint } = await startChatEndpoint(saying(transferProposals));
    const api = await startTransfers();
    const walk = await startWalk({
      TAXIWAY_OUTBOUND_ALLOW: "connectors=127.0.0.1",
      TAXIWAY_PROPOSALS_URL: endpoint.url,
      TAXIWAY_PROPOSALS_API_KEY: endpoint.key,
    });
    const { page, go } = walk;
    await go("connectors?new=1");
    await drop(walk, [{ name: "transfers.md", text: readFileSync(PAGE, "utf8") }]);
    await page.getByText("Documentation page: Valley Transfers · 0 operations").waitFor();
    await page.getByText("No operation was found in the documentation.").waitFor();
    const create = page.getByRole("button", { name: "Create draft" });
    expect(await create.isEnabled()).toBe(false);
    await page.getByRole("checkbox", { name: "Let a model propose" }).check();
    await page.getByLabel("Base URL of the API").fill(api.url);
    await create.click();

    await page.getByRole("checkbox", { name: "Select book_ride" }).waitFor();
    expect(await readIn(page.locator(".tool-items"))).toMatch(
      /search_rides GET \/rides read-only proposed .*book_ride POST \/bookings write proposed/,
    );
    expect(questions).toHaveLength(1);
    await page.getByRole("button", { name: "search_rides", exact: true }).click();
    await page.getByText("A model proposed this tool: compare it with the documentation").waitFor();
    const editor = page.getByRole("group", { name: "search_rides", exact: true });
    await editor.getByText("the code of the airport").first().waitFor();

    await openTab(walk, "Credentials");
    await keepCredential(walk, "x_partner_key", { Value: "the-key" });
    await openTab(walk, "Tools");
    await approve(walk, ["search_rides"], "1 of 3");
    expect(await readIn(page.locator(".tool-items"))).toMatch(/search_rides GET \/rides read-only .{0,40}approved/);
    await publish(walk, 1);
    const client = await connect(walk, "valley-transfers");
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["search_rides"]);
    const { structuredContent } = await client.callTool({
      name: "search_rides",
      arguments: { airport: "INN", at: "2026-12-19T14:00", seats: 2 },
    });
    expect(structuredContent).toMatchObject({ rides: [{ ride: "R-9", price: 12.5 }] });
    expect(api.asked).toEqual(["/v2/rides?from=INN&at=2026-12-19T14%3A00&seats=2 the-key"]);
    expect(walk.problems).toEqual([]);
  }, 90_000);
});
