import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  call,
  LONDON,
  openRehearsalServer,
  type RehearsalServer,
  request,
} from "../../../fixtures/rehearsal/rehearsal-server.ts";

let server: RehearsalServer;
beforeAll(async () => {
  server = await openRehearsalServer({ LOG_LEVEL: "debug" });
});
afterAll(() => server.close());

const SEARCH = { origin: "NYC", destination: "LON", departureDate: "2027-03-10", maxConnections: 0 };
const times = (count: number, text: string): string => Array.from({ length: count }, () => text).join(", ");
const startsAt = (instant: string): string => LONDON.replace("2027-01-04T09:00:00Z", instant);
const journal = async (id: string) => {
  const { text } = await server.admin("GET", `/runs/${id}/journal`);
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
};
const close = (id: string) => server.admin("POST", `/runs/${id}/close`);

describe("a scenario that is refused with its line and field", () => {
  const given = (booking: string) => `given: { bookings: [{ as: trip1, contact: a@b.example, ${booking} }] }\n`;
  const ADA = "passengers: [{ type: adult, firstName: Ada, lastName: Lovelace }]";
  const leg = "{ flight: BA174, date: 2027-03-10, from: NYC, to: LON }";

  it.each([
    ["the prototype of objects", "__proto__: { polluted: 1 }\n", "__proto__"],
    [
      "a tool of the prototype",
      "cues: [{ when: { after: { tool: constructor } }, do: { jump: 1h } }]\n",
      "cues[0].when",
    ],
    [
      "patterns that grow when they are repeated",
      'traveller: { facts: [{ id: a, asked: ["((a{1,100}){1,100}){1,100}"], answer: a }] }\n',
      "traveller.facts[0].asked[0]",
    ],
    [
      "more patterns than a call should wait for",
      `traveller: { facts: [{ id: a, asked: [${times(200, '"x{1,1000}y"')}], answer: a }] }\n`,
      "traveller.facts[0].asked[",
    ],
    [
      "a second trigger whose pattern cannot be read",
      'cues: [{ when: { start: true, and: { said: "(" } }, do: { jump: 1h } }]\n',
      "cues[0].when.and.said",
    ],
    [
      "a trigger about extras whose pattern cannot be read",
      'cues: [{ when: { booked: { extras: [{ what: "(" }] } }, do: { jump: 1h } }]\n',
      "cues[0].when.booked.extras[0].what",
    ],
    [
      "more actions than a call should wait for",
      `cues: [${times(64, `{ when: { start: true }, do: [${times(16, "{ jump: 1h }")}] }`)}]\n`,
      "cues",
    ],
    ["a price that is no number", `world: [{ from: NYC, price: "=$${"9".repeat(400)}" }]\n`, "world[0].price"],
    ["a booking of a thousand flights", given(`flights: [${times(1_000, leg)}], ${ADA}`), "given.bookings[0].flights"],
  ])("because of %s", async (_, lines, field) => {
    const { status, body } = await server.admin("POST", "/runs", { inline: LONDON + lines });
    expect([status, body.error.field]).toEqual([400, expect.stringContaining(field)]);
    expect(body.error.line).toBeGreaterThan(5);
  });

  it.each([
    ["a flight that is not there", `flights: [nonsense], ${ADA}`],
    ["a file as hotel", `hotels: ["../../etc/passwd"], ${ADA}`],
    ["the prototype as car", `cars: ["__proto__"], ${ADA}`],
    ["nobody to travel", "flights: [nonsense], passengers: []"],
    ["nothing at all", ADA],
  ])("because a given booking cannot be made: %s", async (_, booking) => {
    const { status, body } = await server.admin("POST", "/runs", { inline: LONDON + given(booking) });
    expect([status, body.error.field]).toEqual([400, "given.bookings[0]"]);
    expect(body.error.message).toMatch(/^given\.bookings\[0\] cannot be made/);
  });

  it("because its time ends before it starts, or is none", async () => {
    for (const clock of ["2027-01-04T09:00:00Z, end: 2027-01-04T08:00:00Z", "2027-02-30T09:00:00Z", "9999-13-01"]) {
      expect((await server.admin("POST", "/runs", { inline: startsAt(clock) })).body.error.field).toMatch(/^clock/);
    }
  });

  it("and is never read from a file", async () => {
    for (const body of [{ scenario: "../../../etc/passwd" }, { scenario: "/etc/passwd" }, { inline: "/etc/passwd" }]) {
      const { status, text } = await server.admin("POST", "/runs", body);
      expect([400, 404]).toContain(status);
      expect(text).not.toContain("root:");
    }
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
});

describe("cues without end", () => {
  const always = (action: string) =>
    `${LONDON}limits: { calls: 2000 }\ncues: [${times(10, `{ when: { start: true }, do: [${times(10, action)}], once: false }`)}]\n`;

  it("act a thousand times in a run, and no more", async () => {
    const run = await server.start(always("{ override: { from: NYC, price: +1% } }"));
    for (let i = 0; i < 15; i++) await call(run.mcp_url, "searchFlights", SEARCH);
    const cues = (await journal(run.id)).filter(({ kind }) => kind === "cue");
    expect(cues).toHaveLength(1_001);
    expect(cues.at(-1).summary).toMatch(/act no more/);
    expect((await close(run.id)).status).toBe(200);
  });

  it("let time pass to the end of the calendar, and no further", async () => {
    const run = await server.start(always("{ jump: 999999d }"));
    for (let i = 0; i < 3; i++) expect((await call(run.mcp_url, "searchFlights", SEARCH)).isError).toBe(true);
    const lines = await journal(run.id);
    expect(lines.at(-1)).toMatchObject({ at: "9999-12-31T23:59:59.000Z", tool: "searchFlights", outcome: "refused" });
    expect((await close(run.id)).body.verdict).toBe("fail");
    expect(server.logged()).not.toContain("RangeError");
  });

  it("raise prices to what is still a number", async () => {
    const run = await server.start(always("{ override: { from: NYC, price: +999% } }"));
    const { structuredContent: found } = await call(run.mcp_url, "searchFlights", SEARCH);
    for (const { price } of found.flights) expect(Number.isSafeInteger(price)).toBe(true);
    expect(JSON.stringify(found)).not.toMatch(/NaN|∞|Infinity/);
    await close(run.id);
  });

  it("that disrupt every given booking leave each with one change of a kind", async () => {
    const probe = await server.start(LONDON);
    const { structuredContent: found } = await call(probe.mcp_url, "searchFlights", SEARCH);
    const { flightIds, flightNumber } = found.flights[0];
    const given = ["Ada", "Grace", "Mary"].map(
      (firstName, i) =>
        `{ as: b${i}, flights: [${flightIds[0]}], passengers: [{ type: adult, firstName: ${firstName}, lastName: Doe }], contact: a@b.example }`,
    );
    const retime = `{ airline: { retime: ${flightNumber}, date: 2027-03-10, minutes: 1000000000000000 } }`;
    const cancel = `{ airline: { cancel: ${flightNumber}, date: 2027-03-10 } }`;
    const run = await server.start(
      `${LONDON}given: { bookings: [${given.join(", ")}] }\ncues: [${times(10, `{ when: { start: true }, do: [${retime}, ${cancel}], once: false }`)}]\n`,
    );
    for (let i = 0; i < 3; i++) {
      const { content } = await call(run.mcp_url, "listBookings");
      expect(content[0]?.text?.match(/ \| \d+ open notices?/g)).toEqual(Array(3).fill(" | 1 open notice"));
    }
    for (const { id } of [probe, run]) expect((await close(id)).status).toBe(200);
  });
});

describe("a scenario that cannot be solved", () => {
  it.each(["9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z", "2999-01-01T00:00:00Z"])(
    "because it starts at %s can be played, closed, and is invalid",
    async (instant) => {
      const run = await server.start(startsAt(instant));
      expect((await call(run.mcp_url, "searchFlights", SEARCH)).isError).toBe(true);
      expect((await close(run.id)).body).toMatchObject({ state: "closed", verdict: "invalid" });
      expect((await request(run.mcp_url, "tools/list")).status).toBe(404);
    },
  );
});
