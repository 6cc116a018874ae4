import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { frozenClock } from "../../../model/clock.ts";
import { createCalculator } from "./calculator.ts";
import { createConversions } from "./conversions.ts";
import { createCurrencyRates } from "./currency-rates.ts";

const clock = frozenClock(Date.parse("2026-07-10T12:00:00Z"));
const convert = createConversions({ rates: createCurrencyRates(undefined), clock });

describe("convert_units", () => {
  it.each([
    [1, "mile", "km", 1.609344],
    [10, "kilometres", "miles", 6.21371192237334],
    [12, "inches", "cm", 30.48],
    [5, "Fuß", "cm", 152.4],
    [1, "nautical mile", "m", 1852],
    [1, "um", "mm", 0.001],
    [0.1, "m", "mm", 100],
    [1, "kg", "lbs", 2.20462262184878],
    [1, "tonne", "kg", 1000],
    [8, "oz", "g", 226.796185],
    [8, "oz", "ml", 236.5882365],
    [1, "US gallon", "litres", 3.785411784],
    [1, "gallons (UK)", "L", 4.54609],
    [1, "m^3", "liters", 1000],
    [2, "m²", "sqft", 21.5278208334194],
    [1, "acre", "ha", 0.40468564224],
    [60, "mph", "km/h", 96.56064],
    [10, "Knoten", "kmh", 18.52],
    [10, "meters per second", "km/h", 36],
    [1, "bar", "psi", 14.5037737730209],
    [1, "atm", "hPa", 1013.25],
    [500, "kcal", "kJ", 2092],
    [1, "kWh", "MJ", 3.6],
    [1, "hp", "kW", 0.74569987158227],
    [3, "weeks", "days", 21],
    [90, "min", "h", 1.5],
    [360, "degrees", "rad", 6.28318530717959],
    [1, "deg", "arcmin", 60],
    [1, "GiB", "MB", 1073.741824],
    [1, "kB", "B", 1000],
    [1, "KiB", "bytes", 1024],
    [1, "MB", "Mbit", 8],
    [100, "Mbps", "MB/s", 12.5],
    [30, "mpg", "L/100km", 7.84048611111111],
    [7, "L/100 km", "km/L", 14.2857142857143],
    [100, "C", "F", 212],
    [98.6, "°F", "°C", 37],
    [0, "kelvin", "celsius", -273.15],
    [-40, "degrees Celsius", "Fahrenheit", -40],
    [1e300, "m", "km", 1e297],
  ])("converts %s %s to %s: %s", async (value, from, to, expected) => {
    const { result } = await convert(value, from, to);
    expect(result).toBe(expected);
  });

  it.each([
    ["gallon", "L", "The US measure was used"],
    ["ton", "kg", "short ton"],
    ["KB", "B", "powers of 1000"],
    ["mw", "W", "was read as MW, not as mW"],
    ["month", "days", "a twelfth of 365.25 days"],
    ["°C", "°F", "A difference of 1 °C is a difference of 1.8 °F."],
  ])("notes how it read the ambiguous %s to %s", async (from, to, note) => {
    expect((await convert(1, from, to)).notes.join(" ")).toContain(note);
  });

  it.each([
    [1, "km", "kg", "km measures length, kg measures mass", { field: "to_unit" }],
    [1, "USD", "km", "USD is a currency, km measures length", { field: "to_unit" }],
    [1, "klometer", "m", "no unit “klometer”", { field: "from_unit", hint: "Did you mean kilometer?" }],
    [1, "m", "feets", "no unit “feets”", { field: "to_unit", hint: "Did you mean feet?" }],
    [1, "m", "constructor", "no unit “constructor”", { field: "to_unit" }],
    [1, "", "m", "no unit “”", { field: "from_unit" }],
    [-300, "°C", "K", "below absolute zero", { field: "value", value: -300 }],
    [0, "L/100km", "mpg", "no counterpart", { field: "value" }],
    [1e308, "km", "nm", "too large a number", { field: "value" }],
    [1, "USD", "XYZ", "no rate for XYZ", { field: "to_unit" }],
  ])("rejects %s %s to %s", async (value, from, to, message, details) => {
    await expect(convert(value, from, to)).rejects.toMatchObject({
      kind: "invalid",
      message: expect.stringContaining(message),
      details: { ...details, hint: expect.any(String) },
    });
  });
});

it("quotes only the beginning of a long unit name in the error", async () => {
  await expect(convert(1, "x".repeat(100_000), "m")).rejects.toThrow(/^There is no unit “x{60}”\.$/);
});

describe("convert_units with currencies", () => {
  it("returns the rate, its date and its source", async () => {
    expect(await convert(100, "EUR", "yen")).toEqual({
      value: 100,
      from_unit: "EUR",
      to_unit: "JPY",
      result: 18140,
      text: "100 EUR = 18140 JPY at 1 EUR = 181.4 JPY of 2026-06-30",
      dimension: "currency",
      notes: ["Not a market rate: good for rehearsals, not for payments."],
      rate: {
        value: 181.4,
        date: "2026-06-30",
        source: "reference rates that come with Taxiway, for rehearsals only",
        age_days: 10,
      },
    });
  });

  it("reads pound as a currency or as a mass, depending on the other unit", async () => {
    expect(await convert(1, "pound", "euro")).toMatchObject({ from_unit: "GBP", to_unit: "EUR" });
    expect(await convert(1, "pound", "kg")).toMatchObject({ from_unit: "lb", result: 0.45359237 });
  });

  it("converts a result back to the original amount", async () => {
    for (const code of ["USD", "CHF", "KWD", "AUD"]) {
      const there = await convert(1000, "EUR", code);
      expect((await convert(there.result, code, "EUR")).result).toBeCloseTo(1000, 0);
    }
  });

  it("notes when the rates are old", async () => {
    const late = createConversions({
      rates: createCurrencyRates(undefined),
      clock: frozenClock(Date.parse("2027-06-30")),
    });
    expect((await late(1, "USD", "EUR")).notes).toContain("The rates are 365 days old.");
  });
});

describe("the operator's rate table", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "rates-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const file = async (name: string, text: string): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  };

  it("replaces the embedded rates and can add codes", async () => {
    const table = { base: "USD", date: "2026-07-09", rates: { EUR: 0.5, ABC: 4 } };
    const rates = createCurrencyRates(await file("good.json", JSON.stringify(table)));
    const own = createConversions({ rates, clock });
    expect(await own(10, "usd", "eur")).toMatchObject({
      result: 5,
      notes: [],
      rate: { value: 0.5, date: "2026-07-09", source: "the operator's rate table" },
    });
    expect(await own(1, "EUR", "ABC")).toMatchObject({ result: 8 });
    await expect(own(1, "EUR", "JPY")).rejects.toMatchObject({ details: { allowed: ["EUR", "ABC", "USD"] } });
  });

  it.each([
    ["no JSON", "{", "it is not JSON"],
    ["a list", "[]", '"base" must be a code'],
    ["no date", '{"base":"EUR","date":"soon","rates":{}}', '"date" must be a date'],
    ["no rates", '{"base":"EUR","date":"2026-07-09"}', '"rates" must be an object'],
    ["a wrong code", '{"base":"EUR","date":"2026-07-09","rates":{"euro":1}}', '"euro" in "rates"'],
    ["a wrong rate", '{"base":"EUR","date":"2026-07-09","rates":{"USD":-1}}', "the rate of USD"],
    ["a prototype", '{"base":"EUR","date":"2026-07-09","rates":{"__proto__":1}}', '"__proto__" in "rates"'],
    ["too much", `"${"x".repeat(1_000_001)}"`, "more than 1000000 bytes"],
  ])("fails currency conversions with the reason when it is invalid (%s), and only those", async (name, text, why) => {
    const ratesFile = await file(`${name}.json`, text);
    const calculator = createCalculator({ clock, ratesFile });
    const own = createConversions({ rates: createCurrencyRates(ratesFile), clock });
    await expect(own(1, "USD", "EUR")).rejects.toMatchObject({
      kind: "unavailable",
      message: expect.stringContaining(why),
    });
    await expect(own(1, "USD", "EUR")).rejects.not.toThrow(folder);
    expect((await own(1, "km", "m")).result).toBe(1000);
    expect(await calculator.backend.check(new AbortController().signal)).toMatchObject({
      status: "degraded",
      lastError: expect.stringContaining(why),
    });
    await calculator.backend.close();
  });

  it("is used as soon as the missing file exists", async () => {
    const path = join(folder, "later.json");
    const rates = createCurrencyRates(path);
    await expect(rates.table()).rejects.toMatchObject({ kind: "unavailable" });
    await writeFile(path, '{"base":"EUR","date":"2026-07-09","rates":{"USD":2}}');
    expect((await rates.table()).rates).toEqual({ EUR: 1, USD: 2 });
  });
});
