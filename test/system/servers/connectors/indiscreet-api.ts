import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** Everything in a request, repeated as a badly made API would. */
const echoed = ({ url = "", headers }: IncomingMessage, body: string) => ({ url, headers, body });

/**
 * An API on loopback that leaks: each answer repeats the request with its credentials, successes in the body, failures as
 * an error, in JSON, HTML or plain text. It also issues tokens, and replaces every supplier.
 */
export const startIndiscreetApi = async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const echo = echoed(request, Buffer.concat(chunks).toString("utf8"));
      asked.push(JSON.stringify(echo));
      const { pathname } = new URL(echo.url, "http://any");
      if (pathname.endsWith("/token")) {
        const token = { access_token: "marked-access-token-5150", token_type: "Bearer", expires_in: 3600 };
        return void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(token));
      }
      if (pathname.endsWith("/page")) {
        response.writeHead(500, { "content-type": "text/html" });
        return void response.end(`<html><body><pre>${JSON.stringify(echo)}</pre></body></html>`);
      }
      const status = pathname.endsWith("/good") ? 200 : 403;
      const body = status === 200 ? { ok: true, echo } : { error: { message: JSON.stringify(echo) }, echo };
      response.writeHead(status, { "content-type": "application/json", "x-echo": encodeURIComponent(echo.url) });
      response.end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};
