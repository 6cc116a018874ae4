import type { Log } from "../../../model/log.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import { askProvider, type SearchResult } from "./ask-provider.ts";
import {
  createProvider,
  ProviderFault,
  type ProviderQuery,
  type SearchProvider,
  type SearchProviderConfig,
} from "./providers.ts";

export interface ProviderChain {
  /** Asks the providers in order. Returns the first answer, with a warning for each provider that failed before. */
  ask(query: ProviderQuery, time: TimeLeft): Promise<ChainAnswer>;
  /** Describes the providers whose last request failed. */
  problem(): string | undefined;
}

interface TimeLeft {
  /** Cancels the search. */
  readonly signal: AbortSignal;
  /** Milliseconds left for all providers together. */
  left(): number;
}

interface ChainAnswer {
  readonly provider?: string;
  readonly results?: readonly SearchResult[];
  readonly warnings: readonly string[];
}

interface ChainOptions {
  readonly outbound: Outbound;
  readonly providers: readonly SearchProviderConfig[];
  readonly log: Log;
  /** Monotonic, in milliseconds. */
  readonly now?: () => number;
}

interface State {
  readonly provider: SearchProvider;
  pausedUntil: number;
  fault: string | undefined;
}

const LONGEST_MS = 4_000;
/** Providers are not asked with less time than this. */
const SHORTEST_MS = 100;

export const createProviderChain = ({
  outbound,
  providers,
  log,
  now = () => performance.now(),
}: ChainOptions): ProviderChain => {
  const states = providers.map(
    (config): State => ({ provider: createProvider(config), pausedUntil: 0, fault: undefined }),
  );

  const ask = async (state: State, query: ProviderQuery, { signal, left }: TimeLeft) => {
    const timeoutMs = Math.min(LONGEST_MS, left());
    const pause = state.pausedUntil - now();
    if (pause > 0)
      throw new ProviderFault(`is paused for another ${Math.ceil(pause / 1000)} s, because it ${state.fault}`);
    if (timeoutMs < SHORTEST_MS) throw new ProviderFault("could not be asked in the remaining time");
    try {
      const results = await askProvider(state.provider, query, { outbound, signal, timeoutMs });
      state.fault = undefined;
      return results;
    } catch (error) {
      signal.throwIfAborted();
      const known = error instanceof ProviderFault;
      state.fault = known ? error.message : "could not be asked";
      if (known) state.pausedUntil = now() + error.pauseMs;
      // An unexpected error must not keep the next provider from being asked.
      const level = known ? ("warn" as const) : ("error" as const);
      log[level]("search provider failed", {
        provider: state.provider.name,
        reason: state.fault,
        error: nameOf(error),
      });
      throw known ? error : new ProviderFault(state.fault);
    }
  };

  return {
    async ask(query, time) {
      const warnings: string[] = [];
      for (const state of states) {
        try {
          const results = await ask(state, query, time);
          return { provider: state.provider.name, results, warnings };
        } catch (error) {
          if (!(error instanceof ProviderFault)) throw error;
          warnings.push(`${state.provider.title} was skipped: it ${error.message}.`);
        }
      }
      return { warnings };
    },
    problem: () => {
      const faults = states.filter(({ fault }) => fault !== undefined);
      if (faults.length === 0) return undefined;
      return faults.map(({ provider, fault }) => `${provider.title} ${fault}.`).join(" ");
    },
  };
};

/** The message could contain the request, and with it the key. */
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);
