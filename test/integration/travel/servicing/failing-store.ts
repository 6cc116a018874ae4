import type { Store } from "../../../../src/platform/stores/store.ts";
import { storeDoesNotAnswer } from "../../../../src/platform/stores/store-failure.ts";

/** What happens at a write. */
export type Fault =
  /** It is not carried out, and the caller does not know. */
  | "lost before"
  /** It is carried out, and the answer is lost. */
  | "lost after"
  /** The process dies: it neither reads nor writes again. */
  | "killed";

export const FAULTS: readonly Fault[] = ["lost before", "lost after", "killed"];

const WRITES: readonly (keyof Store)[] = ["put", "delete", "add", "addMember", "removeMember", "append", "expire"];

/** A store that fails at its n-th write, counted from 0, once it is armed. */
export const failingStore = (store: Store) => {
  let writes = 0;
  let armed: { readonly at: number; readonly fault: Fault } | undefined;
  const failing = new Proxy(store, {
    get: (target, name: keyof Store) => {
      const verb = target[name];
      if (typeof verb !== "function" || name === "close") return verb;
      return async (...args: unknown[]) => {
        const run = () => (verb as (...args: unknown[]) => unknown).apply(target, args);
        const number = WRITES.includes(name) && armed !== undefined ? writes++ : undefined;
        if (armed?.fault === "killed" && (number ?? writes - 1) >= armed.at) throw new Error("killed");
        if (armed === undefined || number !== armed.at) return run();
        if (armed.fault === "lost after") await run();
        throw storeDoesNotAnswer("unknown", "test");
      };
    },
  });
  return {
    store: failing,
    writes: () => writes,
    arm: (at: number, fault: Fault): void => {
      armed = { at, fault };
      writes = 0;
    },
  };
};
