import { useEffect } from "react";
import { api, useWho } from "../../../api/session.ts";
import { useStore } from "../../../api/store.ts";
import { type Bench, createBench, type WorkState } from "./work.ts";

const benches = new Map<string, Bench>();
let whose = "";

/** What one viewer left unsaved is not for the next; whoever has to log in again finds it as it was. */
const benchOf = (viewer: string | undefined, name: string): Bench => {
  if (viewer !== undefined && viewer !== whose) {
    benches.clear();
    whose = viewer;
  }
  const bench = benches.get(name) ?? createBench(api, name);
  benches.set(name, bench);
  return bench;
};

/** The work on a connector. It goes on where it was left, as long as the window is open. */
export const useWork = (name: string): { readonly bench: Bench; readonly state: WorkState } => {
  const who = useWho();
  const bench = benchOf(who && `${who.tenant} ${who.by}`, name);
  useEffect(() => void bench.open(), [bench]);
  return { bench, state: useStore(bench.store) };
};

export const forgetWork = (name: string): void => void benches.delete(name);
