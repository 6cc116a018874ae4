import type { AdminRoute } from "../../model/admin-route.ts";
import type { JsonValue } from "../../platform/stores/store.ts";
import type { HealthFacts } from "../../platform/telemetry/health.ts";
import type { Overview, ServerSummary } from "../contract.ts";
import { scopeOf } from "../live/feeds.ts";
import type { Scope } from "../live/live-calls.ts";
import type { Answerer, PeerNodes } from "../live/peer-nodes.ts";
import { type CallRates, ratesOf, type Tally, tallyIn } from "../live/rates.ts";
import type { ConsoleServers } from "../servers/console-servers.ts";
import { visibleServers } from "../servers/server-routes.ts";

/** What is true of the whole, and of a tenant. */
export interface OverviewFacts extends Pick<Overview, "version" | "started_at" | "auth"> {
  baseUrl(): string;
  health(): Promise<HealthFacts>;
  /** The kind of store. */
  readonly storage: string;
  sessions(scope: Scope): Promise<Overview["sessions"]>;
  bookings(scope: Scope): Promise<number>;
}

export interface OverviewOptions {
  readonly facts: OverviewFacts;
  readonly servers: ConsoleServers;
  readonly rates: CallRates;
  readonly peerNodes: PeerNodes;
  readonly now?: () => number;
}

const RATES = "rates";

/** What this node says when another one counts. */
export const rateAnswerers = (rates: CallRates, now = Date.now): readonly (readonly [string, Answerer])[] => [
  [RATES, (scope) => rates.of(typeof scope === "string" ? scope : undefined, now()) as JsonValue],
];

/** Where it runs, how it is, and what it does. Whoever administers a tenant sees that tenant's part of it. */
export const overviewRoutes = ({ facts, servers, rates, peerNodes, now = Date.now }: OverviewOptions): AdminRoute[] => {
  const numbersOf = async (scope: Scope) => {
    const [health, sessions, bookings, others] = await Promise.all([
      facts.health(),
      // Storage that does not answer is what the health is about: the rest can be told without it.
      facts.sessions(scope).catch(() => ({ active: 0, total: 0 })),
      facts.bookings(scope).catch(() => 0),
      peerNodes.ask(RATES, scope ?? null),
    ]);
    const tallies = others.map(tallyIn).filter((tally): tally is Tally => tally !== undefined);
    return {
      health,
      sessions,
      bookings,
      nodes: 1 + tallies.length,
      rates: ratesOf([rates.of(scope, now()), ...tallies]),
    };
  };

  return [
    {
      method: "GET",
      path: "/overview",
      about: "What runs, how it is, and how much it does.",
      async answer({ grant }): Promise<Overview> {
        const { version, started_at, auth } = facts;
        const [numbers, visible] = await Promise.all([
          numbersOf(scopeOf(grant)),
          visibleServers(servers, grant).catch((): readonly ServerSummary[] => []),
        ]);
        const { status, storageMs, connections } = numbers.health;
        return {
          ...{ version, started_at, base_url: facts.baseUrl(), auth },
          health: { status, storage: facts.storage, storage_ms: storageMs ?? 0 },
          ...{ nodes: numbers.nodes, sessions: numbers.sessions, bookings_total: numbers.bookings, connections },
          ...{ rates: numbers.rates, servers: visible },
        };
      },
    },
  ];
};
