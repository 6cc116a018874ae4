import type { Log } from "../../../model/log.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import { askProvider } from "./ask-provider.ts";
import { brave } from "./brave.ts";
import {
  ProviderFault,
  type ProviderQuery,
  type SearchProvider,
  type SearchProviderConfig,
} from "./search-provider.ts";
import type { SearchResult } from "./search-result.ts";
import { searxng } from "./searxng.ts";
import { tavily } from "./tavily.ts";

export interface ProviderChain {
  /** The first answer in the order of the providers, and why those before it gave none. */
  ask(query: ProviderQuery, time: TimeLeft): Promise<ChainAnswer>;
  /** What went wrong with the providers that failed when they were last asked. */
  problem(): string | undefined;
}

export interface TimeLeft {
  /** Aborted when nobody wants the answer any more. */
  readonly signal: AbortSignal;
  /** Milliseconds that may be spent on all providers together. */
  left(): number;
}

export interface ChainAnswer {
  readonly provider?: string;
  readonly results?: readonly SearchResult[];
  readonly warnings: readonly string[];
}

interface ChainOptions {
  readonly outbound: Outbound;
  readonly providers: readonly SearchProviderConfig[];
  readonly log: Log;
  /** Milliseconds on a clock that only goes forward. */
  readonly now?: () => number;
}

interface State {
  readonly provider: SearchProvider;
  pausedUntil: number;
  fault: string | undefined;
}

const ADAPTERS: Readonly<Record<SearchProviderConfig["name"], (config: SearchProviderConfig) => SearchProvider>> = {
  searxng,
  brave,
  tavily,
};

const LONGEST_MS = 4_000;
/** Less is not worth asking. */
const SHORTEST_MS = 100;

export const createProviderChain = ({
  outbound,
  providers,
  log,
  now = () => performance.now(),
}: ChainOptions): ProviderChain => {
  const states = providers.map(
    (config): State => ({ provider: ADAPTERS[config.name](config), pausedUntil: 0, fault: undefined }),
  );

  const ask = async (state: State, query: ProviderQuery, { signal, left }: TimeLeft) => {
    const timeoutMs = Math.min(LONGEST_MS, left());
    const pause = state.pausedUntil - now();
    if (pause > 0)
      throw new ProviderFault(`is left alone for another ${Math.ceil(pause / 1000)} s, because it ${state.fault}`);
    if (timeoutMs < SHORTEST_MS) throw new ProviderFault("could not be asked in the time that was left");
    try {
      const results = await askProvider(state.provider, query, { outbound, signal, timeoutMs });
      state.fault = undefined;
      return results;
    } catch (error) {
      signal.throwIfAborted();
      const known = error instanceof ProviderFault;
      state.fault = known ? error.message : "could not be asked";
      if (known) state.pausedUntil = now() + error.pauseMs;
      // A defect of ours must not cost the caller the answer of the next provider.
      const event = known ? ("warn" as const) : ("error" as const);
      log[event]("search provider failed", {
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

/** Never its message: that may hold what was sent. */
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);
