import { request } from "node:http";
import { Readable } from "node:stream";
import type { Fetch } from "../../../fixtures/mcp-clients.ts";

/** `fetch` from an address of this machine: all of 127.0.0.0/8 is loopback. */
export const fetchFrom =
  (localAddress: string): Fetch =>
  (url, { method = "GET", headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const sent = request(url, {
        ...{ method, localAddress, agent: false },
        headers: Object.fromEntries(new Headers(headers)),
        ...(signal && { signal }),
      });
      sent.on("error", reject);
      sent.on("response", (answer) => {
        const { statusCode: status = 0 } = answer;
        const hasBody = status !== 202 && status !== 204;
        if (!hasBody) answer.resume();
        answer.on("error", () => undefined);
        const stream = hasBody ? (Readable.toWeb(answer) as unknown as ReadableStream) : null;
        resolve(new Response(stream, { status, headers: new Headers(pairsOf(answer.rawHeaders)) }));
      });
      sent.end(body as string | undefined);
    });

const pairsOf = (raw: readonly string[]): [string, string][] =>
  raw.flatMap((name, i) => (i % 2 === 0 ? [[name, raw[i + 1] ?? ""] as [string, string]] : []));

/** `fetch` with additional headers. */
export const withHeaders =
  (own: Readonly<Record<string, string>>, send: Fetch = fetch): Fetch =>
  (url, init) => {
    const headers = new Headers(init?.headers);
    for (const [name, value] of Object.entries(own)) headers.set(name, value);
    return send(url, { ...init, headers });
  };

/** `fetch` of a client that drops its session ID. */
export const withoutSession =
  (send: Fetch): Fetch =>
  (url, init) => {
    const headers = new Headers(init?.headers);
    headers.delete("mcp-session-id");
    return send(url, { ...init, headers });
  };
