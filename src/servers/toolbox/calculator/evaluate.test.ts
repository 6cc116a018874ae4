import { describe, expect, it } from "vitest";
import { Failure } from "../../../model/failure.ts";
import { evaluate } from "./evaluate.ts";
import { loadLibrary } from "./library.ts";

const library = loadLibrary();
const failure = (expression: string): Failure => {
  try {
    evaluate(library, expression);
  } catch (reason) {
    if (reason instanceof Failure) return reason;
    throw reason;
  }
  throw new Error(`${expression} was calculated`);
};
const factorial = (n: bigint): bigint => (n < 2n ? 1n : n * factorial(n - 1n));

describe("calculate", () => {
  it.each([
    ["1 + 1", "2"],
    ["0.1 + 0.2", "0.3"],
    ["0.1 + 0.2 == 0.3", "true"],
    ["1.1 * 1.1", "1.21"],
    ["1 / 3 * 3", "1"],
    ["1 / 3", "0.33333333333333333333"],
    ["2 / 3 - 1 / 6", "0.5"],
    ["-2^2", "-4"],
    ["2^3^2", "512"],
    ["2**10", "1024"],
    ["7 % 3", "1"],
    ["-7 mod 3", "2"],
    ["2(3 + 4)", "14"],
    ["(129.90 * 3 + 45) * 1.19", "517.293"],
    ["1e3 + 1", "1001"],
    ["1,234,567.89 + 1", "1234568.89"],
    ["max(1,234)", "234"],
    ["0x1F", "31"],
    ["2^200", (2n ** 200n).toString()],
    ["100!", factorial(100n).toString()],
    ["100! / 3", (factorial(100n) / 3n).toString()],
    ["2^300 + 1 - 2^300", "1"],
    ["2^300 mod 7", (2n ** 300n % 7n).toString()],
    ["10^15 + 1 > 10^15", "true"],
    ["1000!", "4.0238726007709377354e+2567"],
    ["9^9^9", "4.2812477317574704804e+369693099"],
    ["1e-400", "1e-400"],
    ["combinations(200, 100)", "90548514656103281165404177077484163874504589675413336841320"],
    ["nCr(5, 2)", "10"],
    ["permutations(10, 3)", "720"],
    ["15% of 240", "36"],
    ["240 + 19%", "285.6"],
    ["240 - 25%", "180"],
    ["200 * 10%", "20"],
    ["20% off 80", "64"],
    ["7.5% von 1200", "90"],
    ["sqrt(2)", "1.4142135623730950488"],
    ["√16 + 3²", "13"],
    ["2½ × 4", "10"],
    ["1⅜ + ⅖", "1.775"],
    ["cbrt(27)", "3"],
    ["sqrt(-4)", "2i"],
    ["i^2", "-1"],
    ["exp(1)", "2.7182818284590452354"],
    ["ln(e^2)", "2"],
    ["log(8, 2)", "3"],
    ["log10(1000)", "3"],
    ["sin(45 deg)", "0.7071067811865475244"],
    ["sin(pi)", "0"],
    ["cos(60°)", "0.5"],
    ["atan(1) * 4", "3.1415926535897932385"],
    ["hypot(3, 4)", "5"],
    ["mean(1, 2, 6)", "3"],
    ["median([3, 1, 2])", "2"],
    ["mode(1, 2, 2)", "2"],
    ["sum(0.1, 0.2, 0.3)", "0.6"],
    ["std(2, 4, 4, 4, 5, 5, 7, 9)", "2.1380899352993950775"],
    ["round(2.345, 2)", "2.35"],
    ["gcd(12, 18) + lcm(4, 6)", "18"],
    ["isPrime(97)", "true"],
    ["hex(255)", "0xff"],
    ["a = 3; b = a + 1; a * b", "12"],
    ["2 < 3 ? 10 : 20", "10"],
    ["3 km + 200 m to miles", "1.9883878151594687028 miles"],
    ["5'10\" in cm", "177.8 cm"],
    ["20 °C to °F", "68 degF"],
    ["12 knots to km/h", "22.224 km/h"],
    ["60 mph to km/h", "96.56064 km/h"],
    ["90 km/h * 20 min", "30 km"],
    ["850 km / (90 km/h) to minutes", "566.66666666666666667 minutes"],
    ["5 kilometres to mile", "3.1068559611866698481 mile"],
    ["8 GiB to MB", "8589.934592 MB"],
    ["100 kcal to kJ", "418.4 kJ"],
    ["2 weeks to days", "14 days"],
    ["1 kg * 9.81 m/s^2 to N", "9.81 N"],
    ["3 million / 4", "750000"],
    ["what is 2 + 2?", "4"],
    ["12 divided by 4 plus 1", "4"],
  ])("calculates %s: %s", (expression, text) => {
    expect(evaluate(library, expression).text).toBe(text);
  });

  it("returns a number unless that would lose digits", () => {
    expect(evaluate(library, "0.1 + 0.2").result).toBe(0.3);
    expect(evaluate(library, "1/3").result).toBe(1 / 3);
    expect(evaluate(library, "2^53").result).toBe(2 ** 53);
    expect(evaluate(library, "2^53 + 1").result).toBe("9007199254740993");
    expect(evaluate(library, "0.1234567890123456789").result).toBe("0.1234567890123456789");
    expect(evaluate(library, "1e400").result).toBe(`1${"0".repeat(400)}`);
    expect(evaluate(library, "2 > 1").result).toBe(true);
  });

  it("returns the type, the unit and how the expression was read", () => {
    expect(evaluate(library, "3 km + 200 m to miles")).toMatchObject({ type: "quantity", unit: "miles" });
    expect(evaluate(library, "sqrt(-4)")).toMatchObject({ type: "complex", result: "2i" });
    expect(evaluate(library, "1,234.5 × 2")).toMatchObject({
      type: "number",
      read_as: "1234.5 * 2",
      notes: ["1,234 was read as 1234."],
    });
    expect(evaluate(library, "20% off 80").read_as).toBe("(80) * (1 - 20 / 100)");
  });

  it("adds a fraction where decimals never end", () => {
    expect(evaluate(library, "1/3 + 1/6 + 1/3").fraction).toBe("5/6");
    expect(evaluate(library, "-22/7").fraction).toBe("-22/7");
    expect(evaluate(library, "1/4")).not.toHaveProperty("fraction");
    expect(evaluate(library, "sqrt(2)")).not.toHaveProperty("fraction");
  });

  it("keeps no state between expressions", () => {
    evaluate(library, "secret = 42");
    expect(failure("secret + 1").message).toContain("secret is neither a unit");
    expect(evaluate(library, "2^300 mod 7").text).toBe("1");
    expect(evaluate(library, "sqrt(2)").text).toBe("1.4142135623730950488");
  });
});

describe("an invalid expression", () => {
  it.each([
    ["2 + * 3", { position: 5 }, "Value expected at character 5"],
    ["(1 + 2", { position: 7 }, "Parenthesis ) expected"],
    ["1 +", { position: 4 }, "Unexpected end of expression"],
    ["3,5 + 2", { hint: "Write decimals with a point: 3.5." }, "Unexpected operator ,"],
    ["sqroot(4)", { hint: "Did you mean sqrt?", position: 1 }, "no function sqroot"],
    ["5 kilomters to mile", { position: 3 }, "kilomters is neither a unit"],
    ["5 USD + 1", { hint: "Currencies are converted by convert_units." }, "USD is neither a unit"],
    ["sqrt", { hint: "Write sqrt(…)." }, "sqrt is a function and needs arguments"],
    ["10 : 2", {}, "Ranges are not supported"],
    ["sqrt = 3; sqrt", { position: 1 }, "cannot be a variable"],
    ["a = 3; a(4)", { hint: "For a product write a * (…)." }, "a is a variable"],
    ["5 km + 3 s", {}, "Units do not match"],
    ["5 to km", {}, "“to” cannot be applied"],
    ["sin(1, 2, 3)", {}, "Too many arguments"],
    ["7 / 0", {}, "divided by zero"],
    ["0 / 0", {}, "not a number"],
    ["tan(90 deg)", {}, "infinite"],
    ["1\u200b+1", { position: 2 }, "U+200B at position 2"],
  ])("%s is rejected with an explanation", (expression, details, message) => {
    const found = failure(expression);
    expect(found.message).toContain(message);
    expect(found).toMatchObject({ kind: "invalid", details: { field: "expression", ...details } });
    expect(found.details.hint).toMatch(/\.$|\?$/);
  });
});
