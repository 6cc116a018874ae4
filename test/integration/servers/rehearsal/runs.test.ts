import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  bookLondon,
  call,
  LONDON,
  openRehearsalServer,
  type RehearsalServer,
  request,
} from "../../../fixtures/rehearsal/rehearsal-server.ts";

const GRACE = { type: "adult", firstName: "Grace", lastName: "Hopper" };

describe.each(["memory", "lmdb"])("runs over the %s store", (store) => {
  let server: RehearsalServer;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "taxiway-test-"));
    server = await openRehearsalServer({ TAXIWAY_STORE: store, TAXIWAY_DATA_DIR: folder });
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const close = async (id: string, body: object = {}) => (await server.admin("POST", `/runs/${id}/close`, body)).body;
  const journal = async (id: string) => (await server.admin("GET", `/runs/${id}/journal`)).text;

  it("pass an agent that has nothing but the address", async () => {
    const run = await server.start(LONDON, { label: "first" });
    expect(run.brief).toMatch(/^Today is Monday, 4 January 2027\.\n\nBook a nonstop flight/);
    const pnr = await bookLondon(run.mcp_url);
    const closed = await close(run.id, { usage: { input_tokens: 1200 } });
    expect(closed).toMatchObject({
      ...{ id: run.id, scenario: "simple/london", label: "first", verdict: "pass", state: "closed" },
      ...{ calls: 3, run_seconds: 60, usage: { input_tokens: 1200 } },
    });
    expect(closed.checks.find(({ group }: { group: string }) => group === "said").found).toContain(pnr);
    expect((await server.admin("GET", `/runs/${run.id}`)).body).toEqual(closed);
    expect(await close(run.id)).toEqual(closed);
  });

  it("are errors if the harness says so, unless the agent had finished the task", async () => {
    const [one, other] = [await server.start(LONDON), await server.start(LONDON)];
    expect(await close(one.id, { error: "It crashed." })).toMatchObject({ verdict: "error", error: "It crashed." });
    await bookLondon(other.mcp_url);
    expect((await close(other.id, { error: "It crashed." })).verdict).toBe("pass");
  });

  it("fail an agent that books for another traveller", async () => {
    const run = await server.start(LONDON);
    await bookLondon(run.mcp_url, GRACE);
    const { verdict, checks } = await close(run.id);
    expect(verdict).toBe("fail");
    expect(checks.filter(({ ok }: { ok: boolean }) => !ok).map(({ name }: { name: string }) => name)).toContain(
      "end.bookings[0].passengers",
    );
  });

  it("keep one line for each call, equal for equal agents", async () => {
    const [one, other] = [await server.start(LONDON), await server.start(LONDON)];
    await bookLondon(one.mcp_url);
    await bookLondon(other.mcp_url);
    const lines = (await journal(one.id)).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { n: 1, at: "2027-01-04T09:00:00.000Z", kind: "call", tool: "searchFlights", outcome: "ok" },
      { n: 2, at: "2027-01-04T09:00:20.000Z", kind: "call", tool: "bookFlight", outcome: "ok" },
      { n: 3, at: "2027-01-04T09:00:40.000Z", kind: "said", tool: "finishTask", outcome: "ok" },
    ]);
    expect(await journal(other.id)).toBe(await journal(one.id));
  });

  it("never see each other", async () => {
    const [one, other] = [await server.start(LONDON), await server.start(LONDON)];
    const pnr = await bookLondon(one.mcp_url);
    expect((await call(other.mcp_url, "retrieveBooking", { pnr })).isError).toBe(true);
    expect((await call(other.mcp_url, "listBookings")).structuredContent.bookings).toEqual([]);
    expect((await call(`${server.base}/mcp`, "retrieveBooking", { pnr })).isError).toBe(true);
    expect((await server.admin("GET", "/bookings")).body.bookings).toEqual([]);
    expect((await server.admin("GET", "/invocations")).body.invocations).toEqual([]);
    expect(
      (await fetch(`${server.base}/metrics`).then((answer) => answer.text())).match(/r-|askTraveller/g),
    ).toBeNull();
  });

  it("refuse writes after the task was finished, and still answer reads", async () => {
    const run = await server.start(LONDON);
    const pnr = await bookLondon(run.mcp_url);
    const cancelled = await call(run.mcp_url, "cancelBooking", { pnr });
    expect(cancelled).toMatchObject({ isError: true });
    expect(cancelled.content[0]?.text).toContain("The task is finished");
    expect((await call(run.mcp_url, "retrieveBooking", { pnr })).structuredContent.status).toBe("confirmed");
  });

  it("end with their close: the address is gone, the record and the journal stay", async () => {
    const run = await server.start(LONDON);
    await call(run.mcp_url, "listBookings");
    await close(run.id, { message: "I could not find anything." });
    expect((await request(run.mcp_url, "tools/list")).status).toBe(404);
    expect((await fetch(run.mcp_url.replace(/mcp$/, "brief"))).status).toBe(404);
    expect((await journal(run.id)).trimEnd().split("\n")).toHaveLength(2);
  });
});
