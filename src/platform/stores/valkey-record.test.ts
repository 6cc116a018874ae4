import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cases } from "../../../test/fixtures/cases.ts";
import { decodeRecord, encodeRecord } from "./valkey-record.ts";

const roundTrip = (value: { [field: string]: unknown }) => {
  const words = encodeRecord(value as Parameters<typeof encodeRecord>[0]).map((word) => Buffer.from(word).toString());
  const pairs = words.flatMap((word, index) => (index % 2 ? [[words[index - 1], word]] : []));
  return decodeRecord(Object.fromEntries([["@version", "3"], ...pairs]));
};

describe("a record as a Valkey hash", () => {
  it("stores strings as they are and other values as JSON", () => {
    expect(encodeRecord({ status: "confirmed", created: "2026-12-15", price: 45_900, legs: [{ id: "x" }] })).toEqual([
      ...["status", "confirmed", "created", "2026-12-15", "price", "45900", "legs", '[{"id":"x"}]'],
    ]);
  });

  it("quotes only strings that look like JSON", () => {
    expect(encodeRecord({ a: "7", b: "007", c: "null", d: "nullable", e: "{", f: "[]", g: " true " })).toEqual([
      ...["a", '"7"', "b", "007", "c", '"null"', "d", "nullable", "e", "{", "f", '"[]"', "g", '" true "'],
    ]);
  });

  it("omits undefined fields", () => {
    expect(encodeRecord({ a: undefined, b: null })).toEqual(["b", "null"]);
  });

  it("distinguishes fields from the version of the record", () => {
    expect(roundTrip({ "@version": "theirs", "@@": 1 })).toEqual({
      value: { "@version": "theirs", "@@": 1 },
      version: 3,
    });
  });

  it("treats a hash without a version as a missing record", () => {
    expect(decodeRecord({})).toBeUndefined();
  });

  it("round-trips every value", () => {
    const json = fc.jsonValue({ stringUnit: "binary" });
    const lookalike = json.map((value) => JSON.stringify(value));
    const number = fc.stringMatching(/^\s?-?[0-9]{1,4}(\.[0-9]{0,3})?([eE][+-]?[0-9]{0,2})?\s?$/);
    const record = fc.dictionary(fc.string({ unit: "grapheme" }), fc.oneof(json, lookalike, number));
    fc.assert(
      fc.property(record, (value) => {
        expect(roundTrip(value)?.value).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: cases(50) },
    );
  });
});
