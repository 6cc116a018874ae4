import {
  entriesOf,
  finite,
  innerScope,
  isTrue,
  NotPlain,
  type PlainExpression,
  type Scope,
  spend,
  unwrapped,
} from "./plain-scope.ts";

export interface PathStep {
  readonly evaluate: PlainExpression;
  readonly filters: readonly PathFilter[];
  /** The variable that holds the index of each entry. */
  readonly index?: string;
}

/** An index, negative from the end, or a condition. */
export type PathFilter = number | PlainExpression;

/** Walks a path. As long as every step yields a single value, no lists are made. */
export const walk = (steps: readonly PathStep[], subject: unknown, scope: Scope): unknown => {
  let here = subject;
  for (let at = 0; at < steps.length; at++) {
    const { evaluate, filters, index } = steps[at] as PathStep;
    if (filters.length > 0 || index !== undefined) return walkLists(steps, at, [here], scope);
    here = evaluate(here, scope);
    if (here === undefined) return undefined;
    if (Array.isArray(here) && at < steps.length - 1) {
      spend(scope.effort, here.length);
      return walkLists(steps, at + 1, here, scope);
    }
  }
  return here;
};

/** Walks a path over lists and flattens what is found. */
const walkLists = (steps: readonly PathStep[], from: number, entries: readonly unknown[], scope: Scope): unknown => {
  let here = entries;
  for (let at = from; at < steps.length; at++) {
    const { evaluate, filters, index } = steps[at] as PathStep;
    if (index !== undefined) return unwrapped(here.flatMap((entry) => counted(steps, at, entry, scope)));
    const isFiltered = filters.length > 0;
    const found = here.map((entry) => evaluate(entry, scope));
    const some = isFiltered
      ? found.flatMap((value) => filtered(filters, value, scope))
      : found.filter((value) => value !== undefined);
    // A single list at the end stays a list, whatever its length.
    if (!isFiltered && at === steps.length - 1 && some.length === 1 && Array.isArray(some[0])) return some[0];
    for (const value of some) spend(scope.effort, Array.isArray(value) ? value.length : 1);
    here = isFiltered ? some : some.flat();
  }
  return unwrapped(here);
};

/** Walks the steps from one with an index variable on: each entry has its own scope. */
const counted = (steps: readonly PathStep[], at: number, subject: unknown, scope: Scope): readonly unknown[] => {
  const step = steps[at];
  if (step === undefined) return [subject];
  const value = step.evaluate(subject, scope);
  if (value === undefined) return [];
  const { index } = step;
  const entries = entriesOf(value);
  spend(scope.effort, entries.length);
  return entries.flatMap((entry, position) => {
    const own = index === undefined ? scope : innerScope(scope);
    if (index !== undefined) own.names[index] = position;
    return counted(steps, at + 1, entry, own);
  });
};

export const filtered = (filters: readonly PathFilter[], value: unknown, scope: Scope): readonly unknown[] =>
  filters.reduce((kept: unknown, filter) => filteredBy(filter, kept, scope), value) as readonly unknown[];

const filteredBy = (filter: PathFilter, value: unknown, scope: Scope): readonly unknown[] => {
  if (typeof filter === "number") return entryAt(value === undefined ? [] : entriesOf(value), filter);
  if (value === undefined) {
    // JSONata applies the filter even to nothing, and may keep it.
    if (isTrue(filter(undefined, scope), scope.effort)) throw new NotPlain();
    return [];
  }
  const entries = entriesOf(value);
  spend(scope.effort, entries.length);
  return entries.filter((entry, index) => {
    const result = filter(entry, scope);
    if (Array.isArray(result)) throw new NotPlain();
    return typeof result === "number" ? indexOf(result, entries) === index : isTrue(result, scope.effort);
  });
};

const entryAt = (entries: readonly unknown[], index: number): readonly unknown[] => {
  const entry = entries[indexOf(index, entries)];
  if (Array.isArray(entry)) throw new NotPlain();
  return entry === undefined ? [] : [entry];
};

const indexOf = (value: number, { length }: readonly unknown[]): number => {
  const index = Math.floor(finite(value));
  return index < 0 ? length + index : index;
};
