import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface ObservingRelay {
  readonly url: string;
  /** The protocol version that the client negotiated. */
  era(): string | undefined;
}

/** A proxy between a client and Taxiway that reads the protocol version. Stopped when the test ends. */
export const startObservingRelay = async (target: string): Promise<ObservingRelay> => {
  const { host, pathname } = new URL(target);
  let era: string | undefined;
  const server = createServer((incoming, response) => {
    era = incoming.headers["mcp-protocol-version"]?.toString() ?? era;
    const { method = "GET", headers, url = "/" } = incoming;
    const forwarded = request(`http://${host}${url}`, { method, headers: { ...headers, host } }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      // Some clients do not send the header; the answer to initialize has the version too.
      answer.on("data", (part: Buffer) => {
        era ??= /"protocolVersion":"([^"]+)"/.exec(part.toString())?.[1];
      });
      answer.pipe(response).on("error", () => answer.destroy());
    });
    forwarded.on("error", () => response.destroy());
    response.on("close", () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`, era: () => era };
};
