import { bearer } from "../../../../fixtures/access/key-holder.ts";
import { JSON_TYPE } from "../../../../fixtures/mcp/transports/http/mcp-over-http.ts";
import { ask } from "../../../../fixtures/mcp/transports/http/raw-http.ts";

export const ADMIN_TOKEN = "the-admin-token-of-the-reach-tests";

/** Sends a request to the admin API; throws if it is rejected. */
export const administer = async (port: number, method: string, path: string, body?: object): Promise<void> => {
  const { status, text } = await ask(port, {
    ...{ method, path: `/admin${path}`, headers: { ...JSON_TYPE, ...bearer(ADMIN_TOKEN) } },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
};

/** Publishes an API with one tool, `transfer`. */
export const publishConnector = async (
  port: number,
  { name, url, ...more }: { readonly name: string; readonly url: string; readonly [field: string]: unknown },
): Promise<void> => {
  const document = {
    ...{ connector: 1, name, title: "Bank", description: "Moves money.", base_url: url, ...more },
    tools: [
      {
        ...{ name: "transfer", description: "Moves money.", risk: "read", approved: true },
        input: { type: "object", properties: {} },
        request: { method: "GET", path: "/transfer" },
        ...(more["credentials"] !== undefined && { auth: [{ credential: "key", in: "header", name: "X-Key" }] }),
        parse: { format: "json" },
      },
    ],
  };
  await administer(port, "POST", "/import", { document });
  await administer(port, "POST", `/connectors/${name}/approve`, {});
  await administer(port, "POST", `/connectors/${name}/publish`, {});
};
