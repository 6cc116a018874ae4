import { createDispatcher } from "../../../../src/mcp/protocol/dispatcher.ts";
import { loadValidators } from "../../../../src/mcp/tools/validators.ts";
import { keys } from "../../../../src/model/keys.ts";
import { createMemoryStore } from "../../../../src/platform/stores/memory.ts";
import type { Store } from "../../../../src/platform/stores/store.ts";
import { gdsServer } from "../../../../src/servers/gds/gds-server.ts";
import { createBookings } from "../../../../src/travel/bookings.ts";
import { upgraded } from "../../../../src/travel/earlier-bookings.ts";
import { createStock } from "../../../../src/travel/stock.ts";
import { asOf, type StoredBooking } from "../../../../src/travel/stored-booking.ts";
import type { Answer, ToolResult } from "../../../fixtures/taxiway.ts";
import { startOrders } from "../../sandboxes/duffel/order-fixture.ts";

export const NINE = Date.parse("2027-01-04T09:00:00Z");
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const TENANT = "default";

interface Options {
  /** Default: memory. */
  readonly store?: Store;
  /** Another one on the same store has the same time. */
  readonly time?: { now: number };
}

/** The GDS over MCP and the Duffel sandbox over its HTTP handler, on one store and one clock that the test moves. */
export const openTwoFaces = async ({ time = { now: NINE }, ...given }: Options = {}) => {
  await loadValidators();
  const clock = { now: () => time.now, configured: true };
  const store = given.store ?? createMemoryStore({ now: clock.now });
  const duffel = startOrders({ store, clock, realTime: clock.now, bookingTtlMs: 400 * DAY });
  const { travel, places, sessions, supplier, defects } = duffel;
  const server = gdsServer(() => ({ travel, places, sessions, airlines: supplier.airlines }), "0.0.0-test");
  const log = {
    debug: quiet,
    info: quiet,
    warn: quiet,
    error: (_event: string, facts: unknown) => void defects.push(facts),
  };
  const dispatcher = createDispatcher(server, { log, checkOutput: true });

  /** A client of the GDS with a session of its own. */
  const agent = (sessionId: string, tenant = TENANT) => {
    const connection = dispatcher.connect({ caller: { tenant, sessionId, transport: "stdio" } });
    let lastId = 0;
    const ask = async (method: string, params: object): Promise<Answer> => {
      let answer: Answer | undefined;
      const request = JSON.stringify({ jsonrpc: "2.0", id: ++lastId, method, params });
      const hear = (json: unknown) => {
        answer = JSON.parse(String(json)) as Answer;
      };
      await connection.receive(request, { notify: quiet, answer: hear });
      if (answer === undefined) throw new Error(`no answer to ${method}`);
      return answer;
    };
    const call = async (name: string, input: object): Promise<ToolResult> => {
      const { result, error } = await ask("tools/call", { name, arguments: input });
      if (error) throw new Error(`${name}: ${error.code} ${error.message}`);
      return result;
    };
    return { ask, call };
  };

  const bookings = createBookings({ store, clock, realTime: clock.now });
  const stock = createStock({ store, clock, shared: true, bookings, realTime: clock.now });
  /** As it is now: a hold that was not paid in time is cancelled. */
  const stored = async (pnr: string): Promise<StoredBooking> => {
    const found = await store.get(keys.booking(TENANT, pnr));
    if (found === undefined) throw new Error(`${pnr} is lost`);
    return asOf(upgraded(found.value), time.now);
  };
  return {
    ...{ time, clock, store, duffel, travel, defects, agent, stored },
    /** Units of stock that are taken, by stock key, as a search counts them. */
    taken: (stockKeys: readonly string[]) => stock.taken({ tenant: TENANT, sessionId: "any" }, stockKeys),
    /** The PNRs of every stored booking. */
    async pnrs(): Promise<readonly string[]> {
      const prefix = keys.booking(TENANT, "");
      const found: string[] = [];
      for await (const key of store.scan(prefix)) found.push(key.slice(prefix.length));
      return found.sort();
    },
    close: () => duffel.close(),
  };
};
export type TwoFaces = Awaited<ReturnType<typeof openTwoFaces>>;

const quiet = () => undefined;
