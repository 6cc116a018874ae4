import { createHash } from "node:crypto";
import type { ErrorObject } from "ajv";
import { explainSchemaError } from "../../../mcp/tools/explain-schema-error.ts";
import type { Validate } from "../../../mcp/tools/validators.ts";
import { type Failure, invalid } from "../../../model/failure.ts";
import { problemsOf } from "./check-scenario.ts";
import { type FieldLines, fieldLines, lineOf, UnreadableText } from "./field-lines.ts";
import type { Scenario } from "./scenario.ts";
import { ScenarioFile } from "./scenario-schema.ts";

export const MOST_SCENARIO_BYTES = 256 * 1024;
const DEEPEST = 24;
const MOST_PROBLEMS = 10;

interface Located {
  readonly line: number;
  readonly field: string;
  readonly message: string;
}

/** Reads a scenario from YAML or JSON. Throws a Failure whose `problems` have line and field. */
export const readScenario = async (text: string): Promise<Scenario> => {
  const bytes = Buffer.byteLength(text);
  if (bytes > MOST_SCENARIO_BYTES) {
    throw unreadable([
      { line: 1, field: "", message: `A scenario must be at most ${MOST_SCENARIO_BYTES} bytes, got ${bytes}.` },
    ]);
  }
  const { value, lines } = await parse(text.replace(/^\ufeff/, ""));
  const file = await checkShape(value, lines);
  const problems = (await problemsOf(file)).map(({ field, message }) => ({
    line: lineOf(lines, field),
    field,
    message,
  }));
  if (problems.length > 0) throw unreadable(problems);
  return { ...file, digest: digestOf(file) };
};

const parse = async (text: string): Promise<{ readonly value: unknown; readonly lines: FieldLines }> => {
  const { parseEvents, constructFromEvents, CORE_SCHEMA, YAMLException } = await import("js-yaml");
  try {
    const events = parseEvents(text, { maxDepth: DEEPEST });
    const lines = fieldLines(text, events);
    const documents = constructFromEvents(events, { source: text, schema: CORE_SCHEMA });
    if (documents.length !== 1) {
      throw new UnreadableText(`A scenario file must have one document, got ${documents.length}.`, 1);
    }
    return { value: documents[0], lines };
  } catch (error) {
    if (error instanceof UnreadableText) throw unreadable([{ line: error.line, field: "", message: error.message }]);
    if (!(error instanceof YAMLException)) throw error;
    const message = `This is neither YAML nor JSON: ${error.reason.slice(0, 200)}.`;
    throw unreadable([{ line: (error.mark?.line ?? 0) + 1, field: "", message }]);
  }
};

const checkShape = async (value: unknown, lines: FieldLines): Promise<ScenarioFile> => {
  // Compiled once, also for scenarios that are read at the same time.
  compiling ??= import("../../../mcp/tools/validators.ts").then(async ({ loadValidators }) =>
    (await loadValidators()).allErrors(ScenarioFile),
  );
  const validate = await compiling;
  const errors = validate(value);
  if (errors === undefined) return value as ScenarioFile;
  throw unreadable(
    nearestErrors(errors).map((error) => {
      const { field, message, hint } = explainSchemaError(error, "a scenario");
      return { line: lineOf(lines, field), field, message: hint === undefined ? message : `${message} ${hint}` };
    }),
  );
};
let compiling: Promise<Validate> | undefined;

const depthOf = ({ instancePath }: ErrorObject): number => instancePath.split("/").length;

/** Of a value with alternatives, the errors of the alternative that it comes nearest to. Unknown fields come first. */
const nearestErrors = (errors: readonly ErrorObject[]): readonly ErrorObject[] => {
  const alternatives = errors.filter(({ keyword }) => keyword === "anyOf");
  const near = errors.filter((error) => {
    const around = alternatives.find(({ schemaPath }) => error.schemaPath.startsWith(`${schemaPath}/`));
    if (around === undefined) return error.keyword !== "anyOf" || !hasBetter(errors, error);
    if (error.keyword === "type" && error.instancePath === around.instancePath) return false;
    const inside = errors.filter(
      ({ schemaPath, instancePath }) =>
        schemaPath.startsWith(`${around.schemaPath}/`) && instancePath.startsWith(around.instancePath),
    );
    return depthOf(error) === Math.max(...inside.filter(({ keyword }) => keyword !== "type").map(depthOf));
  });
  const isUnknown = ({ keyword }: ErrorObject) => keyword === "additionalProperties";
  return [...near.filter(isUnknown), ...near.filter((error) => !isUnknown(error))];
};

const hasBetter = (errors: readonly ErrorObject[], { schemaPath, instancePath }: ErrorObject): boolean =>
  errors.some(
    (other) =>
      other.schemaPath.startsWith(`${schemaPath}/`) &&
      !(other.keyword === "type" && other.instancePath === instancePath),
  );

/** Keys in order of their names, so that the order in the file does not matter. */
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === "object" && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, inner]) => [key, sorted(inner)]),
        )
      : value;

const digestOf = (file: ScenarioFile): string =>
  createHash("sha256")
    .update(JSON.stringify(sorted(file)))
    .digest("hex");

const unreadable = (problems: readonly Located[]): Failure => {
  const [first] = problems as readonly [Located, ...Located[]];
  const more =
    problems.length > 1
      ? ` ${problems.length === 2 ? "There is 1 more problem" : `There are ${problems.length - 1} more problems`}.`
      : "";
  return invalid(`Line ${first.line}: ${first.message}${more}`, {
    field: first.field,
    line: first.line,
    problems: problems.slice(0, MOST_PROBLEMS),
  });
};
