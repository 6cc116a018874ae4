import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import type { Lookup } from "./guard.ts";
import { createOutbound } from "./guarded-outbound.ts";
import { type Outbound, OutboundError } from "./outbound.ts";

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const listening = async (server: Server): Promise<number> => {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket.on("error", () => {}));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((done) => server.close(done));
  });
  return (server.address() as AddressInfo).port;
};
const serving = async (answer: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await listening(createServer(answer))}`;
const speaking = async (onConnection: (socket: Socket) => void): Promise<string> =>
  `http://127.0.0.1:${await listening(createTcpServer(onConnection))}`;

const outbound = (allow: readonly string[] = ["127.0.0.0/8"], lookup?: Lookup): Outbound => {
  const made = createOutbound({ allow, ...(lookup && { lookup }) });
  ends.push(() => made.close());
  return made;
};
const failureOf = async (work: Promise<unknown>): Promise<OutboundError> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(OutboundError);
  return error as OutboundError;
};
const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
};
const always =
  (...addresses: string[]): Lookup =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));

describe("a request", () => {
  it("is one exchange, whole", async () => {
    const origin = await serving(async (request, response) => {
      response.setHeader("X-Twice", ["a", "b"]).writeHead(201, { "content-type": "text/plain" });
      response.end(`${request.method} ${request.url} ${request.headers["x-key"]} ${await textOf(request)}`);
    });
    const answer = await outbound().request(`${origin}/path?q=1#part`, {
      method: "POST",
      headers: { "X-Key": "k" },
      body: "grüße",
    });
    expect(answer.status).toBe(201);
    expect(answer.body.toString()).toBe("POST /path?q=1 k grüße");
    expect(answer.headers).toMatchObject({ "x-twice": "a, b", "content-type": "text/plain" });
    expect(answer.url).toBe(`${origin}/path?q=1#part`);
  });

  it("takes an error status for an answer", async () => {
    const origin = await serving((_, response) => void response.writeHead(503).end("busy"));
    expect(await outbound().request(origin)).toMatchObject({ status: 503, body: Buffer.from("busy") });
  });
});
