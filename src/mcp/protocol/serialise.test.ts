import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinText, writeOutput, writeString } from "./serialise.ts";

/** JSON can escape every non-ASCII character. */
const ASCII = /^[\0-\x7f]*$/;

const agrees = (output: unknown) => {
  const json = joinText(writeOutput(output));
  expect(JSON.stringify(JSON.parse(json))).toBe(JSON.stringify(JSON.parse(JSON.stringify(output))));
  const quoted = writeString(JSON.stringify(output));
  expect(JSON.parse(quoted)).toBe(JSON.stringify(output));
  expect(json + quoted).toMatch(ASCII);
};

describe("writeOutput", () => {
  it("writes the same JSON as JSON.stringify, in ASCII, with frozen arrays anywhere", () => {
    const value = fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue()).map(Object.freeze), fc.constant(undefined));
    fc.assert(fc.property(fc.dictionary(fc.string({ unit: "binary" }), value), agrees));
  });

  it.each([
    [{}],
    [[1, 2]],
    ["text"],
    [null],
    [{ a: undefined }],
    [{ city: "São Paulo", flag: "🇵🇱", towns: Object.freeze(["Łódź"]) }],
    [{ at: new Date(0) }],
    [new Date(0)],
  ])("writes %j like JSON.stringify", (output) => agrees(output));

  it("serialises a frozen array once", () => {
    let reads = 0;
    const row = {
      get price() {
        reads++;
        return 1;
      },
    };
    const flights = Object.freeze([row]);
    writeOutput({ searchId: 1, flights });
    expect(joinText(writeOutput({ searchId: 2, flights }))).toBe('{"searchId":2,"flights":[{"price":1}]}');
    expect(reads).toBe(1);
  });

  it("serialises an array that can change every time", () => {
    const flights = [1];
    writeOutput({ flights });
    flights.push(2);
    expect(joinText(writeOutput({ flights }))).toBe('{"flights":[1,2]}');
  });
});
