import type { ErrorObject } from "ajv";
import { type Failure, invalid } from "../../model/failure.ts";
import type { Schema } from "../../model/schema.ts";
import { withoutSecrets } from "../../model/without-secrets.ts";
import { explainMisfit, type Misfit } from "./explain-misfit.ts";
import { copyKnown, type DroppedField, joinPath, type Shape, shapeOf } from "./known-fields.ts";
import { nearestName } from "./nearest-name.ts";
import type { Tool } from "./tool.ts";
import { loadValidators, type Validate } from "./validators.ts";

export interface CheckedInput {
  /** A copy of the arguments, defaults filled in, without the fields nobody knows. */
  readonly input: unknown;
  /** One sentence per field that was left out. */
  readonly warnings: readonly string[];
}

interface InputCheck {
  readonly shape: Shape;
  readonly firstMisfit: Validate;
  /** Compiled when something first misfits. */
  allMisfits(): Validate;
}

const MOST_MISFITS = 10;
const MOST_WARNINGS = 20;
/** Listing every misfit of a larger input would cost more memory than the input itself. */
const LARGEST_EXPLAINED = 100_000;

const checks = new WeakMap<Schema, InputCheck>();

const prepare = async ({ input, enforced: schema = input, foreign }: Tool): Promise<InputCheck> => {
  const validators = await loadValidators({ foreign });
  let allMisfits: Validate | undefined;
  const check: InputCheck = {
    shape: shapeOf(schema),
    firstMisfit: validators.input(schema),
    allMisfits() {
      allMisfits ??= validators.allMisfits(schema);
      return allMisfits;
    },
  };
  checks.set(input, check);
  return check;
};

/** A field of nearly that name, or one of that name inside another: `passengers.adults` for `adults`. */
const meantName = (name: string, known: ReadonlyMap<string, Shape>): string | undefined => {
  const inside = [...known].find(([, { fields, items }]) => fields.has(name) || items.fields.has(name));
  if (inside === undefined) return nearestName(name, known.keys());
  const [outer, { fields }] = inside;
  return joinPath(fields.has(name) ? outer : `${outer}[0]`, name);
};

const warningsFor = (tool: Tool, dropped: readonly DroppedField[]): string[] => {
  const warnings = dropped.slice(0, MOST_WARNINGS).map(({ parent, name, known }) => {
    const near = meantName(name, known);
    const ignored = `"${withoutSecrets(joinPath(parent, name.slice(0, 100)))}" is not a field of ${tool.name} and was ignored`;
    return near === undefined ? `${ignored}.` : `${ignored}; did you mean "${near}"?`;
  });
  const more = dropped.length - warnings.length;
  return more > 0 ? [...warnings, `${more} further unknown fields were ignored.`] : warnings;
};

const MOST_NAMED = 20;

const fieldsInWords = (names: readonly string[]): string => {
  if (names.length === 0 || names.length > MOST_NAMED) return "Leave it out.";
  return names.length === 1
    ? `Its only field is ${names[0]}.`
    : `Its fields are ${names.slice(0, -1).join(", ")} and ${names.at(-1)}.`;
};

const unknownField = (tool: Tool, { parent, name, known }: DroppedField): Failure => {
  const field = joinPath(parent, name.slice(0, 100));
  const near = meantName(name, known);
  return invalid(`${tool.name} has no field "${field}".`, {
    field,
    allowed: [...known.keys()].slice(0, 50),
    hint: near === undefined ? fieldsInWords([...known.keys()]) : `Did you mean "${near}"?`,
  });
};

/** An `anyOf` brings the misfits of all its branches along; they say less than it does. */
const withoutBranches = (errors: readonly ErrorObject[]): ErrorObject[] => {
  const choices = errors.filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf");
  return errors.filter(({ schemaPath }) => !choices.some((choice) => schemaPath.startsWith(`${choice.schemaPath}/`)));
};

const misspelt = ({ field }: Misfit, dropped: readonly DroppedField[]): string | undefined => {
  const name = field.slice(field.lastIndexOf(".") + 1);
  const parent = field.slice(0, Math.max(0, field.length - name.length - 1));
  const sent = dropped.find((other) => other.parent === parent && nearestName(other.name, [name]) === name);
  return sent && `You sent "${sent.name}"; the field is called "${name}".`;
};

const failureFor = async (
  tool: Tool,
  errors: readonly ErrorObject[],
  dropped: readonly DroppedField[],
): Promise<Failure> => {
  const seen = new Set<string>();
  const told = withoutBranches(errors)
    .map((error) => explainMisfit(error, tool.name))
    .filter(({ message }) => !seen.has(message) && seen.add(message))
    .slice(0, MOST_MISFITS);
  const misfits = await Promise.all(
    told.map(async (misfit) => {
      const meant = await tool.suggest?.(misfit.field, misfit.value);
      const hint = meant ?? misfit.hint ?? misspelt(misfit, dropped);
      return hint === undefined ? misfit : { ...misfit, hint };
    }),
  );
  const [first, ...more] = misfits;
  if (first === undefined) return invalid(`The input of ${tool.name} does not fit its schema.`);
  const { message, ...details } = first;
  return invalid(message, more.length === 0 ? details : { ...details, problems: misfits });
};

const explain = async (
  check: InputCheck,
  tool: Tool,
  raw: unknown,
  dropped: readonly DroppedField[],
): Promise<never> => {
  if (JSON.stringify(raw).length > LARGEST_EXPLAINED) {
    throw invalid(`The input of ${tool.name} does not fit its schema, and is too large to list what is wrong with it.`);
  }
  const errors = check.allMisfits()(copyKnown(check.shape, raw, "", []));
  throw await failureFor(tool, errors ?? [], dropped);
};

/** Fails with an `invalid` Failure that names the field, the value, what is allowed, and what was probably meant. */
export const checkInput = (tool: Tool, raw: unknown): CheckedInput | Promise<CheckedInput> => {
  const check = checks.get(tool.input);
  return check === undefined ? prepare(tool).then((made) => checkWith(made, tool, raw)) : checkWith(check, tool, raw);
};

const refusesUnknownFields = ({ foreign, effect, unknownFields }: Tool): boolean =>
  unknownFields === undefined ? foreign === true || effect !== "read" : unknownFields === "refuse";

/** A promise only where there is something to explain. */
const checkWith = (check: InputCheck, tool: Tool, raw: unknown): CheckedInput | Promise<CheckedInput> => {
  const dropped: DroppedField[] = [];
  const input = copyKnown(check.shape, raw, "", dropped);
  if (check.firstMisfit(input) !== undefined) return explain(check, tool, raw, dropped);
  if (dropped[0] !== undefined && refusesUnknownFields(tool)) throw unknownField(tool, dropped[0]);
  return { input, warnings: dropped.length === 0 ? [] : warningsFor(tool, dropped) };
};
