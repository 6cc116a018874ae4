import { describe, expect, it } from "vitest";
import { parseMessage } from "./json-rpc.ts";

describe("parseMessage", () => {
  it("distinguishes requests, notifications and responses", () => {
    expect(parseMessage('{"jsonrpc":"2.0","id":0,"method":"ping"}')).toEqual({
      kind: "request",
      id: 0,
      method: "ping",
      params: {},
    });
    expect(parseMessage('{"jsonrpc":"2.0","method":"x","params":{"a":1}}')).toMatchObject({ kind: "notification" });
    expect(parseMessage('{"jsonrpc":"2.0","id":"7","result":{}}')).toEqual({ kind: "response", id: "7", result: {} });
    expect(parseMessage('{"jsonrpc":"2.0","id":7,"error":{"code":1}}')).toMatchObject({ kind: "response" });
  });

  it.each([
    ["{", -32700, null],
    ["\u0000", -32700, null],
    ["[]", -32600, null],
    ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600, null],
    ["7", -32600, null],
    ["null", -32600, null],
    ['{"id":1,"method":"ping"}', -32600, 1],
    ['{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600, 1],
    ['{"jsonrpc":"2.0","id":1}', -32600, 1],
    ['{"jsonrpc":"2.0","id":1,"method":7}', -32600, 1],
    ['{"jsonrpc":"2.0","id":"a","method":"x","params":[1]}', -32600, "a"],
    ['{"jsonrpc":"2.0","id":1,"method":"x","params":null}', -32600, 1],
    ['{"jsonrpc":"2.0","id":null,"method":"x"}', -32600, null],
    ['{"jsonrpc":"2.0","id":1.5,"method":"x"}', -32600, null],
    ['{"jsonrpc":"2.0","id":{},"method":"x"}', -32600, null],
    ['{"jsonrpc":"2.0","id":9007199254740993,"method":"x"}', -32600, null],
    [`${"[".repeat(100_000)}`, -32600, null],
    [`{"jsonrpc":"2.0","id":1,"method":"x","params":${'{"a":'.repeat(64)}1${"}".repeat(65)}`, -32600, null],
  ])("rejects %.60s", (text, code, id) => {
    expect(parseMessage(text)).toMatchObject({ kind: "malformed", id, error: { code } });
  });

  it("ignores brackets inside strings when it measures nesting", () => {
    const text = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "x", params: { a: `\\"${"[{".repeat(1000)}` } });
    expect(parseMessage(text)).toMatchObject({ kind: "request" });
  });

  it("limits the depth of a message, not the number of nested values", () => {
    const wide = Array.from({ length: 1000 }, () => [{}]);
    expect(parseMessage(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "x", params: { wide } }))).toMatchObject({
      kind: "request",
    });
  });
});
