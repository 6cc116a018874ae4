import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLineReader } from "./lines.ts";

const read = (chunks: readonly Buffer[], limit = 1000) => {
  const lines: string[] = [];
  let overlong = 0;
  const reader = createLineReader(
    limit,
    (line) => lines.push(line),
    () => overlong++,
  );
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return { lines, overlong };
};

describe("the line reader", () => {
  it("finds the same lines wherever the chunks are split", () => {
    const bytes = Buffer.from('{"a":"é😀"}\r\n\n{"b":2}\n   \n{"c":"ü"}');
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: bytes.length }), { maxLength: 40 }), (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const chunks = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
        expect(read(chunks)).toEqual({ lines: ['{"a":"é😀"}', '{"b":2}', '{"c":"ü"}'], overlong: 0 });
      }),
    );
  });

  it("reports an overlong line once and reads the next one", () => {
    const chunks = [..."x".repeat(50), "\n", "ok\n", "y".repeat(11), "\n", "fine"].map((text) => Buffer.from(text));
    expect(read(chunks, 10)).toEqual({ lines: ["ok", "fine"], overlong: 2 });
  });

  it("accepts a line of exactly the maximum length", () => {
    expect(read([Buffer.from("0123456789\n")], 10)).toEqual({ lines: ["0123456789"], overlong: 0 });
  });

  it("replaces bytes that are not UTF-8", () => {
    expect(read([Buffer.from([0xff, 0xfe, 0x22, 0x0a])]).lines).toEqual(['��"']);
  });
});
