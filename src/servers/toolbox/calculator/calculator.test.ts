import { afterAll, describe, expect, it } from "vitest";
import { frozenClock } from "../../../model/clock.ts";
import type { FunctionCall } from "../registry/backend.ts";
import { createCalculator } from "./calculator.ts";

const calculator = createCalculator({ clock: frozenClock(Date.parse("2026-07-10")) });
afterAll(() => calculator.backend.close());

const call = async (functionName: string, given: Record<string, unknown>): Promise<Record<string, unknown>> => {
  const whole: FunctionCall = {
    functionName,
    arguments: given,
    callId: "call",
    timeoutMs: 10_000,
    signal: new AbortController().signal,
    caller: { tenant: "default" } as unknown as FunctionCall["caller"],
    progress: () => undefined,
  };
  return (await calculator.backend.call(whole)).data as Record<string, unknown>;
};

describe("the calculator", () => {
  it("declares the functions and parameters of the contract", () => {
    const { name, category, functions } = calculator.description;
    expect({ name, category }).toEqual({ name: "calculator", category: "CALCULATION" });
    expect(functions.map((one) => [one.name, one.parameters["required"]])).toEqual([
      ["calculate", ["expression"]],
      ["convert_units", ["value", "from_unit", "to_unit"]],
    ]);
  });

  it("converts units", async () => {
    expect(await call("convert_units", { value: 10, from_unit: "knots", to_unit: "km/h" })).toEqual({
      value: 10,
      from_unit: "kn",
      to_unit: "km/h",
      result: 18.52,
      text: "10 kn = 18.52 km/h",
      dimension: "speed",
      notes: [],
      source: "offline",
    });
  });

  it("is healthy without a rate table of the operator", async () => {
    expect(await calculator.backend.check(new AbortController().signal)).toEqual({
      status: "healthy",
      version: "1.0.0",
      capabilities: ["calculate", "convert_units"],
    });
  });
});
