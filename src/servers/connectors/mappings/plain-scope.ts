/** An expression that is evaluated at once, in this process, with what JSONata comes to and far sooner. */
export type PlainExpression = (subject: unknown, scope: Scope) => unknown;

/** What an expression sees beside its subject. */
export interface Scope {
  readonly effort: Effort;
  /** Variables, each block's before those around it. */
  readonly names: Record<string, unknown>;
}

/** What an evaluation may take before a worker should do it, where time and memory have an end. */
export interface Effort {
  left: number;
}

/** It is not that simple after all: JSONata itself has to be asked, also about everything that it would complain of. */
export class NotPlain extends Error {}

export const spend = (effort: Effort, amount: number): void => {
  effort.left -= amount;
  if (effort.left < 0) throw new NotPlain("It takes more than a moment.");
};

export const CHARACTERS_AT_ONCE = 32;

/** For a text that is made, or gone through. */
export const spendText = (effort: Effort, length: number): void => spend(effort, 1 + length / CHARACTERS_AT_ONCE);

/** For a value that somebody is about to look at. */
export const spendOn = (effort: Effort, value: unknown): void => {
  if (typeof value === "string") spendText(effort, value.length);
  else spend(effort, Array.isArray(value) ? 1 + value.length : 1);
};

export const rootScope = (subject: unknown, effort: Effort): Scope => ({
  effort,
  names: Object.assign(Object.create(null), { $: subject }),
});

export const innerScope = ({ effort, names }: Scope): Scope => ({ effort, names: Object.create(names) });

/** A sequence of JSONata: one entry stands for itself, none is nothing. */
export const unwrapped = (entries: readonly unknown[]): unknown => (entries.length > 1 ? entries : entries[0]);

export const entriesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** A member of an object, as JSON has it. */
export const memberOf = (value: unknown, name: string): unknown => {
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) throw new NotPlain("Lists of lists are JSONata's business.");
  checkKnown(value);
  const member = Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
  return typeof member === "number" ? finite(member) : member;
};

/** Objects with these names in them are functions to JSONata. */
export const checkKnown = (value: object): void => {
  if ("_jsonata_lambda" in value || "_jsonata_function" in value) throw new NotPlain();
};

export const finite = (value: number): number => {
  if (Number.isFinite(value)) return value;
  throw new NotPlain();
};

/** What JSONata takes for true. */
export const isTrue = (value: unknown, effort: Effort): boolean => {
  if (typeof value === "number") return finite(value) !== 0;
  if (typeof value !== "object" || value === null) return Boolean(value);
  if (Array.isArray(value)) {
    spend(effort, 1 + value.length);
    return value.some((entry) => isTrue(entry, effort));
  }
  checkKnown(value);
  const { length } = Object.keys(value);
  spend(effort, length);
  return length > 0;
};
