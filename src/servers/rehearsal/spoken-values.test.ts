import { describe, expect, it } from "vitest";
import { amountsIn, flightNumbersIn, mentionsDate, mentionsPnr, pricesIn, timesIn } from "./spoken-values.ts";

describe("spoken values", () => {
  it.each([
    ["It costs $1,221.76.", 122_176],
    ["1221.76 USD in all", 122_176],
    ["USD 1221.76", 122_176],
    ["122176 cents", 122_176],
    ["US$ 1 221.76", 122_176],
    ["the total is 324", 32_400],
    ["the total is 324.5 dollars", 32_450],
    ["($69.00 to pay)", 6_900],
  ])("reads the amount of %j", (text, cents) => {
    expect(amountsIn(text)).toContain(cents);
  });

  it.each([
    ["flight BA324", 32_400],
    ["on 2027-03-24", 2_400],
    ["at 13:05", 500],
    ["TEST-7K2324", 232_400],
    ["$1,221.765", 122_176],
  ])("reads no amount in %j", (text, cents) => {
    expect(amountsIn(text)).not.toContain(cents);
  });

  it("knows prices from other numbers", () => {
    expect(pricesIn("2 seats for $40 or 90 dollars, 3 bags")).toEqual([4_000, 9_000]);
  });

  it.each(["TEST-7K2MQA", "7k2mqa", "locator 7K2MQA.", "TEST 7K2MQA", "7K2-MQA"])("finds the PNR in %j", (text) => {
    expect(mentionsPnr(text, "TEST-7K2MQA")).toBe(true);
  });

  it.each(["TEST-7K2MQB", "X7K2MQA", "7K2MQA9", ""])("does not find the PNR in %j", (text) => {
    expect(mentionsPnr(text, "TEST-7K2MQA")).toBe(false);
  });

  it("reads flight numbers with blanks and zeros", () => {
    expect(flightNumbersIn("BA 0174, lh68 and U2-1234")).toEqual(["BA174", "LH68", "U21234"]);
  });

  it.each([
    ["lands at 13:05", "13:05"],
    ["lands at 1:05 pm", "13:05"],
    ["lands at 1.05pm", "13:05"],
    ["12:05 am", "00:05"],
    ["at 7 pm", "19:00"],
    ["09:10:00", "09:10"],
  ])("reads the time of %j", (text, time) => {
    expect(timesIn(text)).toContain(time);
  });

  it.each(["2027-03-10", "10 March 2027", "March 10th", "on the 10th of March", "Mar 10, 2027", "3/10/2027"])(
    "finds the day in %j",
    (text) => {
      expect(mentionsDate(text, "2027-03-10")).toBe(true);
    },
  );

  it.each(["10 March 2026", "March 11", "10 May", "2027-03-01"])("does not find the day in %j", (text) => {
    expect(mentionsDate(text, "2027-03-10")).toBe(false);
  });
});
