import { systemClock } from "../../model/clock.ts";
import { createDuffelSandbox } from "../../sandboxes/duffel/duffel-sandbox.ts";
import { orderRoutes } from "../../sandboxes/duffel/orders/order-routes.ts";
import { aircraftTypes } from "../../travel/world/flights/airlines.ts";
import type { ServerModule } from "../module.ts";
import { createDuffelShop } from "./duffel/duffel-shop.ts";
import { liveTransport, sandboxTransport } from "./duffel/duffel-transport.ts";
import type { FlightShop } from "./flight-shop.ts";
import { flightsServer } from "./flights-server.ts";

export interface FlightsSettings {
  /** Absent: flights are searched in the sandbox. */
  readonly duffel?: { readonly url: string; readonly key: string };
  readonly contractTools: boolean;
}

/** All users of the flights server share one account of the sandbox; its limits are for programs that call the sandbox. */
const UNLIMITED = { requests: Number.POSITIVE_INFINITY, searches: Number.POSITIVE_INFINITY };

/** Flight search through Duffel's API, and the sandbox that answers without a key. */
export const flightsModule: ServerModule<FlightsSettings> = {
  name: "flights",
  async open({ settings: { duffel, contractTools }, version, clock, seed, log, core }) {
    const { store, outbound, supplier, services } = await core();
    const parts = {
      testAirline: supplier.testAirline,
      store,
      clock,
      seed,
      log,
      outbound: outbound.webhooks,
      travel: services.travel,
      places: services.places,
      airlines: services.airlines,
      aircraft: () => [...aircraftTypes().values()],
    };
    const sandbox = createDuffelSandbox({ ...parts, orderRoutes });
    const ours = createDuffelSandbox({ ...parts, limits: UNLIMITED });
    // A live offer expires by the real clock, whatever the clock of the world shows.
    const shop: FlightShop =
      duffel === undefined
        ? createDuffelShop({ transport: sandboxTransport(ours, seed), source: "sandbox", store, clock, log })
        : createDuffelShop({
            transport: liveTransport({ ...duffel, outbound: outbound.flights }),
            source: "live",
            store,
            clock: systemClock,
            log,
          });
    const server = flightsServer(() => shop, version, { contractTools });
    return {
      servers: [{ name: "flights", source: duffel === undefined ? "sandbox" : "live", forTenant: () => server }],
      mounts: [{ path: "/duffel", sandbox }],
      async close() {
        await sandbox.close();
        await ours.close();
      },
    };
  },
};
