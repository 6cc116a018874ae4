import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type HttpTaxiway, launchHttpTaxiway, startHttpTaxiway } from "../../../fixtures/http-taxiway.ts";
import { CLIENTS, connectOverHttp, type Flavour, type SdkMcpClient } from "../../../fixtures/mcp-clients.ts";
import { type Environment, refusal, worked } from "../../../fixtures/taxiway.ts";

// biome-ignore lint/suspicious/noExplicitAny: the tests look into whatever came back
type Answered = any;

const KEY = "duffel_test_key-that-stays-secret";
/** Live offers expire by the real clock, so these tests use the present. */
const DEPARTURE = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
const TRIP = { origin: "LHR", destination: "JFK", departure_date: DEPARTURE, cabin_class: "economy" };
const SETTINGS: Environment = { TAXIWAY_STORE: "memory", CLOCK: "system", LOG_LEVEL: "debug" };

/** A server in place of the real Duffel. */
let duffel: HttpTaxiway;
beforeAll(async () => {
  duffel = await launchHttpTaxiway(SETTINGS);
});
afterAll(async () => void (await duffel.stop()));

const startLive = (key: string, port = duffel.port) =>
  startHttpTaxiway({ ...SETTINGS, DUFFEL_API_KEY: key, DUFFEL_API_URL: `http://127.0.0.1:${port}/duffel/` });

const connect = async ({ url }: HttpTaxiway, server: "flights" | "gds"): Promise<SdkMcpClient> => {
  const client = await connectOverHttp(CLIENTS["the v2 client, modern"] as Flavour, `${url}/${server}`);
  onTestFinished(() => client.close());
  return client;
};

const call = (client: SdkMcpClient, name: string, input: object) => client.callTool({ name, arguments: input });
const search = async (client: SdkMcpClient, more: object = {}): Promise<Answered> =>
  worked(await call(client, "search_flights", { ...TRIP, ...more }));

/** All places where the key could appear. */
const everythingSaidBy = async (taxiway: HttpTaxiway): Promise<string> => {
  const pages = await Promise.all(
    ["health", "metrics"].map(async (page) => (await fetch(`http://127.0.0.1:${taxiway.port}/${page}`)).text()),
  );
  return [taxiway.stdout(), taxiway.stderr(), ...pages].join("\n");
};

describe("the flights server with a Duffel key", () => {
  it("searches the key's environment, names it, and never shows the key", async () => {
    const taxiway = await startLive(KEY);
    const client = await connect(taxiway, "flights");
    await client.listTools();
    const found = await search(client);
    expect(found).toMatchObject({ source: "live", cached: false });
    expect(found.warnings.join(" ")).toContain("test key");
    const [option] = found.options;
    const read = worked(await call(client, "get_offer", { offer_id: option.offer_id }));
    expect(read).toMatchObject({ source: "live", offer: { offer_id: option.offer_id, price: option.price } });
    expect((await search(client)).cached).toBe(true);

    const lost = await call(client, "search_flights", { ...TRIP, destination: "XXX" });
    expect(refusal(lost)).toMatchObject({
      message: "Airport code XXX not found. Please check spelling.",
      data: { field: "destination" },
    });
    const desk = await connect(taxiway, "gds");
    const booking = await call(desk, "bookFlight", {
      flightIds: [option.offer_id],
      passengers: [{ type: "adult", firstName: "Amelia", lastName: "Earhart" }],
      contactEmail: "amelia@example.com",
    });
    expect(refusal(booking).data).toMatchObject({ field: "flightIds[0]", value: option.offer_id });

    const said = [found, read, lost, booking].map((answer) => JSON.stringify(answer)).join("\n");
    for (const text of [said, await everythingSaidBy(taxiway), await everythingSaidBy(duffel)]) {
      expect(text).not.toContain(KEY);
      expect(text).not.toContain("key-that-stays");
    }
    expect(taxiway.stderr()).toContain('"Tool invocation success"');
  });

  it("explains a rejected key without showing it", async () => {
    const key = "duffel_live_that-has-no-business-there";
    const taxiway = await startLive(key);
    const client = await connect(taxiway, "flights");
    const refused = await call(client, "search_flights", TRIP);
    expect(refusal(refused).data?.["hint"]).toContain("DUFFEL_API_KEY");
    expect(JSON.stringify(refused)).not.toContain("no-business");
    expect(await everythingSaidBy(taxiway)).not.toContain("no-business");
  });

  it("marks stale offers when Duffel is unavailable", async () => {
    const doomed = await startHttpTaxiway(SETTINGS);
    const client = await connect(await startLive(KEY, doomed.port), "flights");
    const found = await search(client);
    await doomed.stop();
    const stale = await search(client, { refresh: true });
    expect(stale).toMatchObject({ source: "live", cached: true, stale: true, options: found.options });
    expect(stale.stale_age_seconds).toBeGreaterThanOrEqual(0);
    expect(stale.warnings.join(" ")).toMatch(/ ago; prices may have changed/);
    const unknown = await call(client, "search_flights", { ...TRIP, origin: "LGW" });
    expect(refusal(unknown).message).toMatch(/Duffel/);
    expect(JSON.stringify(unknown)).not.toMatch(/127\.0\.0\.1|ECONN/);
  });
});
