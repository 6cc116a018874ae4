import { systemClock } from "../../src/model/clock.ts";
import { createOutbound } from "../../src/platform/outbound/guarded-outbound.ts";
import { createMemoryStore } from "../../src/platform/stores/memory.ts";
import { createDuffelShop } from "../../src/servers/flights/duffel/duffel-shop.ts";
import { liveTransport } from "../../src/servers/flights/duffel/duffel-transport.ts";
import { startHttpServer } from "../http/http-server.ts";
import { differentSearch } from "../requests.ts";
import { inTurns, type Runner, ratio, typical } from "../rounds.ts";
import { table } from "../table.ts";
import { taxiwayHttp } from "../taxiway.ts";

const ROUNDS = 150;
/** Duffel and its sandbox limit searches per account, so each account makes only a few. */
const SEARCHES_PER_ACCOUNT = 20;

interface Sample {
  readonly ms: number;
}

const ignore = () => undefined;
const LOG = { debug: ignore, info: ignore, warn: ignore, error: ignore };

const accountOf = (searches: number): string => `duffel_test_bench_${Math.floor(searches / SEARCHES_PER_ACCOUNT)}`;

/** Makes the same two requests as the client with fetch, and parses the responses. */
const plainRequests = (url: string): Runner<Sample> => {
  let made = 0;
  const ask = async (path: string, body?: object): Promise<{ readonly data: unknown }> => {
    const response = await fetch(`${url}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        authorization: `Bearer ${accountOf(made)}_plain`,
        "duffel-version": "v2",
        "content-type": "application/json",
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`Status ${response.status}: ${await response.text()}`);
    return (await response.json()) as { readonly data: unknown };
  };
  return {
    async sample() {
      const { origin, destination, departureDate: departure_date } = differentSearch(made++);
      const began = performance.now();
      const data = {
        slices: [{ origin, destination, departure_date }],
        passengers: [{ type: "adult" }],
        max_connections: 2,
      };
      const { id } = (await ask("/air/offer_requests?return_offers=false", { data })).data as { readonly id: string };
      await ask(`/air/offers?offer_request_id=${id}&sort=total_amount&limit=50`);
      return { ms: performance.now() - began };
    },
  };
};

const client = (url: string, outbound: ReturnType<typeof createOutbound>): Runner<Sample> => {
  const store = createMemoryStore({ now: Date.now });
  const shopOf = (key: string) =>
    createDuffelShop({
      transport: liveTransport({ outbound, url, key }),
      source: "live",
      store,
      clock: systemClock,
      log: LOG,
    });
  let made = 0;
  let shop = shopOf(accountOf(0));
  return {
    async sample() {
      if (made % SEARCHES_PER_ACCOUNT === 0) shop = shopOf(accountOf(made));
      const { origin, destination, departureDate: departure_date } = differentSearch(made++);
      const began = performance.now();
      await shop.search({ origin, destination, departure_date });
      return { ms: performance.now() - began };
    },
  };
};

/** Measures what the Duffel client adds to plain requests: checks, caching, retries, normalising. */
export const sandboxSearches = async (folder: string): Promise<string> => {
  const server = await startHttpServer(taxiwayHttp({ folder }));
  const outbound = createOutbound({ allow: ["127.0.0.1"] });
  try {
    const url = `http://127.0.0.1:${server.port}/duffel`;
    const names = ["two plain requests", "the flights client"];
    const measured = await inTurns([plainRequests(url), client(url, outbound)], ROUNDS);
    return table(
      ["search", "ms", "× plain"],
      names.map((name, index) => {
        const own = measured[index] ?? [];
        return [name, typical(own, "ms").toFixed(1), ratio(own, measured[0] ?? [], "ms").toFixed(2)];
      }),
    );
  } finally {
    await outbound.close();
    await server.end();
  }
};
