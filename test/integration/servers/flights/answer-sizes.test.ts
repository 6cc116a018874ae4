import { describe, expect, it } from "vitest";
import { says, startDuffelServer } from "../../../fixtures/duffel/duffel-server.ts";
import { offer, offerRequest } from "../../../fixtures/duffel/offers.ts";
import { type ToolResult, worked } from "../../../fixtures/taxiway.ts";
import { clientOf } from "./flights-client.ts";
import { openSandboxShop, openShop } from "./shops.ts";

const OUT = "2027-02-10";
const BACK = "2027-02-20";
const oneWay = (origin: string, destination: string, more: object = {}) => ({
  ...{ origin, destination, departure_date: OUT },
  ...more,
});
const bothWays = (origin: string, destination: string, more: object = {}) =>
  oneWay(origin, destination, { return_date: BACK, ...more });
const FAMILY = { adults: 2, children: 3, infants: 2, child_ages: [2, 9, 17] };
/** With warnings about assumed ages. */
const GUESSED = { adults: 3, children: 3, infants: 2 };

const SEARCHES = [
  ...[oneWay("JFK", "LAX"), oneWay("SFO", "VIE"), oneWay("LON", "TYO"), oneWay("LAX", "NBO"), oneWay("NYC", "CHI")],
  ...[bothWays("SFO", "VIE"), bothWays("DEN", "ATH"), bothWays("LAX", "NBO"), bothWays("LON", "SYD")],
  ...[bothWays("NYC", "LON", FAMILY), bothWays("SFO", "VIE", GUESSED), oneWay("SIN", "BKK", FAMILY)],
  ...[bothWays("LON", "TYO", { cabin_class: "business" }), bothWays("NYC", "PAR", { max_connections: 0 })],
  ...[bothWays("GIG", "SVO", { cabin_class: "premium_economy" }), oneWay("PVD", "RAI")],
];

const ROUND_THE_WORLD = ["SFO", "LON", "ROM", "DXB", "SIN", "SYD", "SFO"];
const tripOf = (...cities: readonly string[]) => ({
  slices: cities.slice(1).map((destination, at) => ({
    ...{ origin: cities[at], destination },
    departure_date: `2027-02-${10 + at * 3}`,
  })),
});
const TRIPS = [
  ...[tripOf("SFO", "LON", "SFO"), tripOf("NYC", "PAR", "ROM", "NYC"), tripOf(...ROUND_THE_WORLD)],
  ...[{ ...tripOf("BOI", "VIE", "BOI", "NBO", "BOI"), ...GUESSED }],
];

const structuredSize = ({ structuredContent }: ToolResult): number => JSON.stringify(structuredContent).length;
const textSize = ({ content }: ToolResult): number => (content[0]?.text ?? "").length;

const expectToFit = (result: ToolResult, about: unknown): void => {
  expect(structuredSize(result), `structured content for ${JSON.stringify(about)}`).toBeLessThanOrEqual(10_000);
  expect(textSize(result), `text for ${JSON.stringify(about)}`).toBeLessThanOrEqual(5_000);
};

const onSandbox = () => clientOf(openSandboxShop().shop, "compact");

describe("a flights answer with default arguments", () => {
  it("fits the size limit for any search, and so does each of its offers", async () => {
    const { call } = onSandbox();
    let [found, read] = [0, 0];
    for (const [name, inputs] of [["search_flights", SEARCHES] as const, ["search_multi_city", TRIPS] as const]) {
      for (const input of inputs) {
        const result = await call(name, input);
        expectToFit(result, input);
        const { options } = worked(result);
        found += options.length;
        for (const { offer_id } of options.slice(0, 2)) {
          expectToFit(await call("get_offer", { offer_id }), offer_id);
          read += 1;
        }
      }
    }
    expect(found).toBeGreaterThan(150);
    expect(read).toBeGreaterThan(30);
  });

  it("has ten offers, or five for a multi-city trip", async () => {
    const { call } = onSandbox();
    expect(worked(await call("search_flights", bothWays("SFO", "VIE")))).toMatchObject({
      result_count: 10,
      more: "40 more: max_results (at most 50), or a narrower search.",
    });
    expect(worked(await call("search_multi_city", tripOf(...ROUND_THE_WORLD))).options).toHaveLength(5);
  });

  it("fits the size limit with the longest names, ids and connections", async () => {
    const leg = (from: string, to: string, day: number) => ({
      ...{ from, to, departing: `2025-05-${day}T07:00:00`, arriving: `2025-05-${day}T09:20:00`, number: "11234" },
    });
    const ways = [
      [leg("LHR", "DUB", 10), leg("DUB", "SFO", 11), leg("SFO", "JFK", 12)],
      [leg("JFK", "SFO", 20), leg("SFO", "DUB", 21), leg("DUB", "LHR", 22)],
    ];
    const wire = Array.from({ length: 12 }, (_, at) =>
      offer({ slices: ways, id: `off_${String(at).padStart(60, "0")}`, total: "1234567.89" }),
    );
    const long = JSON.parse(JSON.stringify(wire), (key, value) =>
      key === "name" ? `${value} ${"é".repeat(300)}` : value,
    );
    const duffel = await startDuffelServer(says(201, offerRequest(long)), says(200, { data: long[0] }));
    const { call } = clientOf(openShop(duffel.url).shop, "compact");
    const search = { origin: "LHR", destination: "JFK", departure_date: "2025-05-10", return_date: "2025-05-20" };
    const result = await call("search_flights", search);
    expect(worked(result).options).toHaveLength(10);
    expectToFit(result, "long names");
    expectToFit(await call("get_offer", { offer_id: long[0].id }), "long names");
  });
});

describe("a full flights answer", () => {
  it.each([
    ["search_flights", bothWays("SFO", "VIE")],
    ["search_flights", oneWay("NYC", "CHI")],
    ["search_multi_city", tripOf(...ROUND_THE_WORLD)],
  ])("of %s is cut at 40,000 characters and says how many offers it has of how many", async (name, input) => {
    const { call } = onSandbox();
    const result = await call(name, { ...input, detail: "full", max_results: 50 });
    const { options, result_count: shown, more } = worked(result);
    expect(structuredSize(result)).toBeLessThanOrEqual(40_000);
    expect(structuredSize(result)).toBeGreaterThan(30_000);
    expect(options).toHaveLength(shown);
    expect(more).toBe(
      `${shown} of 50 fit into 40000 characters; ${50 - shown} more: detail lean, or get_offer for one of them.`,
    );
    expect(result.content[0]?.text).toContain(more);
  });

  it("is also cut there when many short options are requested", async () => {
    const { call } = onSandbox();
    const result = await call("search_multi_city", { ...tripOf(...ROUND_THE_WORLD), max_results: 50 });
    expect(structuredSize(result)).toBeLessThanOrEqual(40_000);
    expect(worked(result).more).toMatch(/^\d\d of 50 fit into 40000 characters; \d\d more: a narrower search\.$/);
  });

  it("has the weight of bags for airlines that count kilograms", async () => {
    const { call } = onSandbox();
    const { options } = worked(await call("search_flights", oneWay("SIN", "BKK", { detail: "full", max_results: 50 })));
    const bags = options.map(({ baggage }: { baggage: { checked: object } }) => baggage.checked);
    expect(bags).toContainEqual({ included: true, quantity: 1, weight_kg: expect.any(Number) });
  });
});

it("the flights server's list of tools has at most 10,000 characters", async () => {
  const { ask } = onSandbox();
  expect(JSON.stringify((await ask("tools/list", {})).result).length).toBeLessThanOrEqual(10_000);
});
