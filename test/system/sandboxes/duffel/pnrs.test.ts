import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type HttpTaxiway, launchHttpTaxiway, startHttpTaxiway } from "../../../fixtures/http-taxiway.ts";
import { CLIENTS, connectOverHttp, type Flavour, type SdkMcpClient } from "../../../fixtures/mcp-clients.ts";
import { type Environment, refusal, worked } from "../../../fixtures/taxiway.ts";
import { temporaryFolder } from "../../../fixtures/temporary-folder.ts";
import { startValkey } from "../../../fixtures/valkey.ts";
import {
  type Answered,
  balance,
  connectDuffel,
  DEPARTURE,
  flexibleOffer,
  holdFor,
  orderFor,
  SETTINGS,
} from "./duffel-client.ts";

/** A caller of the booking tools over MCP. */
const atTheDesk = async ({ url }: HttpTaxiway): Promise<SdkMcpClient> => {
  const client = await connectOverHttp(CLIENTS["the v2 client, legacy"] as Flavour, url);
  onTestFinished(() => client.close());
  return client;
};

const call = async (desk: SdkMcpClient, name: string, input: object): Promise<Answered> =>
  worked(await desk.callTool({ name, arguments: input }));

describe("a Duffel order as a PNR", () => {
  let taxiway: HttpTaxiway;
  beforeAll(async () => {
    taxiway = await launchHttpTaxiway(SETTINGS);
  });
  afterAll(async () => void (await taxiway.stop()));

  it("is shown by the booking tools, which cancel it with the order", async () => {
    const [duffel, desk] = [await connectDuffel(taxiway), await atTheDesk(taxiway)];
    const { data: order } = await duffel.orders.create(orderFor(await flexibleOffer(duffel)));
    const pnr = order.booking_reference;
    const booking = await call(desk, "retrieveBooking", { pnr });
    expect(booking.status).toBe("confirmed");
    expect(booking.passengers).toMatchObject([{ firstName: "Amelia", lastName: "Earhart" }]);
    expect(booking.flights.map(({ flightNumber }: Answered) => flightNumber)).toEqual(
      order.slices[0].segments.map(
        ({ marketing_carrier, marketing_carrier_flight_number: number }: Answered) =>
          `${marketing_carrier.iata_code}${number}`,
      ),
    );
    expect(booking.flights[0].departureTime.slice(0, 19)).toBe(order.slices[0].segments[0].departing_at);

    await call(desk, "cancelBooking", { pnr });
    const { data: cancelled } = await duffel.orders.get(order.id);
    expect(cancelled.cancelled_at).not.toBeNull();
    expect(cancelled.available_actions).not.toContain("cancel");
  });

  it("exists for a PNR made by the booking tools, and can cancel it", async () => {
    const [duffel, desk] = [await connectDuffel(taxiway), await atTheDesk(taxiway)];
    const trip = { origin: "JFK", destination: "LHR", departureDate: DEPARTURE, maxResults: 1 };
    const { flights } = await call(desk, "searchFlights", trip);
    const passengers = [{ type: "adult", firstName: "Bessie", lastName: "Coleman" }];
    const { pnr } = await call(desk, "bookFlight", {
      flightIds: flights[0].flightIds,
      passengers,
      contactEmail: "bessie@example.com",
    });
    const { data: found } = await duffel.orders.list({ booking_reference: pnr });
    expect(found).toHaveLength(1);
    const [order] = found;
    expect(order).toMatchObject({ booking_reference: pnr, offer_id: null, live_mode: false });
    expect(order.passengers).toMatchObject([{ given_name: "Bessie", family_name: "Coleman" }]);
    expect(order.total_amount).toBe((flights[0].price / 100).toFixed(2));
    expect((await duffel.orders.get(order.id)).data).toEqual(order);
    const { data: quote } = await duffel.orderCancellations.create({ order_id: order.id });
    await duffel.orderCancellations.confirm(quote.id);
    expect((await call(desk, "retrieveBooking", { pnr })).status).toBe("cancelled");
    const again = await desk.callTool({ name: "cancelBooking", arguments: { pnr } });
    expect(refusal(again).message).toMatch(/cancelled/i);
  });
});

describe("an acknowledged Duffel order", () => {
  it("exists after a kill -9, with its payment", async () => {
    const env = { ...SETTINGS, TAXIWAY_STORE: "lmdb", TAXIWAY_DATA_DIR: temporaryFolder() };
    const first = await startHttpTaxiway(env);
    const before = await connectDuffel(first);
    const { data: order } = await before.orders.create(orderFor(await flexibleOffer(before)));
    const offer = await flexibleOffer(before);
    const { data: held } = await before.orders.create(holdFor(offer));
    await before.payments.create({ order_id: held.id, payment: balance(held.total_amount) });
    await first.stop("SIGKILL");

    const after = await connectDuffel(await startHttpTaxiway(env));
    expect((await after.orders.get(order.id)).data).toEqual(order);
    const { data: paid } = await after.orders.get(held.id);
    expect(paid.payment_status).toMatchObject({ awaiting_payment: false });
    expect(paid.documents).toHaveLength(1);
    expect((await after.orders.list()).data.map(({ id }: Answered) => id).sort()).toEqual([order.id, held.id].sort());
    // The offers of a search are computed again from its record, without a new search.
    expect((await after.offers.get(offer.id)).data.total_amount).toBe(held.total_amount);
  });

  it("can be read, paid and cancelled at another node on one Valkey", async () => {
    const valkey = await startValkey({ appendonly: "no" });
    onTestFinished(valkey.stop);
    const env: Environment = { PNR_TTL_HOURS: "100", VALKEY_URL: valkey.url };
    const nodes = await Promise.all([startHttpTaxiway(env), startHttpTaxiway(env)]);
    const [here, there] = (await Promise.all(nodes.map((node) => connectDuffel(node)))) as [Answered, Answered];
    const offer = await flexibleOffer(here);
    expect((await there.offers.get(offer.id)).data).toMatchObject({ id: offer.id, total_amount: offer.total_amount });
    const { data: held } = await there.orders.create(holdFor(offer));
    expect((await here.orders.get(held.id)).data).toEqual(held);
    await here.payments.create({ order_id: held.id, payment: balance(held.total_amount) });
    const { data: paid } = await there.orders.get(held.id);
    expect(paid.payment_status.awaiting_payment).toBe(false);
    const { data: quote } = await there.orderCancellations.create({ order_id: held.id });
    await here.orderCancellations.confirm(quote.id);
    expect((await there.orders.get(held.id)).data.cancelled_at).not.toBeNull();
  });
});
