import type { Call } from "./as-curl.ts";

/** For `@modelcontextprotocol/client`, as a file that runs as it is. */
export const asTypeScript = ({ url, tool, arguments: given, key }: Call): string => {
  const header =
    key === undefined ? "" : `, {\n  requestInit: { headers: { Authorization: ${text(`Bearer ${key}`)} } },\n}`;
  return `import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const client = new Client(
  { name: "my-agent", version: "1.0.0" },
  { versionNegotiation: { mode: "auto" } },
);
await client.connect(new StreamableHTTPClientTransport(new URL(${text(url)})${header}));

const result = await client.callTool({
  name: ${text(tool)},
  arguments: ${literal(given)},
});
console.log(result.structuredContent ?? result.content);

await client.close();
`;
};

/** JSON is JavaScript, but for two signs that end lines in older engines; names are bare where they may be. */
const literal = (value: unknown): string =>
  text(value, 2)
    .replaceAll(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, "$1$2:")
    .replaceAll("\n", "\n  ");

const text = (value: unknown, indent = 0): string =>
  JSON.stringify(value, null, indent).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
