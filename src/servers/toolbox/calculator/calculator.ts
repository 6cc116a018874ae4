import type { Clock } from "../../../model/clock.ts";
import { array, integer, maybe, number, object, oneOf, type Schema, string } from "../../../model/schema.ts";
import { type BuiltIn, builtIn, builtInFunction } from "../registry/built-in.ts";
import { type CalculatorPoolOptions, createCalculations } from "./calculate.ts";
import { createConversions } from "./conversions.ts";
import { createCurrencyRates } from "./currency-rates.ts";

export interface CalculatorOptions extends CalculatorPoolOptions {
  readonly clock: Clock;
  /** JSON: `{"base": "EUR", "date": "2026-06-30", "rates": {"USD": 1.16}}`. */
  readonly ratesFile?: string;
}

const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

const notes = array(string(), { description: "What was assumed, where the input could mean several things" });

const source = oneOf(["offline"], { description: "Computed inside Taxiway" });

export const createCalculator = ({ clock, ratesFile, ...pool }: CalculatorOptions): BuiltIn => {
  const rates = createCurrencyRates(ratesFile);
  const calculations = createCalculations(pool);
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
