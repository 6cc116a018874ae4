import { Failure } from "../../model/failure.ts";
import type { JsonValue } from "../../platform/stores/store.ts";
import type { BookingChange } from "../../travel/booking-changes.ts";
import { worldDigest } from "../../travel/world/world-digest.ts";
import type { Kit } from "../module.ts";
import { goldOf } from "./agents/gold.ts";
import { scriptedWeather } from "./cues/scripted-weather.ts";
import type { Forecast } from "./cues/weather.ts";
import { createJournal } from "./journal/journal.ts";
import type { RehearsalSettings } from "./module.ts";
import { createOpenRuns } from "./runs/open-runs.ts";
import { LIFE_MS } from "./runs/run-limits.ts";
import { createRunStore } from "./runs/run-store.ts";
import { createRuns, type Runs } from "./runs/runs.ts";
import { createScenarioLibrary, type ScenarioLibrary } from "./scenario/scenario-library.ts";
import { shippedScenarios } from "./scenario/shipped-scenarios.ts";
import { createRunComposer } from "./serving/compose-run.ts";
import { judge } from "./verdict/judge.ts";

export interface Rehearsal {
  readonly runs: Runs;
  readonly library: ScenarioLibrary;
  close(): Promise<void>;
}

/** A bus topic: a booking of a run was changed. */
const CHANGED = "rehearsal:booking-changed";

interface Options {
  readonly weatherOf?: Forecast;
  realTime?(): number;
}

/** Opens everything that runs need, over the core that all modules share. */
export const openRehearsal = async (
  kit: Kit<RehearsalSettings>,
  { weatherOf: forecast, realTime = Date.now }: Options = {},
): Promise<Rehearsal> => {
  const { settings, log, clock } = kit;
  const core = await kit.core();
  const { store, bus } = core;
  const weatherOf = forecast ?? scriptedWeather(core.services.places);
  const keptMs = LIFE_MS + settings.runsKeptMs;
  const library = createScenarioLibrary({ store, shipped: shippedScenarios, keptMs, storeNow: clock.now });
  const runs = createRuns({
    store: createRunStore({ store, keptMs: settings.runsKeptMs, storeNow: clock.now, realTime }),
    journal: createJournal(store),
    openRuns: createOpenRuns({ store, most: settings.runsAtOnce, realTime }),
    compose: createRunComposer({
      ...{ kit, core, weatherOf, realTime },
      publish: (run, change) => bus.publish(CHANGED, { run, change }),
    }),
    async goldOf({ scenario, travel, caller }) {
      const gold = goldOf(scenario, { travel, caller, places: core.services.places });
      return (await gold.catch(notSolvable))?.facts;
    },
    judge: (evidence) => judge(evidence, core.services.places),
    about: async () => ({ version: kit.version, world: await worldDigest() }),
    ...{ library, log, weatherOf, realTime },
  });
  const stop = bus.listen(CHANGED, (body: JsonValue) => {
    const { run, change } = body as { readonly run: string; readonly change: BookingChange };
    runs.hear(run, change);
  });
  return {
    runs,
    library,
    async close() {
      stop();
    },
  };
};

/** A task about a day that the world does not sell has no solution; its runs can be closed all the same. */
const notSolvable = (error: unknown): undefined => {
  if (!(error instanceof Failure)) throw error;
};
