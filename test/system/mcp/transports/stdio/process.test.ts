import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { environmentOf, MAIN, refusal, startTaxiway, worked } from "../../../../fixtures/taxiway.ts";
import { temporaryFolder } from "../../../../fixtures/temporary-folder.ts";

const MEMORY = { TAXIWAY_STORE: "memory" };
const version = JSON.parse(readFileSync(new URL("../../../../../package.json", import.meta.url), "utf8"))
  .version as string;

const GUEST = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" };
const STAY = { cityCode: "LON", checkInDate: "2027-01-12", checkOutDate: "2027-01-14" };

const isMessage = (line: string): boolean => line.startsWith('{"jsonrpc":"2.0",') && JSON.parse(line) !== null;

/** Runs a process without a client until it ends. */
const run = (env: Record<string, string>, ...args: string[]) =>
  new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(process.execPath, [MAIN, ...args], { env: environmentOf(env) }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
    onTestFinished(() => void child.kill("SIGKILL"));
  });

describe("stdout in stdio mode", () => {
  it("carries only JSON-RPC, even if libraries print", async () => {
    const noise = `process.on("SIGUSR2", () => {
      console.log("noise");
      console.info("{}");
      process.stdout.write("more noise\\n");
    });`;
    const taxiway = startTaxiway({
      ...MEMORY,
      LOG_LEVEL: "debug",
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(noise)}`,
    });
    await taxiway.ask("ping");
    taxiway.child.kill("SIGUSR2");
    const said = () => taxiway.stderr() + taxiway.lines.join("\n");
    while (!said().includes("more noise")) await taxiway.call("searchHotels", STAY);
    await taxiway.close();
    expect(taxiway.lines.length).toBeGreaterThan(0);
    expect(taxiway.lines.filter((line) => !isMessage(line))).toEqual([]);
  });
});

describe("a store that cannot be opened", () => {
  it("is reported to the call in progress before the process ends", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "taxiway.mdb"), "this is the file of another program, not a store");
    const taxiway = startTaxiway({ TAXIWAY_DATA_DIR: folder });
    const answer = await taxiway.call("retrieveBooking", { pnr: "TEST-ABC234" });
    expect(refusal(answer)).toMatchObject({
      message: "The store cannot be opened.",
      data: { carriedOut: false, retryable: true },
    });
    expect((await taxiway.exited).code).toBe(1);
    expect(taxiway.stderr()).toContain(join(folder, "taxiway.mdb"));
    expect(JSON.stringify(answer)).not.toContain(folder);
  });
});

describe("the end of stdin", () => {
  it("ends the process with exit code 0", async () => {
    const taxiway = startTaxiway({ TAXIWAY_DATA_DIR: temporaryFolder() });
    await taxiway.ask("tools/list");
    expect(await taxiway.close()).toEqual({ code: 0, signal: null });
    expect(taxiway.stderr()).toBe("");
  });

  it("does not wait for a call of a minute", async () => {
    const taxiway = startTaxiway({ ...MEMORY, MOCK_RESPONSE_DELAY: "60000" });
    const abandoned = taxiway.call("searchHotels", STAY).catch((error: Error) => error.message);
    await taxiway.ask("ping");
    expect(await taxiway.close()).toEqual({ code: 0, signal: null });
    expect(await abandoned).toContain("Taxiway ended (0)");
  });

  it("is handled after all earlier requests are answered and durable", async () => {
    const env = { TAXIWAY_DATA_DIR: temporaryFolder() };
    const taxiway = startTaxiway(env);
    const { hotels } = worked(await taxiway.call("searchHotels", { ...STAY, maxResults: 100 }));
    const available = hotels.filter(({ status }: { status: string }) => status === "available").slice(0, 8);
    const answers = available.map(({ id }: { id: string }) =>
      taxiway.call("bookHotel", { hotelId: id, guests: [GUEST] }),
    );
    const { code } = await taxiway.close();
    expect(code).toBe(0);
    const bookings = (await Promise.all(answers)).map(worked);
    expect(new Set(bookings.map(({ pnr }) => pnr)).size).toBe(8);

    const next = startTaxiway(env);
    for (const { pnr } of bookings) {
      expect(worked(await next.call("retrieveBooking", { pnr }))).toMatchObject({ pnr, status: "confirmed" });
    }
    const { sessionId } = bookings[0];
    expect(worked(await next.call("listBookings", { sessionId })).resultCount).toBe(8);
  });

  it("completes a last line without a line break", async () => {
    const taxiway = startTaxiway(MEMORY);
    taxiway.child.stdin?.end('{"jsonrpc":"2.0","id":"last","method":"ping"}');
    expect((await taxiway.exited).code).toBe(0);
    expect(taxiway.lines).toEqual(['{"jsonrpc":"2.0","id":"last","result":{}}']);
  });

  it.each(["SIGTERM", "SIGINT"] as const)("can also be a %s", async (signal) => {
    const taxiway = startTaxiway({ TAXIWAY_DATA_DIR: temporaryFolder() });
    await taxiway.ask("ping");
    taxiway.child.kill(signal);
    expect(await taxiway.exited).toEqual({ code: 0, signal: null });
  });

  it("is detected when the client stops reading and exits", async () => {
    const taxiway = startTaxiway(MEMORY);
    await taxiway.ask("ping");
    taxiway.child.stdout?.destroy();
    for (let i = 0; i < 50; i++) taxiway.send(JSON.stringify({ jsonrpc: "2.0", id: `x${i}`, method: "tools/list" }));
    expect((await taxiway.exited).code).toBe(0);
  });
});

describe("a hostile line on stdin", () => {
  const deep = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;
  const request = (more: object): string => JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", ...more });

  it.each([
    [
      "a line of 10 MB",
      `{"jsonrpc":"2.0","id":"x","method":"ping","params":{"x":"${"x".repeat(10 * 1024 * 1024)}"}}`,
      -32600,
    ],
    ["broken JSON", '{"jsonrpc":"2.0","id":', -32700],
    ["no JSON at all", "GET / HTTP/1.1", -32700],
    ["bytes that are no text", "\u0000\u0001\ufffd", -32700],
    ["a batch", `[${request({})},${request({ id: 2 })}]`, -32600],
    ["an empty batch", "[]", -32600],
    ["deep nesting", `{"jsonrpc":"2.0","id":"x","method":"ping","params":{"x":${deep(200_000)}}}`, -32600],
    ["a bare number", "42", -32600],
    ["null", "null", -32600],
    ["an id that is an object", request({ id: {} }), -32600],
  ])("is rejected, and the process continues: %s", async (_name, line, code) => {
    const taxiway = startTaxiway(MEMORY);
    taxiway.send(line);
    expect(await taxiway.unasked()).toMatchObject({ id: null, error: { code } });
    expect((await taxiway.ask("ping")).result).toEqual({});
    expect(worked(await taxiway.call("searchHotels", STAY)).resultCount).toBeGreaterThan(0);
    await taxiway.close();
    expect(taxiway.stderr()).toBe("");
  });

  it("with wrong types is rejected under its id", async () => {
    const taxiway = startTaxiway(MEMORY);
    const codeOf = async (method: string, params?: object) => (await taxiway.ask(method, params)).error?.code;
    expect(await codeOf("tools/call", { name: 42 })).toBe(-32602);
    expect(await codeOf("tools/call", { name: "searchFlight", arguments: {} })).toBe(-32602);
    expect(await codeOf("tools/call", { name: "searchFlights", arguments: [] })).toBe(-32602);
    expect(await codeOf("tools/call", { name: "__proto__", arguments: {} })).toBe(-32602);
    expect(await codeOf("tools/call")).toBe(-32602);
    expect(await codeOf("tools/list", { cursor: "made up" })).toBe(-32602);
    expect(await codeOf("resources/read", { uri: 7 })).toBe(-32602);
    expect(await codeOf("resources/read", { uri: "gds://mock-data/airports/%E0%A4%A" })).toBe(-32002);
    expect(await codeOf("no/such/method")).toBe(-32601);
    expect(await codeOf("ping")).toBeUndefined();
  });

  it("does not delay others: a thousand pings in one write are answered in order", async () => {
    const taxiway = startTaxiway(MEMORY);
    const answers = await Promise.all(Array.from({ length: 1000 }, () => taxiway.ask("ping")));
    expect(answers.every(({ result }) => result !== undefined)).toBe(true);
    expect(taxiway.lines.map((line) => JSON.parse(line).id)).toEqual(answers.map(({ id }) => id));
  });
});

describe("a failing start", () => {
  it("lists every problem in one message, on stderr, and exits with 1", async () => {
    const { code, stdout, stderr } = await run(
      { TAXIWAY_STORE: "paper", CLOCK: "yesterday", PNR_TTL_HOURS: "-1", LOG_LEVEL: "loud", VALKEY_PORT: "x" },
      "--sede=1",
    );
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    for (const name of [
      "TAXIWAY_STORE=paper",
      "CLOCK=yesterday",
      "PNR_TTL_HOURS=-1",
      "LOG_LEVEL=loud",
      "VALKEY_PORT=x",
      "--sede",
    ]) {
      expect(stderr).toContain(name);
    }
    expect(stderr.match(/cannot start/g)).toHaveLength(1);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it("reports a data folder that is a file", async () => {
    const file = join(temporaryFolder(), "taken");
    writeFileSync(file, "");
    const { code, stdout, stderr } = await run({ TAXIWAY_DATA_DIR: file });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(file);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it("reports a data folder that cannot be created", async () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o500);
    // Permissions do not stop root; the kernel's own file system does.
    const path = process.getuid?.() === 0 ? "/sys/taxiway" : join(folder, "data");
    const { code, stdout, stderr } = await run({ TAXIWAY_DATA_DIR: path });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(path);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it("reports an unreachable Valkey", async () => {
    const { code, stdout, stderr } = await run({ VALKEY_URL: `valkey://:secret@127.0.0.1:${await closedPort()}` });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/Valkey/);
    expect(stderr).not.toContain("secret");
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it("does not wait for a Valkey that accepts connections and never answers", async () => {
    const silent = createServer(() => undefined).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as { port: number };
    const { code, stderr } = await run({ VALKEY_URL: `valkey://127.0.0.1:${port}` });
    silent.close();
    expect(code).toBe(1);
    expect(stderr).toMatch(/Valkey/);
  });
});

describe("the command line on a terminal", () => {
  it("has help that names every setting", async () => {
    const { code, stdout, stderr } = await run({}, "--help");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const name of ["TAXIWAY_STORE", "MOCK_DATA_SEED", "PNR_TTL_HOURS", "--seed", "--version"]) {
      expect(stdout).toContain(name);
    }
  });

  it("prints the version", async () => {
    expect(await run({}, "--version")).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });

  it("explains in two lines what it is waiting for", async () => {
    const folder = temporaryFolder();
    const command = `"${process.execPath}" "${MAIN}" 2>"${join(folder, "stderr")}" >"${join(folder, "stdout")}"`;
    const terminal = spawn("script", ["--quiet", "--return", "--command", command, join(folder, "typescript")], {
      env: environmentOf(MEMORY),
      stdio: ["pipe", "ignore", "ignore"],
    });
    const exited = once(terminal, "exit");
    onTestFinished(() => void terminal.kill("SIGKILL"));
    const said = () => readFileSync(join(folder, "stderr"), { encoding: "utf8", flag: "a+" });
    while (said().split("\n").length < 3) await new Promise((resolve) => setTimeout(resolve, 20));
    terminal.stdin.write("\u0004");
    await exited;
    expect(said().trimEnd().split("\n")).toHaveLength(2);
    expect(said()).toMatch(/waiting for an MCP client/);
    expect(said()).toMatch(/claude mcp add/);
    expect(said()).toMatch(/"mcpServers"/);
    expect(readFileSync(join(folder, "stdout"), "utf8")).toBe("");
  });
});

const closedPort = async (): Promise<number> => {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  return port;
};
