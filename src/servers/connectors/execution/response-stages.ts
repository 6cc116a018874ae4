import { loadValidators, type Validate } from "../../../mcp/tools/validators.ts";
import { systemClock } from "../../../model/clock.ts";
import { Failure } from "../../../model/failure.ts";
import { isJsonObject } from "../../../model/json.ts";
import type { Schema } from "../../../model/schema.ts";
import type { MappingStep } from "../mappings/mappings.ts";
import type { PipelineCall } from "../pipeline.ts";
import { type FailureContext, invalidResponse, reportedFailure, statusFailure } from "./api-failure.ts";
import { type ErrorFacts, factsIn } from "./error-facts.ts";
import type { Masker } from "./mask-secrets.ts";
import { type ParsedBody, parseResponse, type ResponseFile, responseText } from "./parse-response.ts";
import type { StageOptions } from "./request-stages.ts";
import { isRepeatable, retryAfter } from "./send-request.ts";
import { shownResponse } from "./shown-bytes.ts";
import { shortened, visibleHeaders } from "./shown-request.ts";
import type { CallContext, Checked, Parsed, Stage, WithResponse, WithResult } from "./stage.ts";
import { formFields, withShownFiles } from "./write-body.ts";

const MOST_WARNINGS = 5;
const LONGEST_ERROR = 50_000;

/** Parses the response. Fails if its status is an error or its body cannot be read. */
export const parseStage = (options: StageOptions): Stage<WithResponse, Parsed> => {
  const { tool } = options;
  const { parse } = tool;
  const evaluate = createEvaluate(options);
  const failures = createFailures(options);

  const read = ({ response, masker }: WithResponse): ParsedBody => {
    const { body, text, file } = parseResponse(response, parse);
    return { body: masker.data(body, text), text, ...(file && { file: withMaskedBytes(file, masker) }) };
  };

  /** Endpoints that respond with files, or with nothing, report errors like all others. */
  const isForFiles = ["bytes", "auto", "none"].includes(parse.format);
  const readContent = ({ response, masker }: WithResponse): ParsedBody => {
    const { headers, body: bytes } = response;
    // Many errors have the Content-Type of the file, or none.
    const type = /^\s*[{[]/.test(bytes.toString("latin1", 0, 20)) ? "application/json" : headers["content-type"];
    const as = { body: bytes, headers: type === undefined ? {} : { "content-type": type } };
    const { body, text } = parseResponse(as, { format: "bytes" });
    return { body: masker.data((isJsonObject(body) && body["content"]) || null, text), text };
  };

  /** Reads the body of an error response as far as it can be read. HTML pages are not searched for a message. */
  const readError = (state: WithResponse): ParsedBody => {
    const { body, headers } = state.response;
    const contentType = headers["content-type"] ?? "";
    const text = responseText(body.subarray(0, LONGEST_ERROR), contentType);
    if (/html/i.test(contentType) || /^\s*<(?:!doctype|html)/i.test(text)) return { body: null, text };
    try {
      return isForFiles ? readContent(state) : read(state);
    } catch {
      return { body: text, text };
    }
  };

  /** What the error expression yields. If it fails, the status alone decides. */
  const reportedBy = async (state: Parsed, expression: string, { call }: CallContext): Promise<unknown> => {
    try {
      const [reported] = await evaluate(state, [{ expression }], call);
      return reported;
    } catch (error) {
      call.signal.throwIfAborted();
      if (error instanceof Failure) return undefined;
      throw error;
    }
  };

  const rejectStatus = async (state: WithResponse, context: CallContext): Promise<never> => {
    const { input, masker, source, response } = state;
    const failed = { input, masker, source, response, parsed: readError(state) };
    const reported = parse.error === undefined ? undefined : await reportedBy(failed, parse.error, context);
    throw failures.reported(failed, isSomething(reported) ? errorIn(reported) : factsIn(failed.parsed.body));
  };

  return {
    step: "parse",
    run(state, context) {
      const { input, masker, source, response } = state;
      if (!isSuccess(response.status)) return rejectStatus(state, context);
      try {
        return { input, masker, source, response, parsed: read(state) };
      } catch (error) {
        throw failures.invalid(state, error);
      }
    },
    show: ({ masker, parsed, response }) => ({
      in: {
        content_type: response.headers["content-type"] ?? "",
        text: shortened(
          masker.text(parsed.file ? shownResponse(response.body, response.headers["content-type"] ?? "") : parsed.text),
        ),
      },
      out: masker.value(parsed.body),
    }),
  };
};

/** A file rarely contains a secret, and is damaged where it does. */
const withMaskedBytes = (file: ResponseFile, masker: Masker): ResponseFile => {
  const text = file.bytes.toString("latin1");
  const masked = masker.data(text, text);
  return {
    ...file,
    ...(file.name !== undefined && { name: String(masker.data(file.name, file.name)) }),
    bytes: masked === text ? file.bytes : Buffer.from(String(masked), "latin1"),
  };
};

/** Maps the parsed response to the result. Fails if the error expression finds an error in it. */
export const responseStage = (options: StageOptions): Stage<Parsed, WithResult> => {
  const { parse, response: step = {} } = options.tool;
  const fields = formFields(options.tool);
  const evaluate = createEvaluate(options);
  const failures = createFailures(options);

  /** Evaluated together: first the error expression, then the mapping, then text and next page over its result. */
  const expressions = ((): readonly MappingStep[] => {
    const error = parse.error === undefined ? [] : [{ expression: parse.error, stops: true }];
    const mapping = step.mapping === undefined ? [] : [{ expression: step.mapping }];
    const over = step.mapping === undefined ? "body" : error.length;
    const after = [step.text, step.paging?.next].map((expression) => ({ expression: expression ?? "null", over }));
    return [...error, ...mapping, ...(step.text === undefined && step.paging === undefined ? [] : after)];
  })();

  const resultOf = (state: Parsed, results: readonly unknown[]): WithResult => {
    const { input, masker, source, response, parsed } = state;
    if (parse.error !== undefined && isSomething(results[0])) throw failures.reported(state, errorIn(results[0]));
    const rest = parse.error === undefined ? results : results.slice(1);
    const [data, text, cursor] = step.mapping === undefined ? [parsed.body, ...rest] : rest;
    return {
      input,
      masker,
      source,
      response,
      parsed,
      data: data ?? null,
      text: isSomething(text) ? (typeof text === "string" ? text : JSON.stringify(text)) : undefined,
      next:
        step.paging !== undefined && isSomething(cursor)
          ? { argument: step.paging.argument, value: cursor }
          : undefined,
    };
  };

  return {
    step: "response",
    run(state, { call }) {
      if (expressions.length === 0) return resultOf(state, []);
      return evaluate(state, expressions, call).then((results) => resultOf(state, results));
    },
    show(state) {
      const { masker, data, text, next } = state;
      return {
        in: masker.value({ ...visibleTo(state), input: withShownFiles(state.input, fields) }),
        out: masker.value({ data, ...(text !== undefined && { text }), ...(next !== undefined && { next }) }),
      };
    },
  };
};

/** Checks the result against the output schema. A mismatch becomes a warning: the call has had its effect. */
export const outputStage = ({ connector, tool, log }: StageOptions): Stage<WithResult, Checked> => {
  const { output: schema } = tool;
  let validate: Validate | undefined;

  const load = async (wanted: Schema): Promise<Validate> => {
    const validators = await loadValidators({ foreign: true });
    validate ??= validators.output(wanted);
    return validate;
  };

  const warningsOn = (check: Validate, data: unknown, { correlationId }: PipelineCall): readonly string[] => {
    const problems = (check(data) ?? [])
      .slice(0, MOST_WARNINGS)
      .map(({ instancePath, message = "does not fit" }) => `The result${instancePath} ${message}.`);
    if (problems.length > 0) {
      const facts = { connector: connector.name, tool: tool.name, correlationId, problems };
      log.warn("connector result does not fit its schema", facts);
    }
    return problems;
  };

  return {
    step: "output",
    run({ masker, source, response, parsed, data, text, next }, { call }) {
      const checked = (warnings: readonly string[]): Checked => ({
        masker,
        source,
        response,
        parsed,
        data,
        text,
        next,
        warnings,
      });
      if (schema === undefined) return checked([]);
      if (validate !== undefined) return checked(warningsOn(validate, data, call));
      return load(schema).then((loaded) => checked(warningsOn(loaded, data, call)));
    },
    show: ({ masker, data, warnings }) => ({ in: masker.value(data), out: { warnings } }),
  };
};

/** What the expressions of a connector see of a response. */
const visibleTo = ({ input, response, parsed, masker }: Parsed) => {
  const headers = visibleHeaders(response.headers);
  return {
    input,
    status: response.status,
    headers: masker.data(headers, Object.values(headers).join("\n")),
    body: parsed.body,
  };
};

const createEvaluate = ({ tool, mappings }: StageOptions) => {
  const repeatable = isRepeatable(tool);
  return async (
    state: Parsed,
    expressions: readonly MappingStep[],
    call: PipelineCall,
  ): Promise<readonly unknown[]> => {
    try {
      return await mappings.run(expressions, visibleTo(state), call);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      throw new Failure(error.kind, state.masker.text(error.message), {
        ...error.details,
        ...(!repeatable && { hint: "The call itself went through: check its effect before you call again." }),
      });
    }
  };
};

type Answered = Pick<WithResponse, "masker" | "response">;

const createFailures = ({ connector, tool }: StageOptions) => {
  const repeatable = isRepeatable(tool);
  const contextOf = ({ masker }: Answered): FailureContext => ({ title: connector.title, repeatable, masker });
  return {
    /** The API reports an error, by its status or in its body. */
    reported(state: Answered, facts: ErrorFacts): Failure {
      const { status, headers } = state.response;
      return isSuccess(status)
        ? reportedFailure(status, facts, contextOf(state))
        : statusFailure(status, facts, retryAfter(headers, systemClock.now()), contextOf(state));
    },
    /** The response cannot be parsed. */
    invalid: (state: Answered, error: unknown): Failure =>
      invalidResponse((error as Error).message, contextOf(state), error),
  };
};

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Checks whether an expression yielded anything; false, "", {} and [] count as nothing. */
const isSomething = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== false &&
  value !== "" &&
  !(typeof value === "object" && Object.keys(value).length === 0);

const errorIn = (reported: unknown): ErrorFacts =>
  typeof reported === "number" ? { code: String(reported) } : factsIn(reported);
