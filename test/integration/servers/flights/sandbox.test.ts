import { describe, expect, it } from "vitest";
import { outputErrors } from "../../../../src/mcp/tools/call-tool.ts";
import { Failure } from "../../../../src/model/failure.ts";
import { FlightOption } from "../../../../src/servers/flights/flight-option.ts";
import { openSandboxShop } from "./shops.ts";

const DAY = "2027-02-10";

const failureOf = async (work: Promise<unknown>): Promise<Failure> => {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(Failure);
  return thrown as Failure;
};

describe("the flights client on the sandbox", () => {
  it("finds flights of the world, each readable again at the same price", async () => {
    const { shop, defects, waits } = openSandboxShop();
    const answer = await shop.search({
      ...{ origin: "NYC", destination: "LON", departure_date: DAY, return_date: "2027-02-17" },
      ...{ adults: 2, children: 1, infants: 1, child_ages: [5], cabin_class: "economy" },
    });
    expect(answer).toMatchObject({ source: "sandbox", cached: false });
    expect(answer.options.length).toBeGreaterThan(5);
    const real = answer.options.filter(({ airline }) => airline !== "ZZ");
    const amounts = real.map(({ total }) => total.amount);
    expect(amounts).toEqual([...amounts].sort((a, b) => a - b));
    for (const option of answer.options) {
      expect(await outputErrors(FlightOption, option)).toBeUndefined();
      expect(option.slices).toHaveLength(2);
      expect(option.duration_minutes).toBeGreaterThan(6 * 60);
      expect(option.baggage.checked.included).not.toBeNull();
    }
    const [first] = answer.options;
    expect((await shop.offer(first?.id as string)).option).toEqual(first);
    expect(waits).toEqual([]);
    expect(defects).toEqual([]);
  });

  it("lists offers of the test airline last, labelled as such", async () => {
    const { shop } = openSandboxShop();
    const { options, warnings } = await shop.search({ origin: "JFK", destination: "LHR", departure_date: DAY });
    const first = options.findIndex(({ airline }) => airline === "ZZ");
    expect(first).toBeGreaterThan(0);
    for (const option of options.slice(first)) {
      expect(option).toMatchObject({ airline: "ZZ", airline_name: "Duffel Airways (test airline)" });
      expect(option.slices[0]?.segments[0]?.airline_name).toBe("Duffel Airways (test airline)");
    }
    expect(warnings).toEqual([]);
  });

  it("says so if only the test airline has offers", async () => {
    const { shop } = openSandboxShop();
    const trip = { origin: "SBH", destination: "LKN", departure_date: DAY, max_connections: 0 } as const;
    const { options, warnings } = await shop.search(trip);
    expect(options.length).toBeGreaterThan(0);
    for (const { airline } of options) expect(airline).toBe("ZZ");
    expect(warnings).toEqual([expect.stringContaining("No airline flies this trip")]);
  });

  it("computes durations between local times as the world does", async () => {
    const { shop } = openSandboxShop();
    const { options } = await shop.search({
      origin: "SFO",
      destination: "SYD",
      departure_date: DAY,
      max_connections: 0,
    });
    expect(options.length).toBeGreaterThan(0);
    for (const { duration_minutes: minutes } of options) {
      expect(minutes).toBeGreaterThan(13 * 60);
      expect(minutes).toBeLessThan(16 * 60);
    }
  });

  it("returns the same answer on two nodes", async () => {
    const search = { origin: "JFK", destination: "LAX", departure_date: DAY } as const;
    const [one, other] = await Promise.all([
      openSandboxShop().shop.search(search),
      openSandboxShop().shop.search(search),
    ]);
    expect(one.options.length).toBeGreaterThan(0);
    expect(JSON.stringify(one.options)).toBe(JSON.stringify(other.options));
  });

  it("names the airline that flies for the one that sells", async () => {
    const { shop } = openSandboxShop();
    const { options } = await shop.search({ origin: "DEN", destination: "ASE", departure_date: DAY });
    const segments = options.flatMap(({ slices }) => slices.flatMap((slice) => slice.segments));
    const regional = segments.filter(({ airline, destination }) => airline === "UA" && destination.code === "ASE");
    expect(regional.length).toBeGreaterThan(0);
    for (const { operating_airline, operating_airline_name } of regional) {
      expect(operating_airline).toMatch(/^(OO|YX|YV|G7|C5)$/);
      expect(operating_airline_name).toMatch(/\w/);
    }
  });

  it("searches multi-city trips", async () => {
    const { shop } = openSandboxShop();
    const slices = [
      { origin: "SFO", destination: "LHR", departure_date: DAY },
      { origin: "CDG", destination: "FCO", departure_date: "2027-02-14" },
      { origin: "FCO", destination: "JFK", departure_date: "2027-02-20" },
    ];
    const { options } = await shop.searchMultiCity({ slices });
    expect(options[0]?.slices.map(({ origin }) => origin.code)).toEqual(["SFO", "CDG", "FCO"]);
  });

  it("reports an unknown airport", async () => {
    const failure = await failureOf(
      openSandboxShop().shop.search({ origin: "SFO", destination: "XXX", departure_date: DAY }),
    );
    expect(failure).toMatchObject({
      kind: "invalid",
      message: "Airport code XXX not found. Please check spelling.",
      details: { field: "destination", value: "XXX" },
    });
  });

  it.each([
    ["departure_date", { departure_date: "2031-02-10" }],
    ["return_date", { return_date: "2031-02-10" }],
  ])("reports the wrong field: %s", async (field, change) => {
    const search = { origin: "SFO", destination: "JFK", departure_date: DAY, ...change };
    const failure = await failureOf(openSandboxShop().shop.search(search));
    expect(failure).toMatchObject({ kind: "invalid", details: { field } });
  });

  it("returns an empty result at once where there are no flights", async () => {
    const { shop, waits } = openSandboxShop();
    const answer = await shop.search({ origin: "PVD", destination: "RAI", departure_date: DAY });
    expect(answer).toMatchObject({ options: [], reason: expect.stringContaining("No flights found from PVD to RAI") });
    expect(waits).toEqual([]);
  });

  it("retries a search that times out, and then reports it", async () => {
    const { shop, waits } = openSandboxShop();
    const failure = await failureOf(shop.search({ origin: "STN", destination: "LHR", departure_date: DAY }));
    expect(failure.kind).toBe("unavailable");
    expect(waits).toEqual([250, 500, 1000]);
  });

  it("reports that an offer has expired", async () => {
    const { shop } = openSandboxShop();
    const { options } = await shop.search({ origin: "LGW", destination: "LHR", departure_date: DAY });
    const failure = await failureOf(shop.offer(options[0]?.id as string));
    expect(failure.kind).toBe("not_found");
    expect((await failureOf(shop.offer("off_0000AEdGRhtp5AUUdJqW"))).kind).toBe("not_found");
  });
});
