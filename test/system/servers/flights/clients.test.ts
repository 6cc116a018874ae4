import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { type HttpTaxiway, launchHttpTaxiway, startHttpTaxiway } from "../../../fixtures/http-taxiway.ts";
import {
  CLIENTS,
  connectClient,
  connectOverHttp,
  type Flavour,
  type SdkMcpClient,
} from "../../../fixtures/mcp-clients.ts";
import { type CheckResult, createResultCheck } from "../../../fixtures/result-checks.ts";
import { refusal, worked } from "../../../fixtures/taxiway.ts";
import { startValkey } from "../../../fixtures/valkey.ts";
import { connectDuffel, orderFor } from "../../sandboxes/duffel/duffel-client.ts";

// biome-ignore lint/suspicious/noExplicitAny: the tests look into whatever came back
type Answered = any;

const OUT = "2027-01-15";
const BACK = "2027-01-22";
const TRIP = { origin: "SFO", destination: "CDG", departure_date: OUT, cabin_class: "business" };
const MEMORY = { TAXIWAY_STORE: "memory" };
const [V1, LEGACY, MODERN] = ["the v1 SDK client", "the v2 client, legacy", "the v2 client, modern"].map(
  (name) => CLIENTS[name],
) as [Flavour, Flavour, Flavour];

const flightsAt = async ({ url }: HttpTaxiway, flavour = MODERN): Promise<SdkMcpClient> => {
  const client = await connectOverHttp(flavour, `${url}/flights`);
  onTestFinished(() => client.close());
  return client;
};

const search = async (client: SdkMcpClient, input: object): Promise<Answered> =>
  worked(await client.callTool({ name: "search_flights", arguments: input }));

/** Uses everything in the flights server, with a client that checks results, and checks them again. */
const walk = async (client: SdkMcpClient): Promise<void> => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["search_flights", "get_offer", "search_multi_city"]);
  const fits: CheckResult = createResultCheck(tools);
  const call = async (name: string, input: object) => fits(name, await client.callTool({ name, arguments: input }));

  const there = worked(await call("search_flights", TRIP));
  expect(there).toMatchObject({ source: "sandbox", result_count: there.options.length });
  expect(there.options.length).toBeGreaterThan(0);
  expect(there.options.length).toBeLessThanOrEqual(10);
  const [option] = there.options;
  expect(option).toMatchObject({ departure: { airport: "SFO", date: OUT }, arrival: { airport: "CDG" } });
  expect(option.price.amount).toBe(Math.min(...there.options.map(({ price }: Answered) => price.amount)));

  const trip = { ...TRIP, return_date: BACK, cabin_class: "economy", adults: 2 };
  const both = worked(await call("search_flights", trip));
  for (const way of both.options) {
    expect([way.departure.date, way.return.departure.date]).toEqual([OUT, BACK]);
  }
  const full = worked(await call("search_flights", { ...trip, detail: "full" }));
  expect(full.options[0]).toMatchObject({
    ...{ offer_id: both.options[0].offer_id, total: both.options[0].price, origin: { code: "SFO" } },
    slices: [{ segments: expect.any(Array) }, { segments: expect.any(Array) }],
  });
  const { offer_id, price } = both.options[0];
  for (const detail of ["lean", "full"]) {
    expect(worked(await call("get_offer", { offer_id, detail }))).toMatchObject({
      source: "sandbox",
      offer: { offer_id, price },
    });
  }

  const slices = [
    { origin: "SFO", destination: "LON", departure_date: OUT },
    { origin: "LON", destination: "NYC", departure_date: "2027-01-19" },
    { origin: "NYC", destination: "SFO", departure_date: BACK },
  ];
  const tour = worked(await call("search_multi_city", { slices }));
  expect(tour.options[0].onward).toHaveLength(2);

  const lost = await call("search_flights", { origin: "XXX", destination: "CDG", departure_date: OUT });
  expect(refusal(lost)).toMatchObject({
    message: "Airport code XXX not found. Please check spelling.",
    data: { field: "origin", value: "XXX" },
  });
  const gone = await call("get_offer", { offer_id: "off_0000nobody" });
  expect(refusal(gone).data).toMatchObject({ field: "offer_id" });
};

describe("the flights server over HTTP", () => {
  let taxiway: HttpTaxiway;
  beforeAll(async () => {
    taxiway = await launchHttpTaxiway({ ...MEMORY, RATE_LIMIT_ENABLED: "false", LOG_LEVEL: "info" });
  });
  afterAll(async () => void (await taxiway.stop()));

  it.each(Object.entries(CLIENTS))("serves %s", async (_name, flavour) => {
    await walk(await flightsAt(taxiway, flavour));
  });

  it("caches a search for half an hour, and refreshes it on request", async () => {
    const client = await flightsAt(taxiway, LEGACY);
    const trip = { ...TRIP, departure_date: "2027-01-20" };
    const first = await search(client, trip);
    const second = await search(client, trip);
    const fresh = await search(client, { ...trip, refresh: true });
    expect([first, second, fresh].map(({ cached }) => cached)).toEqual([false, true, false]);
    expect(second.options).toEqual(first.options);
    expect(fresh.options).toEqual(first.options);
    const other = await search(client, { ...trip, max_connections: 0 });
    expect(other.cached).toBe(false);
  });

  it("finds offers that its account can order from the Duffel sandbox, and the GDS cannot book", async () => {
    const [option] = (await search(await flightsAt(taxiway), TRIP)).options;
    const duffel = await connectDuffel(taxiway, "duffel_test_taxiway");
    const { data: offer } = await duffel.offers.get(option.offer_id);
    expect(Number(offer.total_amount)).toBe(option.price.amount);
    const { data: order } = await duffel.orders.create(orderFor(offer));
    const desk = await connectOverHttp(MODERN, taxiway.url);
    onTestFinished(() => desk.close());
    const pnr = order.booking_reference;
    const booked = worked(await desk.callTool({ name: "retrieveBooking", arguments: { pnr } }));
    expect(booked.flights[0].departureTime).toContain(`${option.departure.date}T${option.departure.time}`);
    const input = {
      flightIds: [option.offer_id],
      passengers: [{ type: "adult", firstName: "Ada", lastName: "Lovelace" }],
    };
    const refused = await desk.callTool({
      name: "bookFlight",
      arguments: { ...input, contactEmail: "ada@example.com" },
    });
    expect(refusal(refused).message).toContain("belongs to the flights server");
  });

  it("merges equal concurrent searches into one", async () => {
    const clients = await Promise.all([V1, LEGACY, MODERN].map((flavour) => flightsAt(taxiway, flavour)));
    const trip = { ...TRIP, departure_date: "2027-01-21" };
    const answers = await Promise.all(clients.flatMap((client) => [search(client, trip), search(client, trip)]));
    for (const { options } of answers) expect(options).toEqual(answers[0].options);
    const operations = new Set(answers.map(({ operation_id }) => operation_id));
    const lines = () =>
      taxiway
        .stderr()
        .split("\n")
        .filter((line) => line.startsWith("{"))
        .map((line) => JSON.parse(line))
        .filter(({ operationId }) => operations.has(operationId));
    await vi.waitFor(() => expect(lines()).toHaveLength(answers.length));
    expect(lines().filter(({ event }) => event === "Tool invocation success")).toHaveLength(1);
  });
});

it.each([
  ["the v1 SDK client", V1],
  ["the v2 client, modern", MODERN],
])("the flights server on stdio serves %s", async (_name, flavour) => {
  const client = await connectClient(flavour, MEMORY, ["--server", "flights"]);
  onTestFinished(() => client.close());
  await walk(client);
});

it("nodes share cached flight searches", async () => {
  const valkey = await startValkey({ appendonly: "no" });
  onTestFinished(valkey.stop);
  const nodes = await Promise.all([1, 2].map(() => startHttpTaxiway({ VALKEY_URL: valkey.url })));
  const [here, there] = (await Promise.all(nodes.map((node) => flightsAt(node)))) as [SdkMcpClient, SdkMcpClient];
  const found = await search(here, TRIP);
  const known = await search(there, TRIP);
  expect([found.cached, known.cached]).toEqual([false, true]);
  expect(known.options).toEqual(found.options);
  expect(known.fetched_at).toBe(found.fetched_at);
  const offer = { name: "get_offer", arguments: { offer_id: found.options[0].offer_id } };
  expect(worked(await there.callTool(offer)).offer.price).toEqual(found.options[0].price);
});
