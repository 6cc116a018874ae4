import { type Problem, part, problemOf } from "../../../api/client.ts";
import { api } from "../../../api/session.ts";
import { createStore, type Store, useStore } from "../../../api/store.ts";
import { checkValue, filledIn, type Problems } from "../../../components/schema-form/form-value.ts";
import { initialValue } from "../../../components/schema-form/initial-value.ts";
import type { Schema } from "../../../components/schema-form/schema.ts";
import { problemsOf } from "../../../components/schema-form/schema-form.tsx";
import { worldTime } from "../../../format/time.ts";
import type { ConnectorTool, StepName, TestAnswer } from "../answers.ts";
import type { Bench, Work } from "../draft/work.ts";
import { testBody } from "./steps.ts";

export interface Run {
  /** Undefined: nobody filled them in yet. */
  readonly given?: unknown;
  readonly problems?: Problems;
  readonly answer?: TestAnswer;
  /** It came to no run at all. */
  readonly error?: Problem | undefined;
  /** Runs to here at the moment. */
  readonly busy?: StepName | undefined;
}

/** Last runs stay beside the work that they are of. */
const kept = new WeakMap<Bench, Map<string, Store<Run>>>();

const storeOf = (bench: Bench, tool: string): Store<Run> => {
  const stores = kept.get(bench) ?? new Map<string, Store<Run>>();
  kept.set(bench, stores);
  const store = stores.get(tool) ?? createStore<Run>({});
  stores.set(tool, store);
  return store;
};

export interface RunControls extends Run {
  readonly given: unknown;
  readonly give: (value: unknown) => void;
  /** Answers with the station to look at: where it failed, or where the form says what does not fit. */
  readonly runTo: (step: StepName, confirm: boolean) => Promise<StepName>;
}

export const useRun = (bench: Bench, work: Work, tool: ConnectorTool): RunControls => {
  const store = storeOf(bench, tool.name);
  const run = useStore(store);
  const schema = tool.input as Schema;
  const given = run.given ?? initialValue(schema, worldTime());

  const runTo = async (step: StepName, confirm: boolean): Promise<StepName> => {
    if (store.get().busy !== undefined) return step;
    const problems = checkValue(schema, given);
    if (Object.keys(problems).length > 0) {
      store.set({ ...store.get(), given, problems });
      return "input";
    }
    store.set({ ...store.get(), given, problems: {}, error: undefined, busy: step });
    // What is run is what the server has.
    if (!(await bench.save())) {
      store.set({ ...store.get(), busy: undefined });
      return step;
    }
    try {
      const body = testBody(tool.name, filledIn(given), step, confirm, work.version);
      const answer = await api.post<TestAnswer>(`/connectors/${part(work.name)}/test`, body);
      store.set({ given, answer });
      return answer.steps.find((each) => each.error !== undefined)?.step ?? step;
    } catch (caught) {
      const error = problemOf(caught);
      const told = (error.problems ?? [error]).map(problemsOf);
      const fields: Problems = Object.assign({}, ...told);
      const fits = error.kind !== "invalid" || error.field === undefined;
      store.set({ ...store.get(), busy: undefined, error, ...(!fits && { problems: fields }) });
      return fits ? step : "input";
    }
  };

  return {
    ...run,
    given,
    give: (value) => store.set({ ...store.get(), given: value, problems: {} }),
    runTo,
  };
};
