import { type Problem, part, problemOf } from "../../../api/client.ts";
import { api } from "../../../api/login.ts";
import { createStore, type Store, useStore } from "../../../api/store.ts";
import { checkValue, type Problems, withoutEmpty } from "../../../components/schema-form/form-value.ts";
import { initialValue } from "../../../components/schema-form/initial-value.ts";
import type { Schema } from "../../../components/schema-form/schema.ts";
import { problemsOf } from "../../../components/schema-form/schema-form.tsx";
import { worldTime } from "../../../format/time.ts";
import type { DraftEditor, WorkingCopy } from "../draft/editor.ts";
import type { ConnectorTool, StepName, TestRun } from "../responses.ts";
import { testBody } from "./steps.ts";

interface Run {
  /** Undefined until the user edits them. */
  readonly args?: unknown;
  readonly problems?: Problems;
  readonly answer?: TestRun;
  /** The request for the run failed. */
  readonly error?: Problem | undefined;
  /** The step that is being run to. */
  readonly busy?: StepName | undefined;
}

/** The last run of each tool, kept as long as its editor. */
const runs = new WeakMap<DraftEditor, Map<string, Store<Run>>>();

const storeOf = (editor: DraftEditor, tool: string): Store<Run> => {
  const stores = runs.get(editor) ?? new Map<string, Store<Run>>();
  runs.set(editor, stores);
  const store = stores.get(tool) ?? createStore<Run>({});
  stores.set(tool, store);
  return store;
};

export interface RunControls extends Run {
  readonly args: unknown;
  readonly setArguments: (value: unknown) => void;
  /** Resolves to the step to show: the one that failed, or the input step if the arguments are invalid. */
  readonly runTo: (step: StepName, confirm: boolean) => Promise<StepName>;
}

export const useRun = (editor: DraftEditor, copy: WorkingCopy, tool: ConnectorTool): RunControls => {
  const store = storeOf(editor, tool.name);
  const run = useStore(store);
  const schema = tool.input as Schema;
  const args = run.args ?? initialValue(schema, worldTime());

  const runTo = async (step: StepName, confirm: boolean): Promise<StepName> => {
    if (store.get().busy !== undefined) return step;
    const problems = checkValue(schema, args);
    if (Object.keys(problems).length > 0) {
      store.set({ ...store.get(), args, problems });
      return "input";
    }
    store.set({ ...store.get(), args, problems: {}, error: undefined, busy: step });
    // The server runs the saved draft.
    if (!(await editor.save())) {
      store.set({ ...store.get(), busy: undefined });
      return step;
    }
    try {
      const body = testBody(tool.name, withoutEmpty(args), step, confirm, copy.version);
      const answer = await api.post<TestRun>(`/connectors/${part(copy.name)}/test`, body);
      store.set({ args, answer });
      return answer.steps.find((each) => each.error !== undefined)?.step ?? step;
    } catch (caught) {
      const error = problemOf(caught);
      const fieldProblems = (error.problems ?? [error]).map(problemsOf);
      const fields: Problems = Object.assign({}, ...fieldProblems);
      const fits = error.kind !== "invalid" || error.field === undefined;
      store.set({ ...store.get(), busy: undefined, error, ...(!fits && { problems: fields }) });
      return fits ? step : "input";
    }
  };

  return {
    ...run,
    args,
    setArguments: (value) => store.set({ ...store.get(), args: value, problems: {} }),
    runTo,
  };
};
