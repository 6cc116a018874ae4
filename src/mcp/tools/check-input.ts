import type { ErrorObject } from "ajv";
import { type Failure, invalid } from "../../model/failure.ts";
import type { MaybePromise } from "../../model/maybe-promise.ts";
import { withoutSecrets } from "../../model/redact.ts";
import type { Schema } from "../../model/schema.ts";
import { explainSchemaError } from "./explain-schema-error.ts";
import type { InputProblem } from "./input-problem.ts";
import { copyKnown, type DroppedField, joinPath, type Shape, shapeOf } from "./known-fields.ts";
import { nearestName } from "./nearest-name.ts";
import type { Tool } from "./tool.ts";
import { loadValidators, type Validate } from "./validators.ts";

interface CheckedInput {
  /** A copy of the arguments with defaults and without unknown fields. */
  readonly input: unknown;
  /** One sentence per dropped field. */
  readonly warnings: readonly string[];
}

interface InputCheck {
  readonly shape: Shape;
  readonly firstError: Validate;
  /** Compiled with the first invalid input. */
  allErrors(): Validate;
}

const MAX_EXPLAINED_ERRORS = 10;
const MAX_WARNINGS = 20;
/** Listing every error of a larger input would take more memory than the input itself. */
const MAX_EXPLAINED_LENGTH = 100_000;

const checks = new WeakMap<Schema, InputCheck>();

const prepare = async ({ input, enforced: schema = input, foreign }: Tool): Promise<InputCheck> => {
  const validators = await loadValidators({ foreign });
  let allErrors: Validate | undefined;
  const check: InputCheck = {
    shape: shapeOf(schema),
    firstError: validators.input(schema),
    allErrors() {
      allErrors ??= validators.allErrors(schema);
      return allErrors;
    },
  };
  checks.set(input, check);
  return check;
};

/** Finds a field of a similar name, or a nested field of the same name, such as `passengers.adults` for `adults`. */
const meantName = (name: string, known: ReadonlyMap<string, Shape>): string | undefined => {
  const inside = [...known].find(([, { fields, items }]) => fields.has(name) || items.fields.has(name));
  if (inside === undefined) return nearestName(name, known.keys());
  const [outer, { fields }] = inside;
  return joinPath(fields.has(name) ? outer : `${outer}[0]`, name);
};

const warningsFor = (tool: Tool, dropped: readonly DroppedField[]): string[] => {
  const warnings = dropped.slice(0, MAX_WARNINGS).map(({ parent, name, known }) => {
    const near = meantName(name, known);
    const ignored = `"${withoutSecrets(joinPath(parent, name.slice(0, 100)))}" is not a field of ${tool.name} and was ignored`;
    return near === undefined ? `${ignored}.` : `${ignored}; did you mean "${near}"?`;
  });
  const more = dropped.length - warnings.length;
  return more > 0 ? [...warnings, `${more} further unknown fields were ignored.`] : warnings;
};

const MAX_NAMED = 20;

const fieldsInWords = (names: readonly string[]): string => {
  if (names.length === 0 || names.length > MAX_NAMED) return "Leave it out.";
  return names.length === 1
    ? `Its only field is ${names[0]}.`
    : `Its fields are ${names.slice(0, -1).join(", ")} and ${names.at(-1)}.`;
};

const unknownField = (tool: Tool, { parent, name, known }: DroppedField): Failure => {
  const field = joinPath(parent, name.slice(0, 100));
  const near = meantName(name, known);
  const own = parent === "" ? tool.fieldHints?.get(name) : undefined;
  return invalid(`${tool.name} has no field "${field}".`, {
    field,
    allowed: [...known.keys()].slice(0, 50),
    hint: own ?? (near === undefined ? fieldsInWords([...known.keys()]) : `Did you mean "${near}"?`),
  });
};

/** Removes the errors of the branches of `anyOf` and `oneOf`, which are less helpful than the error of the choice. */
const withoutBranches = (errors: readonly ErrorObject[]): ErrorObject[] => {
  const choices = errors.filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf");
  return errors.filter(({ schemaPath }) => !choices.some((choice) => schemaPath.startsWith(`${choice.schemaPath}/`)));
};

const misspelledName = ({ field }: InputProblem, dropped: readonly DroppedField[]): string | undefined => {
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
  const explained = withoutBranches(errors)
    .map((error) => explainSchemaError(error, tool.name))
    .filter(({ message }) => !seen.has(message) && seen.add(message))
    .slice(0, MAX_EXPLAINED_ERRORS);
  const problems = await Promise.all(
    explained.map(async (problem) => {
      const suggestion = await tool.suggest?.(problem.field, problem.value);
      const hint = suggestion ?? problem.hint ?? misspelledName(problem, dropped);
      return hint === undefined ? problem : { ...problem, hint };
    }),
  );
  const [first, ...more] = problems;
  if (first === undefined) return invalid(`The input of ${tool.name} does not fit its schema.`);
  const { message, ...details } = first;
  return invalid(message, more.length === 0 ? details : { ...details, problems });
};

const explain = async (
  check: InputCheck,
  tool: Tool,
  raw: unknown,
  dropped: readonly DroppedField[],
): Promise<never> => {
  if (JSON.stringify(raw).length > MAX_EXPLAINED_LENGTH) {
    throw invalid(`The input of ${tool.name} does not fit its schema, and is too large to list what is wrong with it.`);
  }
  const errors = check.allErrors()(copyKnown(check.shape, raw, "", []));
  throw await failureFor(tool, errors ?? [], dropped);
};

/** Validates the arguments of a tool. Fails with an `invalid` Failure that names field, value and allowed values. */
export const checkInput = (tool: Tool, raw: unknown): MaybePromise<CheckedInput> => {
  const check = checks.get(tool.input);
  return check === undefined ? prepare(tool).then((made) => checkWith(made, tool, raw)) : checkWith(check, tool, raw);
};

const refusesUnknownFields = ({ foreign, effect, unknownFields }: Tool): boolean =>
  unknownFields === undefined ? foreign === true || effect !== "read" : unknownFields === "refuse";

/** Returns a promise only for an invalid input, which needs an explanation. */
const checkWith = (check: InputCheck, tool: Tool, raw: unknown): MaybePromise<CheckedInput> => {
  const dropped: DroppedField[] = [];
  const input = copyKnown(check.shape, raw, "", dropped);
  if (check.firstError(input) !== undefined) return explain(check, tool, raw, dropped);
  if (dropped[0] !== undefined && refusesUnknownFields(tool)) throw unknownField(tool, dropped[0]);
  return { input, warnings: dropped.length === 0 ? [] : warningsFor(tool, dropped) };
};
