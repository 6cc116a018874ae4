import type { Draw } from "../../fixtures/hostile/draw.ts";

/** Marks text that JSON.stringify would not write, to be inserted unquoted. */
const raw = (text: string): string => `\u{e000}${text}\u{e001}`;
const RAW = /"\u{e000}(.*?)\u{e001}"/gu;

/** An object with a key that an assignment would not create. */
const keyed = (key: string, value: unknown): object => Object.fromEntries([[key, value]]);

const HOSTILE: readonly unknown[] = [
  ...[null, true, false, 0, -0, -1, 1.5, 10, 99, 2 ** 31, -(2 ** 53), Number.MAX_SAFE_INTEGER + 1, "", " ", [], {}],
  ...["9007199254740993", "1e400", "-1e400", "1e-400", "0.1e+1", "123456789012345678901234567890"].map(raw),
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "prototype", "valueOf", "then", "length"],
  ...["\u0000", "a\u0000b", "\ud800", "\udfff x", "\ufeff", "\u2028", "\u202e", "😀".repeat(30), "ﬃ", "i̇", "ß"],
  ...["JFK", "jfk", "XXX", "ＪＦＫ", "2027-02-30", "2027-13-01", "0000-00-00", "9999-12-31", "2027-01-12T25:00:00Z"],
  ...[
    "2027-01-12T10:00:00+99:99",
    "TEST-AAAAAA",
    "test-aaaaaa",
    "TEST-00000O",
    "a@b",
    "@",
    "+",
    "'; --",
    "{{7*7}}",
    "%s%n",
  ],
  ...["x".repeat(10_000), "ä".repeat(5_000), "(".repeat(500), "a".repeat(51), "-".repeat(60)],
  ...[["JFK"], [[]], [null], Array.from({ length: 1_000 }, (_, index) => index), { length: 5 }, { toJSON: "x" }],
  ...["__proto__", "constructor", "prototype", "toString"].map((key) =>
    keyed(key, { polluted: "yes", isError: false }),
  ),
  keyed("__proto__", null),
  Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`key${index}`, index])),
];

const KEYS = [
  "__proto__",
  "constructor",
  "toString",
  "",
  " ",
  "\u0000",
  "pnr",
  "_meta",
  "$ref",
  "then",
  "x".repeat(3_000),
];

type Path = readonly (string | number)[];

const isContainer = (value: unknown): value is Record<string, unknown> | unknown[] =>
  typeof value === "object" && value !== null;

const pathsIn = (value: unknown, path: Path = []): Path[] =>
  isContainer(value)
    ? [path, ...Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...path, key]))]
    : [path];

const edit = (value: unknown, [key, ...rest]: Path, change: (old: unknown) => unknown): unknown => {
  if (key === undefined) return change(value);
  if (Array.isArray(value))
    return value.map((item, index) => (index === Number(key) ? edit(item, rest, change) : item));
  return Object.fromEntries(
    Object.entries(value as object).map(([name, inner]) => [name, name === key ? edit(inner, rest, change) : inner]),
  );
};

const GONE = Symbol("gone");

const without = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.filter((item) => item !== GONE).map(without);
  if (!isContainer(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== GONE)
      .map(([name, inner]) => [name, without(inner)]),
  );
};

/** Changes one field of a valid value. */
const CHANGES: readonly ((draw: Draw) => (old: unknown) => unknown)[] = [
  (draw) => () => draw.pick(HOSTILE),
  (draw) => () => draw.pick(HOSTILE),
  () => () => GONE,
  () => (old) => [old],
  () => (old) => json(old),
  () => (old) => ({ value: old }),
  () => (old) => (Array.isArray(old) ? [...old, ...old] : [old, old]),
  (draw) => (old) =>
    isContainer(old) && !Array.isArray(old) ? { ...old, ...keyed(draw.pick(KEYS), draw.pick(HOSTILE)) } : old,
  (draw) => (old) =>
    typeof old === "string" ? spoiled(draw, old) : typeof old === "number" ? old + draw.pick([-1, 1, 0.5]) : old,
];

const spoiled = (draw: Draw, text: string): string => {
  const at = draw.number(text.length + 1);
  return (
    text.slice(0, at) + draw.pick(["", "x", "\u0000", "\ud800", " ", "0", "é", text]) + text.slice(at + draw.number(2))
  );
};

export const mutated = (draw: Draw, value: unknown): unknown => {
  let result = value;
  for (let times = draw.chance(30) ? 3 : 1; times > 0; times--) {
    result = without(edit(result, draw.pick(pathsIn(result)), draw.pick(CHANGES)(draw)));
    if (!isContainer(result)) break;
  }
  return result;
};

/** Serialises a value, including text that is not JSON. */
export const json = (value: unknown): string => (JSON.stringify(value) ?? "").replace(RAW, "$1");

const TEXT_CHANGES: readonly ((draw: Draw, text: Buffer) => Buffer)[] = [
  (draw, text) => text.subarray(0, draw.number(text.length)),
  (draw, text) => text.subarray(draw.number(text.length)),
  (draw, text) => spliced(text, draw.number(text.length), 1, draw.bytes(1)),
  (draw, text) => spliced(text, draw.number(text.length), draw.number(20), draw.bytes(draw.number(20))),
  (draw, text) => spliced(text, draw.number(text.length), 0, Buffer.from([0xc0, 0xaf, 0xff, 0xfe, 0xed, 0xa0, 0x80])),
  (draw, text) =>
    spliced(
      text,
      draw.number(text.length),
      0,
      Buffer.from(draw.pick(['"', "}", "{", "[", ",", ":", "\\", "\0", "//", "NaN"])),
    ),
  (_, text) => Buffer.concat([text, text]),
  (_, text) => Buffer.concat([Buffer.from("\ufeff"), text]),
  (_, text) => Buffer.from(text.toString(), "utf16le"),
  (_, text) => Buffer.concat([Buffer.from("["), text, Buffer.from(","), text, Buffer.from("]")]),
  (_, text) => Buffer.from(text.toString().replace('{"jsonrpc"', '{"jsonrpc":"1.0","id":"first","jsonrpc"')),
  (_, text) => Buffer.from(text.toString().replace('"params":{', '"params":{"name":"other","params":{},')),
  (draw, text) =>
    Buffer.from(
      text
        .toString()
        .replace(
          /"id":[^,]+/,
          `"id":${draw.pick(["null", "1.5", "[]", "{}", "true", "9007199254740993", "1e400", '""', '"\\u0000"', '"\\ud800"'])}`,
        ),
    ),
  (draw) => Buffer.from(nested(draw.pick([63, 64, 65, 5_000, 100_000]), draw.chance(50))),
  () => Buffer.alloc(0),
  (draw) => draw.bytes(draw.number(300)),
  (draw) => Buffer.from(draw.pick(["null", "true", "0", '"x"', "[]", "{}", "[[]]", " ", "\n", "undefined", "'{}'"])),
];

const nested = (depth: number, arrays: boolean): string =>
  arrays
    ? `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${"[".repeat(depth)}${"]".repeat(depth)}}}`
    : `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'{"a":'.repeat(depth)}1${"}".repeat(depth)}}`;

const spliced = (text: Buffer, at: number, removed: number, added: Buffer): Buffer =>
  Buffer.concat([text.subarray(0, at), added, text.subarray(at + removed)]);

/** JSON with damaged bytes. */
export const brokenText = (draw: Draw, text: string): Buffer => draw.pick(TEXT_CHANGES)(draw, Buffer.from(text));
