import { loadValidators, type Validate } from "../../../mcp/tools/validators.ts";
import { systemClock } from "../../../model/clock.ts";
import { Failure } from "../../../model/failure.ts";
import type { MappingStep } from "../mappings/mapping-job.ts";
import { type FailureContext, reportedFailure, statusFailure, unreadable } from "./api-failure.ts";
import { type ErrorFacts, factsIn } from "./error-facts.ts";
import type { Journey, Station } from "./journey.ts";
import { answerText, type ReadAnswer, readAnswer } from "./read-answer.ts";
import { seenHeaders, type WholeOptions } from "./request-stations.ts";
import { isRepeatable, pauseAskedFor } from "./retry-rules.ts";
import { cut } from "./show-request.ts";

const MOST_WARNINGS = 5;
const MOST_OF_ERROR = 50_000;

/** From the answer to the result. */
export const answerStations = (options: WholeOptions): Readonly<Record<"parse" | "response" | "output", Station>> => {
  const { connector, tool, mappings, log } = options;
  const { parse, response: step = {} } = tool;
  const repeatable = isRepeatable(tool);
  let check: Promise<Validate> | undefined;

  const contextOf = ({ masker }: Journey): FailureContext => ({ title: connector.title, repeatable, masker });

  const read = (journey: Journey): ReadAnswer => {
    const { body, text } = readAnswer(journey.response, parse);
    return { body: journey.masker.data(body, text), text };
  };

  /** Of an answer that is an error anyway, what can be read is read; pages are for people. */
  const readIfAny = (journey: Journey): ReadAnswer => {
    const { body, headers } = journey.response;
    const contentType = headers["content-type"] ?? "";
    const text = answerText(body.subarray(0, MOST_OF_ERROR), contentType);
    if (/html/i.test(contentType) || /^\s*<(?:!doctype|html)/i.test(text)) return { body: null, text };
    try {
      return read(journey);
    } catch {
      return { body: text, text };
    }
  };

  const seenBy = ({ input, response, answer, masker }: Journey) => {
    const headers = seenHeaders(response.headers);
    return {
      input,
      status: response.status,
      headers: masker.data(headers, Object.values(headers).join("\n")),
      body: answer.body,
    };
  };

  const failureFor = (journey: Journey, facts: ErrorFacts): Failure => {
    const { status, headers } = journey.response;
    const context = contextOf(journey);
    return isFine(status)
      ? reportedFailure(status, facts, context)
      : statusFailure(status, facts, pauseAskedFor(headers, systemClock.now()), context);
  };

  /** In one go: what says whether it is an error, then what makes the result of it. */
  const steps = ((): readonly MappingStep[] => {
    const error = parse.error === undefined ? [] : [{ expression: parse.error, stops: true }];
    const mapping = step.mapping === undefined ? [] : [{ expression: step.mapping }];
    const over = step.mapping === undefined ? "body" : error.length;
    const after = [step.text, step.paging?.next].map((expression) => ({ expression: expression ?? "null", over }));
    return [...error, ...mapping, ...(step.text === undefined && step.paging === undefined ? [] : after)];
  })();

  const made = async (journey: Journey): Promise<void> => {
    const { answer } = journey;
    const results = steps.length === 0 ? [] : await evaluated(journey, steps);
    if (parse.error !== undefined && isSomething(results[0])) throw failureFor(journey, errorIn(results[0]));
    const rest = parse.error === undefined ? results : results.slice(1);
    const [data, text, cursor] = step.mapping === undefined ? [answer.body, ...rest] : rest;
    journey.data = data ?? null;
    journey.text = isSomething(text) ? (typeof text === "string" ? text : JSON.stringify(text)) : undefined;
    if (step.paging !== undefined && isSomething(cursor)) {
      journey.next = { argument: step.paging.argument, value: cursor };
    }
  };

  const evaluated = async (journey: Journey, expressions: readonly MappingStep[]): Promise<readonly unknown[]> => {
    try {
      return await mappings.run(expressions, seenBy(journey), journey.call);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const { masker } = journey;
      throw new Failure(error.kind, masker.text(error.message), {
        ...error.details,
        ...(!repeatable && { hint: "The call itself went through: look before you call again." }),
      });
    }
  };

  /** An error expression that does not expect the answer of an error leaves it to the status to say what it is. */
  const reportedBy = async (journey: Journey, expression: string): Promise<readonly unknown[]> => {
    try {
      return await evaluated(journey, [{ expression }]);
    } catch (error) {
      journey.call.signal.throwIfAborted();
      if (error instanceof Failure) return [];
      throw error;
    }
  };

  return {
    async parse(journey) {
      const { status } = journey.response;
      if (!isFine(status)) {
        journey.answer = readIfAny(journey);
        const reported = parse.error === undefined ? [] : await reportedBy(journey, parse.error);
        throw failureFor(journey, isSomething(reported[0]) ? errorIn(reported[0]) : factsIn(journey.answer.body));
      }
      try {
        journey.answer = read(journey);
      } catch (error) {
        throw unreadable((error as Error).message, contextOf(journey), error);
      }
      const { masker, answer, response } = journey;
      return () => ({
        in: { content_type: response.headers["content-type"] ?? "", text: cut(masker.text(answer.text)) },
        out: masker.value(answer.body),
      });
    },

    async response(journey) {
      await made(journey);
      const { masker, data, text, next } = journey;
      return () => ({
        in: masker.value(seenBy(journey)),
        out: masker.value({ data, ...(text !== undefined && { text }), ...(next !== undefined && { next }) }),
      });
    },

    async output(journey) {
      const { data, masker, call } = journey;
      if (tool.output !== undefined) {
        const schema = tool.output;
        check ??= loadValidators({ foreign: true }).then((validators) => validators.output(schema));
        const misfits = (await check)(data) ?? [];
        journey.warnings = misfits
          .slice(0, MOST_WARNINGS)
          .map(({ instancePath, message = "does not fit" }) => `The result${instancePath} ${message}.`);
        if (misfits.length > 0) {
          const facts = { connector: connector.name, tool: tool.name, correlationId: call.correlationId };
          log.warn("connector result does not fit its schema", { ...facts, problems: journey.warnings });
        }
      }
      return () => ({ in: masker.value(data), out: { warnings: journey.warnings } });
    },
  };
};

const isFine = (status: number): boolean => status >= 200 && status < 300;

/** What an expression yields instead of nothing. */
const isSomething = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== false &&
  value !== "" &&
  !(typeof value === "object" && Object.keys(value).length === 0);

const errorIn = (reported: unknown): ErrorFacts =>
  typeof reported === "number" ? { code: String(reported) } : factsIn(reported);
