// A test of an agent with Vitest: `npx vitest run rehearsal.test.mjs`. TAXIWAY is the path of dist/main.js.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runAgent } from "./agent.mjs";

const { TAXIWAY = "dist/main.js" } = process.env;
const SCENARIOS = ["simple/one-way", "simple/named-airline"];

let taxiway;
let admin;
beforeAll(async () => {
  taxiway = spawn(process.execPath, [TAXIWAY, "rehearse", "serve", "--json"]);
  const [line] = await once(taxiway.stdout, "data");
  const { admin_url, admin_token } = JSON.parse(line);
  admin = async (path, body = {}) => {
    const headers = { Authorization: `Bearer ${admin_token}`, "Content-Type": "application/json" };
    const answer = await fetch(admin_url + path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
});
afterAll(() => taxiway.kill());

describe("my agent", () => {
  it.each(SCENARIOS)("passes %s", { timeout: 300_000 }, async (scenario) => {
    const run = await admin("/runs", { scenario });
    const message = await runAgent(run.brief, run.mcp_url);
    const { verdict, checks } = await admin(`/runs/${run.id}/close`, { message });
    const failed = checks.filter(({ ok, level }) => !ok && level === "must");
    expect({ verdict, failed }).toEqual({ verdict: "pass", failed: [] });
  });
});
