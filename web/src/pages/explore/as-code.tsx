import { useState } from "react";
import { CodeBlock } from "../../components/code-block.tsx";
import { Tabs } from "../../components/tabs.tsx";
import type { Arguments } from "../../components/tool-call/arguments.ts";
import { shellWord } from "../../format/client-setups.ts";
import { hrefTo } from "../../router/router.ts";

interface AsCodeProps {
  readonly url: string;
  readonly tool: string;
  readonly args: Arguments;
  readonly auth: "none" | "keys";
}

/** The call in the form as code for use elsewhere. */
export const AsCode = ({ url, tool, args, auth }: AsCodeProps) => {
  const [chosen, setChosen] = useState<(typeof FORMATS)[number]["key"]>("curl");
  const format = FORMATS.find(({ key }) => key === chosen) ?? FORMATS[0];
  const key = auth === "keys" ? "YOUR_KEY" : undefined;
  return (
    <Tabs label="Language" tabs={FORMATS} chosen={chosen} onChoose={setChosen}>
      <div className="stack">
        {key !== undefined && (
          <p className="small soft">
            This server requires an API key. Replace YOUR_KEY with yours. <a href={hrefTo("keys")}>Create key</a>
          </p>
        )}
        <CodeBlock text={format.write({ url, tool, arguments: args, key })} what={format.what} wrap />
      </div>
    </Tabs>
  );
};

/** A tool call to write as code. */
export interface Call {
  /** `http://127.0.0.1:3000/mcp/flights` */
  readonly url: string;
  readonly tool: string;
  readonly arguments: Arguments;
  /** Undefined if authentication is off. */
  readonly key: string | undefined;
}

const VERSION = "2026-07-28";
const META = {
  "io.modelcontextprotocol/protocolVersion": VERSION,
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** The current protocol needs no session: a single request is enough. */
export const asCurl = ({ url, tool, arguments: args, key }: Call): string => {
  const params = { name: tool, arguments: args, _meta: META };
  return [
    `curl -s ${shellWord(url)}`,
    ...(key === undefined ? [] : [`-H ${shellWord(`Authorization: Bearer ${key}`)}`]),
    "-H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream'",
    `-H 'MCP-Protocol-Version: ${VERSION}' -H 'Mcp-Method: tools/call' -H ${shellWord(`Mcp-Name: ${tool}`)}`,
    `-d ${shellWord(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }))}`,
  ].join(" \\\n  ");
};

/** A complete script for `@modelcontextprotocol/client`. */
export const asTypeScript = ({ url, tool, arguments: args, key }: Call): string => {
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
  arguments: ${literal(args)},
});
console.log(result.structuredContent ?? result.content);

await client.close();
`;
};

/** A JavaScript literal: JSON with unquoted names where possible, and line separators escaped. */
const literal = (value: unknown): string =>
  text(value, 2)
    .replaceAll(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, "$1$2:")
    .replaceAll("\n", "\n  ");

const text = (value: unknown, indent = 0): string =>
  JSON.stringify(value, null, indent).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");

const FORMATS = [
  { key: "curl", title: "curl", what: "the command", write: asCurl },
  { key: "typescript", title: "TypeScript", what: "the program", write: asTypeScript },
] as const;
