/** An expression that is evaluated synchronously in this process, with the result that JSONata gives. */
export type PlainExpression = (subject: unknown, scope: Scope) => unknown;

/** What an expression sees besides its subject. */
export interface Scope {
  readonly effort: Effort;
  /** Variables; an inner block's scope inherits from the outer one. */
  readonly names: Record<string, unknown>;
}

/** The step budget of one evaluation. When it is used up, a worker takes over, where time and memory are limited. */
export interface Effort {
  left: number;
}

/** The expression or its input needs JSONata itself, which also reports all errors. */
export class NotPlain extends Error {}

export const spend = (effort: Effort, amount: number): void => {
  effort.left -= amount;
  if (effort.left < 0) throw new NotPlain("The step budget is used up.");
};

export const CHARACTERS_AT_ONCE = 32;

/** Spends for a text that is made or searched. */
export const spendText = (effort: Effort, length: number): void => spend(effort, 1 + length / CHARACTERS_AT_ONCE);

/** Spends for a value that is about to be read. */
export const spendOn = (effort: Effort, value: unknown): void => {
  if (typeof value === "string") spendText(effort, value.length);
  else spend(effort, Array.isArray(value) ? 1 + value.length : 1);
};

export const rootScope = (subject: unknown, effort: Effort): Scope => ({
  effort,
  names: Object.assign(Object.create(null), { $: subject }),
});

export const innerScope = ({ effort, names }: Scope): Scope => ({ effort, names: Object.create(names) });

/** A sequence of JSONata: a single entry is the entry itself, an empty one is nothing. */
export const unwrapped = (entries: readonly unknown[]): unknown => (entries.length > 1 ? entries : entries[0]);

export const entriesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** An own member of an object. */
export const memberOf = (value: unknown, name: string): unknown => {
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) throw new NotPlain("Lists of lists are left to JSONata.");
  checkKnown(value);
  const member = Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
  return typeof member === "number" ? finite(member) : member;
};

/** Rejects objects that JSONata would take for functions. */
export const checkKnown = (value: object): void => {
  if ("_jsonata_lambda" in value || "_jsonata_function" in value) throw new NotPlain();
};

export const finite = (value: number): number => {
  if (Number.isFinite(value)) return value;
  throw new NotPlain();
};

/** Truthiness as JSONata defines it. */
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
