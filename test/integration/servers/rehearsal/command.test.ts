import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LONDON } from "../../../fixtures/rehearsal/rehearsal-server.ts";
import { openRehearsing, type Rehearsing } from "../../../fixtures/rehearsal/rehearse.ts";
import { temporaryFolder } from "../../../fixtures/temporary-folder.ts";

let taxiway: Rehearsing;
beforeAll(async () => {
  taxiway = await openRehearsing({ SECRET_OF_THE_AGENT: "its own", TAXIWAY_VAULT_KEY: "secret of Taxiway" });
});
afterAll(() => taxiway.close());

const file = (name: string, text: string, folder = temporaryFolder()): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

const london = (): string => file("london.yaml", LONDON);

/** An agent of a few lines, which books the cheapest flight it finds; `find` changes the search. */
const agent = (body: string): string => `node ${file("agent.mjs", body)}`;
const BOOKER = `
  let id = 0;
  const call = async (name, args) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: ++id, method: "tools/call", params: { name, arguments: args } });
    const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
    const answer = await fetch(process.env.TAXIWAY_MCP_URL, { method: "POST", headers, body });
    return (await answer.json()).result.structuredContent;
  };
  const book = async (firstName) => {
    const route = { origin: "NYC", destination: "LON", departureDate: "2027-03-10", maxConnections: 0 };
    const { flights } = await call("searchFlights", route);
    const { flightIds } = flights.find(({ status }) => status === "available");
    const passengers = [{ type: "adult", firstName, lastName: "Lovelace" }];
    return call("bookFlight", { flightIds, passengers, contactEmail: "ada@example.com" });
  };
`;

describe("taxiway rehearse", () => {
  it("plays gold and canaries, and says by its exit code whether enough passed", async () => {
    const gold = await taxiway.rehearse(london(), "--agent", "gold", "--trials", "2", "--jobs", "2");
    expect(gold).toMatchObject({ code: 0, out: expect.stringContaining("2 runs: 2 pass") });
    expect(gold.err).toContain("[2/2] simple/london");
    const canary = await taxiway.rehearse(london(), "--agent", "canary:wrong-passenger");
    expect(canary.code).toBe(1);
    expect(canary.out).toMatch(/end\.bookings\[0\]\.passengers: expected Ada Lovelace, found \w+ Lovelace/);
    expect(canary.out).toMatch(/bookFlight \{"flightIds"/);
    expect((await taxiway.rehearse(london(), "--agent", "canary:wrong-passenger", "--fail-under", "0")).code).toBe(0);
  });

  it("gives the agent's command its task in every form, and nothing of Taxiway's own settings", async () => {
    const told = join(temporaryFolder(), "told.json");
    const body = `
      import { readFileSync, readdirSync, writeFileSync } from "node:fs";
      const { env } = process;
      const names = Object.keys(env).filter((name) => name.startsWith("TAXIWAY_")).sort();
      const config = JSON.parse(readFileSync(env.TAXIWAY_MCP_CONFIG, "utf8"));
      writeFileSync(${JSON.stringify(told)}, JSON.stringify({
        names, config, url: env.TAXIWAY_MCP_URL, brief: env.TAXIWAY_BRIEF, files: readdirSync("."),
        file: readFileSync(env.TAXIWAY_BRIEF_FILE, "utf8"), stdin: readFileSync(0, "utf8"), own: env.SECRET_OF_THE_AGENT,
      }));`;
    await taxiway.rehearse(london(), "--agent", agent(body));
    const { names, config, url, brief, ...rest } = JSON.parse(readFileSync(told, "utf8"));
    expect(names).toEqual([
      "TAXIWAY_BRIEF",
      "TAXIWAY_BRIEF_FILE",
      "TAXIWAY_MCP_CONFIG",
      "TAXIWAY_MCP_URL",
      "TAXIWAY_USAGE_FILE",
    ]);
    expect(url).toMatch(new RegExp(`^${taxiway.base}/runs/[\\w-]{24}/mcp$`));
    expect(config).toEqual({ mcpServers: { travel: { type: "http", url } } });
    expect(brief).toContain("Today is Monday, 4 January 2027.");
    expect(rest).toEqual({ files: [], file: brief, stdin: brief, own: "its own" });
  });

  it("takes what the command prints for the last message, and what it used from its file", async () => {
    const folder = temporaryFolder();
    const body = `${BOOKER}
      import { writeFileSync } from "node:fs";
      const { pnr } = await book("Ada");
      writeFileSync(process.env.TAXIWAY_USAGE_FILE, JSON.stringify({ input_tokens: 1200, usd: 0.02, other: true }));
      console.log("Booked: " + pnr);`;
    const report = join(folder, "reports", "out.json");
    const { code } = await taxiway.rehearse(london(), "--agent", agent(body), "--report", `json=${report}`);
    expect(code).toBe(0);
    const { runs, ...counts } = JSON.parse(readFileSync(report, "utf8"));
    expect(counts).toEqual({ pass: 1, fail: 0, error: 0, invalid: 0, pass_k: { "1": 1 } });
    expect(runs).toMatchObject([
      {
        ...{ scenario: "simple/london", verdict: "pass", state: "closed", calls: 2 },
        ...{ usage: { input_tokens: 1200, usd: 0.02 }, finish: { message: expect.stringMatching(/^Booked: TEST-/) } },
      },
    ]);
  });

  it("calls a run an error if the command fails or never ends, and kills everything that it started", async () => {
    const crash = await taxiway.rehearse(london(), "--agent", "echo oh no >&2; exit 7");
    expect(crash).toMatchObject({ code: 1, out: expect.stringContaining("It ended with exit code 7: oh no") });
    expect(crash.out).toContain("1 run: 0 pass, 1 error");
    const alive = join(temporaryFolder(), "alive");
    const hang = `(while true; do date +%N > ${alive}; sleep 0.05; done) & sleep 1000`;
    const hung = await taxiway.rehearse(london(), "--agent", hang, "--timeout", "3");
    expect(hung).toMatchObject({ code: 1, out: expect.stringContaining("It did not end within 3 seconds.") });
    const last = readFileSync(alive, "utf8");
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(readFileSync(alive, "utf8")).toBe(last);
  });

  it("judges what a command did that fails after it has finished the task", async () => {
    const body = `${BOOKER}
      const { pnr } = await book("Ada");
      await call("finishTask", { outcome: "done", message: "Booked: " + pnr, pnrs: [pnr] });
      process.exit(1);`;
    expect(await taxiway.rehearse(london(), "--agent", agent(body))).toMatchObject({ code: 0 });
  });

  it("keeps the end of an endless output", async () => {
    const report = join(temporaryFolder(), "out.json");
    const shout = "yes | head -c 30000000; echo; echo the end";
    const { out } = await taxiway.rehearse(london(), "--agent", shout, "--report", `json=${report}`);
    expect(out.length).toBeLessThan(10_000);
    const [{ finish }] = JSON.parse(readFileSync(report, "utf8")).runs;
    expect(finish.message).toMatch(/the end$/);
    expect(finish.message.length).toBeLessThanOrEqual(20_000);
  });

  it("ends at once when the user interrupts it", async () => {
    const running = taxiway.rehearse(london(), "--agent", "sleep 1000", "--trials", "5");
    setTimeout(() => taxiway.interrupt(), 500);
    expect(await running).toMatchObject({ code: 1, out: "", err: expect.stringContaining("Interrupted") });
  });

  it("reports a flaky task first, in every format", async () => {
    const folder = temporaryFolder();
    const other = LONDON.replace("id: simple/london", "id: simple/aardvark").replaceAll("Ada", "Grace");
    for (const [name, text] of [
      ["a.yaml", other],
      ["b.yml", LONDON],
    ] as const)
      file(name, text, folder);
    mkdirSync(join(folder, "inner"));
    const count = join(temporaryFolder(), "count");
    // Fails each third run for Ada, and always for Grace.
    const body = `${BOOKER}
      import { appendFileSync, readFileSync } from "node:fs";
      if (!process.env.TAXIWAY_BRIEF.includes("Grace")) appendFileSync(${JSON.stringify(count)}, ".");
      const { length } = process.env.TAXIWAY_BRIEF.includes("Grace") ? ".." : readFileSync(${JSON.stringify(count)});
      const { pnr } = await book(length % 3 === 0 ? "Eve" : "Ada");
      console.log("Booked: " + pnr + " \\u001b[31m ]]> </system-out> | \`\`\`");`;
    const paths = { json: "out.json", junit: "out.xml", md: "out.md", journal: "journals" };
    const reports = Object.entries(paths).flatMap(([kind, path]) => ["--report", `${kind}=${join(folder, "r", path)}`]);
    const { code, out } = await taxiway.rehearse(
      ...[folder, "--agent", agent(body), "--trials", "3", "--fail-under", "0.3", ...reports],
    );
    expect(code).toBe(0);
    expect(out.indexOf("simple/london")).toBeLessThan(out.indexOf("simple/aardvark"));
    expect(out).toContain("flaky: simple/london passed 2 of 3");
    expect(out).not.toContain("\u001b");
    const read = (path: string) => readFileSync(join(folder, "r", path), "utf8");
    const { pass_k, runs } = JSON.parse(read("out.json"));
    expect(Object.values(pass_k).map((share) => Number((share as number).toFixed(4)))).toEqual([0.3333, 0.1667, 0]);
    expect(runs.map(({ scenario }: { scenario: string }) => scenario)).toEqual([
      ...Array.from({ length: 3 }, () => "simple/london"),
      ...Array.from({ length: 3 }, () => "simple/aardvark"),
    ]);
    const junit = read("out.xml");
    expect(junit).toContain('<testsuites name="taxiway" tests="6" failures="4" errors="0"');
    expect(junit.match(/<testcase /g)).toHaveLength(6);
    expect(junit).toContain('<failure type="fail" message="end.bookings[0].passengers">');
    for (const illegal of ["\u001b", "]]>"]) expect(junit).not.toContain(illegal);
    const page = read("out.md");
    expect(page).toContain("## Rehearsal: 6 runs: 2 pass, 4 fail");
    expect(page).toMatch(/\| `simple\/london` \(flaky\) .* \| 2\/3 \| ✅✅❌ \|/);
    const journals = readdirSync(join(folder, "r", "journals"));
    expect(journals).toHaveLength(6);
    const [one, , three] = journals
      .filter((name) => name.includes("london"))
      .map((name) => join(folder, "r", "journals", name));
    expect((await taxiway.rehearse("show", one as string)).out).toContain("searchFlights");
    const diff = await taxiway.rehearse("diff", one as string, three as string);
    expect(diff).toMatchObject({ code: 0, out: expect.stringContaining("The first 1 line is equal.") });
    expect((await taxiway.rehearse("diff", one as string, one as string)).out).toContain("The runs are equal");
  });

  it("calls a task that has no solution in another world invalid, and no fault of the agent", async () => {
    const none = LONDON.replace("nonstop: true }", "nonstop: true, airline: ZZ }");
    const { code, out } = await taxiway.rehearse(file("none.yaml", none), "--agent", "true");
    expect(code).toBe(3);
    expect(out).toContain("1 run: 0 pass, 1 invalid");
  });

  it.each([
    [["--agent", "gold"], "Name a scenario file"],
    [["core"], "--agent is required"],
    [["core", "--agent", "canary:yellow"], "There is no canary 'yellow'. Use one of nothing, naysayer"],
    [["core", "--agent", "gold", "--trials", "0"], "--trials must be a whole number from 1 to 1000, got '0'"],
    [["core", "--agent", "gold", "--fail-under", "80%"], "--fail-under must be a number from 0 to 1"],
    [["core", "--agent", "gold", "--report", "html=x"], "--report must be json=<path>"],
    [["core", "--agent", "gold", "--report", "json=/dev/null/x"], "cannot be written"],
    [["core", "--agent", "gold", "--colour"], "Unknown option '--colour'"],
    [["core", "--agent", "gold", "--category", "yellow"], "No scenario has the category 'yellow'. Use one of budget"],
    [["nowhere", "--agent", "gold"], "There is neither a file or folder nowhere nor a shipped scenario"],
    [["show", "nowhere"], "nowhere cannot be read"],
    [["diff", "package.json", "package.json"], "package.json:1 is not a line of a journal."],
  ])("refuses %j with exit code 2", async (args, words) => {
    const { code, err, out } = await taxiway.rehearse(...args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(words);
  });
});

describe("taxiway rehearse check", () => {
  it("proves a scenario, and says in sentences what is wrong with one", async () => {
    const good = await taxiway.rehearse("check", "core/simple/one-way");
    expect(good).toMatchObject({ code: 0, out: expect.stringMatching(/^ok .*: gold passes, \d+ canaries fail/) });
    const lax = `${LONDON}canaries: [wrong-cabin]\n`;
    const bad = await taxiway.rehearse("check", file("lax.yaml", lax));
    expect(bad.code).toBe(2);
    expect(bad.out).toMatch(/The canary wrong-cabin fails by .*, and not by the check that is meant for it\./);
  });

  it("warns of a clock that passes midnight", async () => {
    const late = file("late.yaml", LONDON.replace("T09:00:00Z }", "T23:00:00Z }"));
    expect((await taxiway.rehearse("check", late)).out).toContain("pass midnight UTC");
    expect((await taxiway.rehearse("check", london())).out).not.toContain("midnight");
  });
});

describe("taxiway rehearse list", () => {
  it("names the shipped scenarios, by category if asked", async () => {
    const { out } = await taxiway.rehearse("list", "--category", "party");
    expect(out.split("\n").every((line) => /^party\/\S+ +party +\S/.test(line))).toBe(true);
  });
});
