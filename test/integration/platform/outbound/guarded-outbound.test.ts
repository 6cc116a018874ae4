import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import type { Lookup } from "../../../../src/platform/outbound/guard.ts";
import { createOutbound } from "../../../../src/platform/outbound/guarded-outbound.ts";
import { type Outbound, OutboundError } from "../../../../src/platform/outbound/outbound.ts";
import { makeCertificate } from "../../../fixtures/certificate.ts";
import { temporaryFolder } from "../../../fixtures/temporary-folder.ts";

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

describe("an outbound request", () => {
  it("sends the request and returns the complete response", async () => {
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

  it("resolves for an error status", async () => {
    const origin = await serving((_, response) => void response.writeHead(503).end("busy"));
    expect(await outbound().request(origin)).toMatchObject({ status: 503, body: Buffer.from("busy") });
  });

  it("ignores informational responses", async () => {
    const origin = await serving((_, response) => {
      response.writeProcessing();
      response.end("at last");
    });
    expect(await outbound().request(origin)).toMatchObject({ status: 200, body: Buffer.from("at last") });
  });

  it.each([
    ["gzip", gzipSync],
    ["x-gzip", gzipSync],
    ["deflate", deflateSync],
    ["deflate", deflateRawSync],
    ["br", brotliCompressSync],
    ["GZIP", gzipSync],
    ["br, gzip", (text: string) => gzipSync(brotliCompressSync(text))],
    ["identity", (text: string) => Buffer.from(text)],
  ])("decompresses %s", async (encoding, pack) => {
    const text = "Runway 27L. ".repeat(5_000);
    const origin = await serving((request, response) => {
      expect(request.headers["accept-encoding"]).toBe("gzip, deflate, br");
      response.writeHead(200, { "content-encoding": encoding }).end(pack(text));
    });
    expect((await outbound().request(origin)).body.toString()).toBe(text);
  });

  it.each([
    ["HEAD", 200],
    ["GET", 204],
    ["GET", 304],
    ["GET", 200],
  ] as const)("accepts an empty compressed response to %s with status %i", async (method, status) => {
    const origin = await serving(
      (_, response) => void response.writeHead(status, { "content-encoding": "gzip" }).end(),
    );
    expect(await outbound().request(origin, { method })).toMatchObject({ status, body: Buffer.alloc(0) });
  });

  it("reuses connections", async () => {
    let connections = 0;
    const server = createServer((_, response) => void response.end("ok"));
    server.on("connection", () => connections++);
    const origin = `http://127.0.0.1:${await listening(server)}`;
    const way = outbound();
    for (let i = 0; i < 20; i++) await way.request(origin);
    expect(connections).toBeLessThan(5);
  });
});

describe("an unusable response", () => {
  it.each([
    ["is not HTTP", "SSH-2.0-OpenSSH_9.2\r\n"],
    ["has endless headers", `HTTP/1.1 200 OK\r\n${"X-Filler: aaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n".repeat(2_000)}\r\n`],
    ["has two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"],
    ["is cut off", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"],
    ["has a chunk without a size", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n"],
    ["is cut off in a chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n20\r\nhalf"],
    ["has an unknown content encoding", "HTTP/1.1 200 OK\r\nContent-Encoding: zstd\r\nContent-Length: 4\r\n\r\nabcd"],
    [
      "does not match its content encoding",
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nabcd",
    ],
    [
      "has too many content encodings",
      `HTTP/1.1 200 OK\r\nContent-Encoding: ${"gzip, ".repeat(9)}gzip\r\nContent-Length: 4\r\n\r\nabcd`,
    ],
  ])("that %s is reported as broken", async (_, answer) => {
    const origin = await speaking((socket) => socket.once("data", () => socket.end(answer, "latin1")));
    const error = await failureOf(outbound().request(origin));
    expect(error).toMatchObject({ reason: "broken", sent: true });
  });

  it("with a truncated compressed body is reported as broken", async () => {
    const packed = gzipSync("Runway 27L. ".repeat(5_000));
    const origin = await serving((_, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(packed.subarray(0, packed.length / 2));
    });
    expect(await failureOf(outbound().request(origin))).toMatchObject({ reason: "broken", sent: true });
  });

  it("is reported as unreachable, possibly sent, if the connection closes first", async () => {
    const origin = await speaking((socket) => socket.once("data", () => socket.destroy()));
    expect(await failureOf(outbound().request(origin))).toMatchObject({ reason: "unreachable", sent: true });
  });

  it("that switches protocols is reported as unreachable", async () => {
    const answer = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n";
    const origin = await speaking((socket) => socket.once("data", () => socket.end(answer)));
    expect(await failureOf(outbound().request(origin))).toMatchObject({ reason: "unreachable", sent: true });
  });

  it("is reported as not sent if the port is closed", async () => {
    const server = createTcpServer();
    const port = await listening(server);
    await new Promise((done) => server.close(done));
    expect(await failureOf(outbound().request(`http://127.0.0.1:${port}`))).toMatchObject({
      reason: "unreachable",
      sent: false,
    });
  });

  it("is reported as not sent if the host does not exist", async () => {
    const missing = async () => {
      throw Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" });
    };
    for (const lookup of [missing, always()]) {
      const error = await failureOf(outbound([], lookup).request("http://missing.example/"));
      expect(error).toMatchObject({ reason: "unreachable", sent: false, message: "The host name does not exist." });
    }
  });

  it("is reported as not sent if the certificate is not trusted", async () => {
    const folder = temporaryFolder();
    const { certificate, key } = await makeCertificate(folder);
    let asked = 0;
    const server = createSecureServer({ cert: readFileSync(certificate), key: readFileSync(key) }, () => asked++);
    const port = await listening(server);
    const way = outbound();
    const certificateProblem = { reason: "broken", message: "The host's certificate is not trusted." };
    const requested = await failureOf(way.request(`https://127.0.0.1:${port}`));
    expect(requested).toMatchObject({ ...certificateProblem, sent: false });
    expect(await failureOf(way.fetch(`https://127.0.0.1:${port}`))).toMatchObject(certificateProblem);
    expect(asked).toBe(0);
  });

  it("is reported as broken if the host does not support TLS", async () => {
    const origin = await serving((_, response) => void response.end());
    const error = await failureOf(outbound().request(origin.replace("http:", "https:")));
    expect(error).toMatchObject({ reason: "broken", sent: false });
  });
});

describe("the response size limit", () => {
  it("is inclusive", async () => {
    const origin = await serving((_, response) => void response.end("x".repeat(1_000)));
    const way = outbound();
    expect((await way.request(origin, { maxBytes: 1_000 })).body).toHaveLength(1_000);
    expect(await failureOf(way.request(origin, { maxBytes: 999 }))).toMatchObject({ reason: "too_large", sent: true });
  });

  it.each([
    ["gzip", gzipSync],
    ["br", (text: Buffer) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
    ["gzip, gzip", (text: Buffer) => gzipSync(gzipSync(text))],
  ])("applies to the decompressed body of a %s bomb", async (encoding, pack) => {
    const bomb = pack(Buffer.alloc(200_000_000));
    const origin = await serving(
      (_, response) => void response.writeHead(200, { "content-encoding": encoding }).end(bomb),
    );
    const before = process.memoryUsage().rss;
    const error = await failureOf(outbound().request(origin, { maxBytes: 1_000_000 }));
    expect(error).toMatchObject({ reason: "too_large", sent: true });
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  it("aborts an endless body", async () => {
    let isClosed = (_: unknown) => {};
    const closed = new Promise((resolve) => {
      isClosed = resolve;
    });
    const origin = await serving((_, response) => {
      response.on("close", isClosed);
      const more = () => {
        while (!response.destroyed && response.write("x".repeat(60_000)));
      };
      response.on("drain", more);
      more();
    });
    expect(await failureOf(outbound().request(origin))).toMatchObject({ reason: "too_large" });
    await closed;
  });
});

describe("the timeout of a request", () => {
  it("covers the DNS lookup, after which nothing was sent", async () => {
    const way = outbound([], () => new Promise(() => {}));
    expect(await failureOf(way.request("http://slow.example", { timeoutMs: 20 }))).toMatchObject({
      reason: "timeout",
      sent: false,
    });
  });

  it.each([
    ["before the headers", ""],
    ["in the headers", "HTTP/1.1 200 OK\r\nX-Slow:"],
    ["in the body", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"],
    ["in the compressed body", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 100\r\n\r\n\x1f"],
  ])("expires %s, after the request was sent", async (_, answer) => {
    const origin = await speaking((socket) => socket.once("data", () => void socket.write(answer, "latin1")));
    expect(await failureOf(outbound().request(origin, { timeoutMs: 100 }))).toMatchObject({
      reason: "timeout",
      sent: true,
    });
  });

  it("can be cut short by the caller, which closes the connection", async () => {
    const caller = new AbortController();
    let isClosed = (_: unknown) => {};
    const closed = new Promise((resolve) => {
      isClosed = resolve;
    });
    const origin = await serving((request) => {
      request.on("close", isClosed);
      caller.abort();
    });
    expect(await failureOf(outbound().request(origin, { signal: caller.signal }))).toMatchObject({
      reason: "cancelled",
      sent: true,
    });
    await closed;
  });

  it("does not matter when the caller aborted before the start", async () => {
    let asked = 0;
    const origin = await serving((_, response) => void response.end(`${asked++}`));
    const error = await failureOf(outbound().request(origin, { signal: AbortSignal.abort() }));
    expect(error).toMatchObject({ reason: "cancelled", sent: false });
    expect(asked).toBe(0);
  });

  it("keeps a request that expires in the queue from being sent", async () => {
    const asked: string[] = [];
    const waiting: ServerResponse[] = [];
    const origin = await serving((request, response) => {
      asked.push(request.url as string);
      if (request.url === "/last") response.end();
      else waiting.push(response);
    });
    const way = outbound();
    const busy = Array.from({ length: 64 }, () => way.request(origin));
    await expect.poll(() => asked.length).toBe(64);
    const error = await failureOf(way.request(`${origin}/late`, { timeoutMs: 20 }));
    expect(error).toMatchObject({ reason: "timeout", sent: false });
    for (const response of waiting) response.end();
    await Promise.all(busy);
    await way.request(`${origin}/last`);
    expect(asked).not.toContain("/late");
  });
});

describe("a redirect", () => {
  const chain = (length: number): RequestListener => {
    return (request, response) => {
      const at = Number(request.url?.slice(1));
      if (at < length) response.writeHead(302, { location: `/${at + 1}` }).end("elsewhere");
      else response.end("there");
    };
  };

  it.each([301, 302, 303, 307, 308])("with status %i is not followed by default", async (status) => {
    const origin = await serving((_, response) => void response.writeHead(status, { location: "/1" }).end());
    expect(await failureOf(outbound().request(origin))).toMatchObject({ reason: "broken", sent: true });
  });

  it("is followed up to the limit", async () => {
    const origin = await serving(chain(3));
    const way = outbound();
    const answer = await way.request(`${origin}/0`, { redirects: 3 });
    expect([answer.body.toString(), answer.url]).toEqual(["there", `${origin}/3`]);
    expect(await failureOf(way.request(`${origin}/0`, { redirects: 2 }))).toMatchObject({
      reason: "broken",
      sent: true,
    });
  });

  it("loop ends at the limit", async () => {
    const origin = await serving((_, response) => void response.writeHead(302, { location: "/" }).end());
    expect(await failureOf(outbound().request(origin, { redirects: 5 }))).toMatchObject({
      reason: "broken",
      sent: true,
    });
  });

  it.each([
    "http://169.254.169.254/latest/meta-data/",
    "http://10.0.0.1/",
    "http://localhost/",
    "//[::1]/",
    "file:///etc/passwd",
    "http://user:secret@127.0.0.1/",
    "gopher://127.0.0.1/",
    "http://inside.example/",
  ])("to %s is refused", async (location) => {
    const origin = await serving((_, response) => void response.writeHead(302, { location }).end());
    const way = outbound(["127.0.0.1"], always("127.0.0.2"));
    expect(await failureOf(way.request(origin, { redirects: 5 }))).toMatchObject({ reason: "refused", sent: true });
  });

  it("to an invalid address is reported as broken; one without a location is a response", async () => {
    const location = await serving((_, response) => void response.writeHead(302, { location: "http://[" }).end());
    expect(await failureOf(outbound().request(location, { redirects: 5 }))).toMatchObject({
      reason: "broken",
      sent: true,
    });
    const none = await serving((_, response) => void response.writeHead(302).end("?"));
    expect(await outbound().request(none)).toMatchObject({ status: 302 });
  });

  it("to another origin sends no header that could be a credential", async () => {
    let seen: IncomingMessage["headers"] = {};
    const other = await serving((request, response) => {
      seen = request.headers;
      response.end();
    });
    const origin = await serving((request, response) => {
      if (request.url === "/") return response.writeHead(307, { location: "/again" }).end();
      expect(request.headers).toMatchObject({ authorization: "Bearer a", cookie: "b=c", "x-subscription-token": "d" });
      return response.writeHead(307, { location: other }).end();
    });
    await outbound().request(origin, {
      redirects: 2,
      headers: { Authorization: "Bearer a", Cookie: "b=c", "X-Subscription-Token": "d", Accept: "text/plain" },
    });
    expect(seen).toMatchObject({ accept: "text/plain" });
    expect(Object.keys(seen).sort()).toEqual(["accept", "accept-encoding", "connection", "host"]);
  });

  it.each([
    [301, "POST", "GET "],
    [302, "POST", "GET "],
    [303, "POST", "GET "],
    [303, "PUT", "GET "],
    [302, "PUT", "PUT body"],
    [307, "POST", "POST body"],
    [308, "POST", "POST body"],
  ] as const)("with status %i after %s becomes %s", async (status, method, expected) => {
    const origin = await serving(async (request, response) => {
      if (request.url === "/") response.writeHead(status, { location: "/next" }).end();
      else response.end(`${request.method} ${await textOf(request)}`);
    });
    const headers = { "Content-Type": "text/plain" };
    const answer = await outbound().request(origin, { method, headers, body: "body", redirects: 1 });
    expect(answer.body.toString()).toBe(expected);
  });
});

describe("outbound fetch", () => {
  it("streams the response", async () => {
    let write = (_: string) => {};
    const origin = await serving((request, response) => {
      expect(request.headers).toMatchObject({ accept: "text/event-stream", "x-own": "yes" });
      response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      write = (text) => void response.write(text);
    });
    const headers = new Headers({ accept: "text/event-stream", "x-own": "yes" });
    const response = await outbound().fetch(new URL(origin), { headers });
    expect([response.status, response.url]).toEqual([200, `${origin}/`]);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (const event of ["data: 1\n\n", "data: 2\n\n"]) {
      write(event);
      expect(await reader?.read()).toEqual({ done: false, value: event });
    }
    await reader?.cancel();
  });

  it("accepts a Request object", async () => {
    const origin = await serving(async (request, response) => {
      response.end(`${request.method} ${request.headers["x-own"]} ${await textOf(request)}`);
    });
    const request = new Request(origin, { method: "POST", headers: { "x-own": "yes" }, body: "body" });
    expect(await (await outbound().fetch(request)).text()).toBe("POST yes body");
  });

  it("returns JSON, compressed or not, and error statuses", async () => {
    const origin = await serving((_, response) => {
      response.writeHead(404, { "content-type": "application/json", "content-encoding": "gzip" });
      response.end(gzipSync('{"a":1}'));
    });
    const response = await outbound().fetch(origin);
    expect(response).toMatchObject({ status: 404, ok: false });
    expect(await response.json()).toEqual({ a: 1 });
  });

  it("never follows a redirect, even when asked to", async () => {
    let asked = 0;
    const origin = await serving((_, response) => {
      asked++;
      response.writeHead(302, { location: "/other" }).end();
    });
    const error = await failureOf(outbound().fetch(origin, { redirect: "follow" }));
    expect(error).toMatchObject({ reason: "broken", sent: true });
    expect(asked).toBe(1);
  });

  it("rejects with the reason of a failure", async () => {
    const closing = await speaking((socket) => socket.once("data", () => socket.destroy()));
    expect(await failureOf(outbound().fetch(closing))).toMatchObject({ reason: "unreachable", sent: true });
    const garbage = await speaking((socket) => socket.end("garbage\r\n\r\n"));
    expect(await failureOf(outbound().fetch(garbage))).toMatchObject({ reason: "broken", sent: true });
    const way = outbound([], always("127.0.0.1"));
    expect(await failureOf(way.fetch("http://inside.example"))).toMatchObject({ reason: "refused", sent: false });
    expect(await failureOf(way.fetch("http://127.0.0.1"))).toMatchObject({ reason: "refused", sent: false });
  });

  it("rejects with an AbortError when the caller aborts", async () => {
    const caller = new AbortController();
    const origin = await serving(() => caller.abort());
    await expect(outbound().fetch(origin, { signal: caller.signal })).rejects.toThrow(
      expect.objectContaining({ name: "AbortError" }),
    );
  });

  it("limits the size of a body", async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, "x"));
    const origin = await serving(
      (_, response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
    );
    const way = createOutbound({ allow: ["127.0.0.1"], fetchMaxBytes: 1_000_000 });
    ends.push(() => way.close());
    expect(await failureOf((await way.fetch(origin)).text())).toMatchObject({ reason: "too_large", sent: true });
  });

  it("limits the size of each event in a stream, but not of the stream", async () => {
    const event = `data: ${"x".repeat(400)}\r\n\r\n`;
    const origin = await serving((request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
      response.end(request.url === "/long" ? event.repeat(1_000) : event.replaceAll("\r\n\r\n", "\r\n").repeat(1_000));
    });
    const way = createOutbound({ allow: ["127.0.0.1"], fetchMaxBytes: 100_000 });
    ends.push(() => way.close());
    expect(await (await way.fetch(`${origin}/long`)).text()).toBe(event.repeat(1_000));
    expect(await failureOf((await way.fetch(`${origin}/one`)).text())).toMatchObject({ reason: "too_large" });
  });
});

describe("closing the outbound client", () => {
  it("aborts running requests and rejects new ones", async () => {
    const way = outbound();
    const origin = await serving(() => void way.close());
    expect(await failureOf(way.request(origin))).toMatchObject({ reason: "cancelled", sent: true });
    expect(await failureOf(way.request(origin))).toMatchObject({ reason: "cancelled", sent: false });
    expect(await failureOf(way.fetch(origin))).toMatchObject({ reason: "cancelled", sent: false });
  });

  it("does nothing when nothing was called", async () => {
    const way = createOutbound({ allow: [] });
    await way.close();
    await way.close();
  });
});
