import { build } from "vite";
import type { Page } from "../../fixtures/browser.ts";
import { CLIENTS, type Flavour, type McpClient } from "../../fixtures/mcp-clients.ts";
import { refereeFile } from "../../fixtures/referees.ts";

type Module = Record<string, new (...options: unknown[]) => InPage>;
/** A client in the page. */
type InPage = Record<string, (request?: unknown) => unknown>;

declare global {
  /** The globals in the page. */
  var inPage: {
    /** The SDKs' modules, by specifier. */
    readonly sdk: Record<string, Module>;
    client: InPage;
    transport: InPage;
  };
}

/** Bundles the clients of both SDK generations for a browser, like a web application. */
export const packClients = async (): Promise<string> => {
  const specifiers = [...new Set(Object.values(CLIENTS).flatMap(({ client, http }) => [client, http]))];
  const imports = specifiers.map((name, index) => `import * as m${index} from ${JSON.stringify(refereeFile(name))};`);
  const members = specifiers.map((name, index) => `${JSON.stringify(name)}: m${index}`);
  const entry = `${imports.join("\n")}\nglobalThis.inPage = { sdk: {${members.join(", ")}} };\n`;
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: "error",
    plugins: [
      {
        name: "page",
        resolveId: (id) => (id === "page" ? id : undefined),
        load: (id) => (id === "page" ? entry : undefined),
      },
    ],
    build: { write: false, minify: false, modulePreload: false, rolldownOptions: { input: "page" } },
  });
  const [output] = [built].flat() as { readonly output: readonly { readonly code?: string }[] }[];
  return output?.output[0]?.code ?? "";
};

/** An SDK client in the page; its calls are made there. */
export const connectInPage = async (page: Page, flavour: Flavour, url: string, headers: object): Promise<McpClient> => {
  const facts = await page.evaluate(
    async ({ flavour, url, headers }) => {
      const { Client } = globalThis.inPage.sdk[flavour.client] as { Client: Module[string] };
      const { StreamableHTTPClientTransport: Transport } = globalThis.inPage.sdk[flavour.http] as Record<
        "StreamableHTTPClientTransport",
        Module[string]
      >;
      globalThis.inPage.client = new Client({ name: "page", version: "1.0.0" }, flavour.options);
      globalThis.inPage.transport = new Transport(new URL(url), { requestInit: { headers } });
      await globalThis.inPage.client["connect"]?.(globalThis.inPage.transport);
      return {
        server: globalThis.inPage.client["getServerVersion"]?.() as { name: string },
        instructions: globalThis.inPage.client["getInstructions"]?.() as string,
        version: globalThis.inPage.client["getNegotiatedProtocolVersion"]?.() as string | undefined,
      };
    },
    { flavour, url, headers },
  );
  const ask =
    <Result>(method: string) =>
    (request?: object): Promise<Result> =>
      page.evaluate(async ([name, asked]) => globalThis.inPage.client[name]?.(asked) as Result, [
        method,
        request,
      ] as const);
  return {
    listTools: ask("listTools"),
    callTool: ask("callTool"),
    listResources: ask("listResources"),
    listResourceTemplates: ask("listResourceTemplates"),
    readResource: ask("readResource"),
    complete: ask("complete"),
    listPrompts: ask("listPrompts"),
    getPrompt: ask("getPrompt"),
    getServerVersion: () => facts.server,
    getInstructions: () => facts.instructions,
    getNegotiatedProtocolVersion: () => facts.version,
    async close() {
      await page.evaluate(async () => {
        await globalThis.inPage.transport["terminateSession"]?.();
        await globalThis.inPage.client["close"]?.();
      }, undefined);
    },
  };
};
