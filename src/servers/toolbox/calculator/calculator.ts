import { clientOf } from "../../../model/caller.ts";
import type { Clock } from "../../../model/clock.ts";
import { Failure, type FailureKind } from "../../../model/failure.ts";
import { array, integer, maybe, number, object, oneOf, type Schema, string } from "../../../model/schema.ts";
import {
  createWorkerPool,
  IsolationError,
  type IsolationReason,
  moduleBeside,
} from "../../../platform/isolation/worker-pool.ts";
import type { FunctionCall } from "../registry/backend.ts";
import { type BuiltIn, builtIn, builtInFunction } from "../registry/built-in.ts";
import { createConversions } from "./conversions.ts";
import { createCurrencyRates } from "./currency-rates.ts";
import type { Calculation } from "./evaluate.ts";
import { checkLength } from "./read-expression.ts";

export interface CalculatorOptions extends WorkerOptions {
  readonly clock: Clock;
  /** JSON: `{"base": "EUR", "date": "2026-06-30", "rates": {"USD": 1.16}}`. */
  readonly ratesFile?: string;
}

const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

const notes = array(string(), { description: "What was assumed, where the input could mean several things" });

const source = oneOf(["offline"], { description: "Computed inside Taxiway" });

interface WorkerOptions {
  /** Whether the worker starts some time after the server, not with the first calculation. */
  readonly warm?: boolean;
  readonly deadlineMs?: number;
  readonly memoryMb?: number;
}

export const createCalculator = ({ clock, ratesFile, ...worker }: CalculatorOptions): BuiltIn => {
  const rates = createCurrencyRates(ratesFile);
  const calculations = createCalculations(worker);
  const convert = createConversions({ rates, clock });

  return builtIn({
    name: "calculator",
    description:
      "Calculates with exact decimals, big integers, percentages and units, and converts between units and currencies. Use it for every figure that has to be right.",
    category: "CALCULATION",
    version: "1.0.0",
    functions: [
      builtInFunction({
        name: "calculate",
        title: "Calculate",
        description:
          "Calculates one expression: arithmetic, percentages (15% of 240, 240 + 19%), powers, factorials, roots, logarithms, trigonometry (sin(45 deg)), statistics (mean(1, 2, 3)), units (3 km + 200 m to miles) and variables (a = 3; a^2). Decimals are exact, integers have all their digits. Decimal point, not comma. For currencies use convert_units.",
        parameters: object({
          expression: string({
            description:
              "Mathematical expression to evaluate, such as (129.90 * 3 + 45) * 1.19, 2^200, 5'10\" in cm or 850 km / 90 km/h",
          }),
        }),
        returns: object({
          expression: string({ description: "As it was given" }),
          read_as: string({ description: "How it was understood" }),
          result: {
            type: ["number", "string", "boolean"],
            description: "A number; a string where a number would lose digits, and for complex numbers and lists",
          } as Schema<number | string | boolean>,
          text: string({ description: "The result in full, with its unit" }),
          type: oneOf(["number", "quantity", "complex", "boolean", "list", "text"]),
          unit: maybe(string({ description: "The unit of a quantity" })),
          fraction: maybe(string({ description: "The exact result, where its decimals never end" })),
          notes,
          source,
        }),
        annotations,
        timeout: 10,
        run: async ({ expression }, call) => ({
          expression,
          ...(await calculations.calculate(expression, call)),
          source: "offline" as const,
        }),
      }),
      builtInFunction({
        name: "convert_units",
        title: "Convert units",
        description:
          "Converts a value from one unit to another: length, mass, volume, area, speed, pressure, energy, power, force, frequency, time, angle, data, data rate, fuel consumption, temperature and currency. Currencies come with the rate, its date and where it is from.",
        parameters: object({
          value: number({ description: "How much of from_unit" }),
          from_unit: string({
            description: "Symbol or name: km, miles, US gallon, °F, GiB, knots, L/100km, USD, euro",
          }),
          to_unit: string({ description: "A unit of the same kind as from_unit" }),
        }),
        returns: object({
          value: number(),
          from_unit: string({ description: "Its symbol" }),
          to_unit: string({ description: "Its symbol" }),
          result: number({ description: "How much of to_unit that is" }),
          text: string({ description: "The conversion as a line of text" }),
          dimension: string({ description: "What both measure" }),
          rate: maybe(
            object({
              value: number({ description: "How much of to_unit one from_unit buys" }),
              date: string({ description: "The day of the rates" }),
              source: string({ description: "Where the rates come from" }),
              age_days: integer({ description: "How old they are" }),
            }),
          ),
          notes,
          source,
        }),
        annotations,
        timeout: 10,
        run: async ({ value, from_unit, to_unit }) => ({
          ...(await convert(value, from_unit, to_unit)),
          source: "offline" as const,
        }),
      }),
    ],
    async check() {
      try {
        await rates.table();
        return { status: "healthy" };
      } catch (reason) {
        return { status: "degraded", lastError: reason instanceof Error ? reason.message : String(reason) };
      }
    },
    close: () => calculations.close(),
  });
};

/** After the rest of the server has started. */
const WARM_AFTER_MS = 10_000;

const SMALLER = "Use smaller numbers or fewer of them.";

const EXPLANATIONS: Readonly<Record<IsolationReason, readonly [kind: FailureKind, message: string, hint: string]>> = {
  timeout: ["timeout", "The calculation took too long and was stopped.", SMALLER],
  memory: ["failed", "The calculation took too much memory and was stopped.", SMALLER],
  crashed: ["failed", "The calculation ended unexpectedly.", "Try once more; if it happens again, simplify it."],
  busy: ["rate_limited", "Too many calculations are waiting.", "Try again in a second."],
  cancelled: ["timeout", "The calculation was cancelled.", "Try again."],
};

/** Runs calculations one at a time in one worker process, so that untrusted input cannot occupy more. */
const createCalculations = ({ warm = false, deadlineMs = 2_000, memoryMb = 128 }: WorkerOptions) => {
  const pool = createWorkerPool<string, Calculation>({
    module: moduleBeside(import.meta.url, "calculator-worker"),
    memoryMb,
    ...(warm && { warmAfterMs: WARM_AFTER_MS }),
    noEval: true,
  });
  return {
    async calculate(expression: string, { caller, signal, timeoutMs }: FunctionCall): Promise<Calculation> {
      checkLength(expression);
      try {
        return await pool.run(expression, {
          client: clientOf(caller),
          deadlineMs: Math.min(deadlineMs, timeoutMs),
          signal,
        });
      } catch (reason) {
        if (!(reason instanceof IsolationError)) throw reason;
        const [kind, message, hint] = EXPLANATIONS[reason.reason];
        const details = { field: "expression", hint, error_type: reason.reason, retryable: reason.reason === "busy" };
        throw new Failure(kind, message, details, { cause: reason });
      }
    },
    close: () => pool.close(),
  };
};
