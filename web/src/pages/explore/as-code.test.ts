import { expect, it } from "vitest";
import { asCurl, asTypeScript } from "./as-code.tsx";

const CALL = {
  url: "http://127.0.0.1:3000/mcp",
  tool: "searchFlights",
  key: undefined,
  arguments: { origin: "LHR", "odd-name": "it's" },
} as const;

it("curl sends a single request with the headers of the current protocol", () => {
  const text = asCurl(CALL);
  expect(text).toContain(
    "-H 'MCP-Protocol-Version: 2026-07-28' -H 'Mcp-Method: tools/call' -H 'Mcp-Name: searchFlights'",
  );
  expect(text).toContain(`"name":"searchFlights"`);
  expect(text).not.toContain("Authorization");
  expect(asCurl({ ...CALL, key: "YOUR_KEY" })).toContain("-H 'Authorization: Bearer YOUR_KEY'");
});

it("curl quotes arguments and names for the shell", () => {
  const text = asCurl({ ...CALL, tool: "a'; rm -rf /; '" });
  expect(text).toContain(`it'\\''s`);
  expect(text).toContain(`Mcp-Name: a'\\''; rm -rf /; '\\'''`);
});

it("TypeScript leaves argument names unquoted where possible", () => {
  const text = asTypeScript({ ...CALL, key: "YOUR_KEY" });
  expect(text).toContain(`    origin: "LHR",\n    "odd-name": "it's"`);
  expect(text).toContain(`headers: { Authorization: "Bearer YOUR_KEY" }`);
});

it("TypeScript keeps text that looks like code", () => {
  const text = asTypeScript({ ...CALL, arguments: { a: '\n"b": $x `\u2028', list: ['"c": 1'] } });
  const written = /arguments: (\{.*?\n {2}\}),/s.exec(text)?.[1] ?? "";
  const read = JSON.parse(written.replaceAll(/^(\s*)(\w+):/gm, '$1"$2":'));
  expect(read).toEqual({ a: '\n"b": $x `\u2028', list: ['"c": 1'] });
});
