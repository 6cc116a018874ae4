import type { Config } from "../cli/config.ts";
import { createDispatcher, type Dispatcher, type DispatcherOptions } from "../mcp/protocol/dispatcher.ts";
import { systemClock } from "../model/clock.ts";
import type { Log } from "../model/log.ts";
import type { Sandbox } from "../model/sandbox.ts";
import { createDuffelSandbox } from "../sandboxes/duffel/duffel-sandbox.ts";
import { orderRoutes } from "../sandboxes/duffel/orders/order-routes.ts";
import { createDuffelShop } from "../servers/flights/duffel/duffel-shop.ts";
import { liveTransport } from "../servers/flights/duffel/live-transport.ts";
import { sandboxTransport } from "../servers/flights/duffel/sandbox-transport.ts";
import type { FlightShop } from "../servers/flights/flight-shop.ts";
import { flightsServer } from "../servers/flights/flights-server.ts";
import { aircraftTypes } from "../travel/world/flights/aircraft.ts";
import type { Core } from "./house.ts";

/** Flights as Duffel sells them: an MCP server, and the sandbox behind it. */
export interface OpenFlights {
  readonly dispatcher: Dispatcher;
  readonly sandbox: Sandbox;
  close(): Promise<void>;
}

export interface ComposeFlightsOptions {
  readonly version: string;
  readonly log: Log;
  readonly core: Core;
  readonly observe?: DispatcherOptions["observe"];
}

/** Our own server is one account for all its users: limits are for those who rehearse with them. */
const UNLIMITED = { requests: Number.POSITIVE_INFINITY, searches: Number.POSITIVE_INFINITY };

export const composeFlights = (config: Config, options: ComposeFlightsOptions): OpenFlights => {
  const { version, log, core, observe } = options;
  const { store, outbound, supplier, services } = core;
  const { clock, seed, duffel } = config;
  const parts = {
    ...{ testAirline: supplier.testAirline, store, clock, seed, log, outbound: outbound.webhooks },
    ...{ travel: services.travel, places: services.places, airlines: services.airlines },
    aircraft: () => [...aircraftTypes().values()],
  };
  const sandbox = createDuffelSandbox({ ...parts, orderRoutes });
  const ours = createDuffelSandbox({ ...parts, limits: UNLIMITED });
  // A live offer expires by the real clock, whatever the world's says.
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
  return {
    dispatcher: createDispatcher(
      flightsServer(() => shop, version, { contractTools: config.contractTools }),
      {
        ...{ log, toolErrors: config.toolErrors, text: config.text, sealKey: core.secret },
        ...(observe && { observe }),
      },
    ),
    sandbox,
    async close() {
      await sandbox.close();
      await ours.close();
    },
  };
};
