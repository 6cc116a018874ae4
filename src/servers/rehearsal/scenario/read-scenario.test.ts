import { describe, expect, it } from "vitest";
import { readScenario } from "./read-scenario.ts";

const VALID = `scenario: 1
id: simple/london
title: The cheapest nonstop flight to London
category: simple
clock: { start: 2027-01-04T09:00:00Z, tick: 20s }
brief: |
  Book me a nonstop flight. Today is {{today}}.
gold: { solve: cheapest-flight, from: NYC, to: LON, on: 2027-03-10, nonstop: true,
        passengers: [{ type: adult, firstName: Ada, lastName: Lovelace }], contact: ada@example.com }
end:
  bookings:
    - as: trip
      status: confirmed
      flights: [{ from: NYC, to: LON, date: 2027-03-10, arrive: { before: 2027-03-11T10:00 } }]
      total: { atMost: $gold.total }
said: [{ pnr: $trip.pnr }, { amount: $trip.total }]
`;

const refusal = async (text: string): Promise<{ message: string; details: Record<string, unknown> }> => {
  try {
    await readScenario(text);
  } catch (error) {
    return error as never;
  }
  throw new Error("the scenario was read");
};

describe("readScenario", () => {
  it("reads YAML, and the same scenario as JSON with another order of fields has the same digest", async () => {
    const scenario = await readScenario(VALID);
    expect(scenario).toMatchObject({ id: "simple/london", clock: { start: "2027-01-04T09:00:00Z" } });
    const { digest, ...file } = scenario;
    const json = JSON.stringify(Object.fromEntries(Object.entries(file).toReversed()));
    expect((await readScenario(json)).digest).toBe(digest);
  });

  it.each([
    ["an unknown field", VALID.replace("category:", "categroy:"), 4, "categroy"],
    ["a value of the wrong type", VALID.replace("tick: 20s", "tick: soon"), 5, "clock.tick"],
    [
      "a field of a list entry",
      VALID.replace("from: NYC, to: LON, date", "form: NYC, to: LON, date"),
      14,
      "end.bookings[0].flights[0].form",
    ],
    ["an amount of a booking that does not exist", VALID.replace("$trip.total", "$tirp.total"), 16, "said[1].amount"],
    ["an unknown placeholder of the brief", VALID.replace("{{today}}", "{{trip.pnr}}"), 6, "brief"],
    ["a pattern with a look-behind", `${VALID}never: [{ told: "(?<=x)y" }]\n`, 17, "never[0].told"],
    ["two checks in one", `${VALID}never: [{ told: x, sent: y }]\n`, 17, "never[0]"],
    ["a fault without a call", `${VALID}cues: [{ when: { start: true }, do: { fault: timeout } }]\n`, 17, "cues[0].do"],
    [
      "a cue before the start",
      `${VALID}cues: [{ when: { at: 2026-01-01T00:00:00Z }, do: { jump: 1h } }]\n`,
      17,
      "cues[0].when.at",
    ],
  ])("refuses %s with line and field", async (_, text, line, field) => {
    expect((await refusal(text)).details).toMatchObject({ line, field });
  });

  it.each([
    ["an alias", "scenario: &a 1\nid: *a\n"],
    ["an alias bomb", `a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n`],
    ["values that nest too deep", `${"[".repeat(200)}`],
    ["text that is neither", "scenario: [1\n"],
    ["two documents", `${VALID}---\n${VALID}`],
    ["a file without documents", ""],
    ["a list", "- 1\n"],
    ["a key that is a list", "? [a]\n: 1\n"],
    ["the same key twice", "id: a\nid: b\n"],
  ])("refuses %s with a line", async (_, text) => {
    const { details, message } = await refusal(text);
    expect(details["line"]).toBeGreaterThan(0);
    expect(message).toMatch(/^Line \d+: /);
  });

  it("refuses more than 256 KB before reading it", async () => {
    expect((await refusal(`${VALID}notes: ${"x".repeat(300_000)}`)).message).toContain("at most 262144 bytes");
  });

  it("refuses an end that an agent reaches by doing nothing", async () => {
    const idle = VALID.replace(/end:[\s\S]*?said:.*\n/, "end: { finish: { outcome: declined } }\n");
    expect((await refusal(idle)).details).toMatchObject({ field: "said" });
  });

  it("suggests the field that was meant", async () => {
    expect((await refusal(VALID.replace("category:", "categry:"))).message).toContain('Did you mean "category"?');
  });
});
