import type { AdminRoute } from "../../model/admin-route.ts";
import type { JsonValue } from "../../platform/stores/store.ts";
import type { HealthFacts } from "../../platform/telemetry/health.ts";
import type { Overview, ServerSummary, SettingsShown } from "../contract.ts";
import { type Scope, scopeOf } from "../live/live-calls.ts";
import type { Answerer, PeerNodes } from "../live/peer-nodes.ts";
import { type CallRates, ratesOf, type Tally, tallyIn } from "../live/rates.ts";
import type { ConsoleServers } from "./console-servers.ts";
import { visibleServers } from "./server-routes.ts";

/** Facts about the server, and about a tenant or all of them. */
interface OverviewFacts extends Pick<Overview, "version" | "started_at" | "auth"> {
  baseUrl(): string;
  health(): Promise<HealthFacts>;
  /** The kind of store. */
  readonly storage: string;
  sessions(scope: Scope): Promise<Overview["sessions"]>;
  bookings(scope: Scope): Promise<number>;
}

export interface OverviewOptions {
  readonly facts: OverviewFacts;
  settings(): SettingsShown;
  readonly servers: ConsoleServers;
  readonly rates: CallRates;
  readonly peerNodes: PeerNodes;
  readonly now?: () => number;
}

const RATES = "rates";

/** Answers the other nodes that ask for this node's rates. */
export const rateAnswerers = (rates: CallRates, now = Date.now): readonly (readonly [string, Answerer])[] => [
  [RATES, (scope) => rates.of(typeof scope === "string" ? scope : undefined, now()) as JsonValue],
];

/** Routes for the overview and the settings. Administrators of a tenant see that tenant's numbers. */
export const overviewRoutes = (options: OverviewOptions): readonly AdminRoute[] => {
  const { facts, settings, servers, rates, peerNodes, now = Date.now } = options;
  const numbersOf = async (scope: Scope) => {
    const [health, sessions, bookings, others] = await Promise.all([
      facts.health(),
      // While the store is unavailable, the health says so and the counts are 0.
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
      about: "Returns version, health, servers, sessions and call rates.",
      async answer({ grant }): Promise<Overview> {
        const { version, started_at, auth } = facts;
        const [numbers, visible] = await Promise.all([
          numbersOf(scopeOf(grant)),
          visibleServers(servers, grant).catch((): readonly ServerSummary[] => []),
        ]);
        const { status, storageMs, connections } = numbers.health;
        return {
          version,
          started_at,
          auth,
          base_url: facts.baseUrl(),
          health: { status, storage: facts.storage, storage_ms: storageMs ?? 0 },
          nodes: numbers.nodes,
          sessions: numbers.sessions,
          bookings_total: numbers.bookings,
          connections,
          rates: numbers.rates,
          servers: visible,
        };
      },
    },
    {
      method: "GET",
      path: "/settings",
      about: "Returns the current configuration and the source of each value. Secrets are masked.",
      operator: true,
      answer: async () => settings(),
    },
  ];
};
