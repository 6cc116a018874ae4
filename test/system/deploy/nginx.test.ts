import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type Nginx, startNginx } from "../../fixtures/nginx.ts";
import { connectHttp2 } from "./http2-client.ts";

const MEGABYTE = 1024 * 1024;

interface StandIn {
  readonly port: number;
  /** Every request that reached this node. */
  readonly requests: readonly IncomingMessage[];
  readonly sockets: ReadonlySet<Socket>;
  stop(): Promise<void>;
}

/** A node that behaves as the test defines, where the product cannot be made to misbehave. */
const startStandIn = async (answer: RequestListener): Promise<StandIn> => {
  const requests: IncomingMessage[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  server.on("connection", (socket) => sockets.add(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const stop = async (): Promise<void> => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  };
  onTestFinished(stop);
  return { port: (server.address() as AddressInfo).port, requests, sockets, stop };
};

const answerJson = (response: ServerResponse, value: unknown): void => {
  response.setHeader("Content-Type", "application/json").end(JSON.stringify(value));
};

const echo: RequestListener = (request, response) => {
  request.resume().on("end", () => answerJson(response, request.headers));
};

describe("deploy/nginx.conf", () => {
  let nginx: Nginx;
  beforeAll(async () => {
    nginx = await startNginx({ nodes: [1] });
  });
  afterAll(() => nginx.stop());

  const behindNginx = async (...answers: readonly RequestListener[]) => {
    const nodes = await Promise.all(answers.map(startStandIn));
    await nginx.reload(nodes.map(({ port }) => port));
    return { nodes, client: await connectHttp2(nginx) };
  };

  it("speaks HTTP/2 over TLS", async () => {
    const { client } = await behindNginx(echo);
    expect(client.session.alpnProtocol).toBe("h2");
    expect((await client.ask({ ":path": "/mcp" })).status).toBe(200);
  });

  it("speaks HTTP/2 with curl, and HTTP/1.1 with older clients", async () => {
    await behindNginx(echo);
    const protocol = async (version: string): Promise<string> => {
      const words = ["-sS", version, "--cacert", nginx.ca, "-o", "/dev/null", "-w", "%{http_version} %{http_code}"];
      return (await promisify(execFile)("curl", [...words, `${nginx.url}/mcp`])).stdout;
    };
    expect(await protocol("--http2")).toBe("2 200");
    expect(await protocol("--http1.1")).toBe("1.1 200");
  });

  it("rejects TLS older than 1.2", async () => {
    await behindNginx(echo);
    const old = promisify(execFile)("curl", ["-sS", "--cacert", nginx.ca, "--tls-max", "1.1", nginx.url]);
    await expect(old).rejects.toThrow(/alert protocol version|no protocols available|unsupported protocol/);
  });

  it("redirects HTTP to HTTPS", async () => {
    const answer = await fetch(`http://127.0.0.1:${nginx.port}/mcp`, { method: "POST", redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([308, `${nginx.url}/mcp`]);
  });

  it.each([
    ["in chunks", true],
    ["until the connection closes", false],
  ])("forwards each event of a stream sent %s without buffering", async (_form, chunked) => {
    let stream: ServerResponse | undefined;
    const { client } = await behindNginx((_request, response) => {
      response.useChunkedEncodingByDefault = chunked;
      stream = response.writeHead(200, { "Content-Type": "text/event-stream" });
      response.write("data: 1\n\n");
    });
    const events = client.open({ ":path": "/mcp", accept: "text/event-stream", "accept-encoding": "gzip" });
    const [headers] = await once(events.setEncoding("utf8"), "response");
    expect(headers["content-encoding"]).toBeUndefined();
    for (const event of [1, 2, 3]) {
      expect((await once(events, "data"))[0]).toBe(`data: ${event}\n\n`);
      if (event < 3) stream?.write(`data: ${event + 1}\n\n`);
    }
    stream?.end();
    await once(events, "end");
  });

  it("closes the upstream connection when a stream's client disconnects", async () => {
    let closed: Promise<unknown> | undefined;
    const { client } = await behindNginx((_request, response) => {
      response.writeHead(200, { "Content-Type": "text/event-stream" }).write("data: 1\n\n");
      closed = once(response, "close");
    });
    const events = client.open({ ":path": "/mcp" });
    await once(events, "data");
    events.close();
    await expect(closed).resolves.toBeDefined();
  });

  it("forwards the client's address and drops forged headers", async () => {
    const { client } = await behindNginx(echo);
    const claims = { "x-forwarded-for": "203.0.113.9", "x-real-ip": "203.0.113.9", forwarded: "for=203.0.113.9" };
    const { body } = await client.ask({ ":path": "/mcp", ":authority": "taxiway.example:8080", ...claims });
    expect(JSON.parse(body)).toMatchObject({
      host: "taxiway.example:8080",
      "x-forwarded-for": "127.0.0.1",
      "x-real-ip": "127.0.0.1",
      "x-forwarded-proto": "https",
      "x-forwarded-host": "taxiway.example:8080",
    });
    expect(body).not.toContain("203.0.113.9");
  });

  it("forwards the headers of MCP and tracing", async () => {
    const { client } = await behindNginx(echo);
    const headers = {
      "mcp-session-id": "6f1c2a34-5b6d-4e7f-8a9b-0c1d2e3f4a5b",
      "mcp-protocol-version": "2025-11-25",
      "last-event-id": "7",
      origin: "https://elsewhere.example",
      traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    };
    const { body } = await client.ask({ ":path": "/mcp", ...headers }, "{}");
    expect(JSON.parse(body)).toMatchObject(headers);
  });

  it("keeps a client's request id, and replaces a missing or hostile one", async () => {
    const { client } = await behindNginx((request, response) => {
      response.setHeader("X-Request-Id", "the node's own");
      echo(request, response);
    });
    const roundTrip = async (id?: string): Promise<readonly unknown[]> => {
      const { headers, body } = await client.ask({ ":path": "/mcp", ...(id && { "x-request-id": id }) });
      return [headers["x-request-id"], JSON.parse(body)["x-request-id"]];
    };
    expect(await roundTrip("trip-42")).toEqual(["trip-42", "trip-42"]);
    for (const id of [undefined, 'a" or else', "x".repeat(200)]) {
      const [returned, received] = await roundTrip(id);
      expect(returned).toMatch(/^[0-9a-f]{32}$/);
      expect(received).toBe(returned);
    }
  });

  it("distributes requests over all nodes on persistent connections", async () => {
    const { nodes, client } = await behindNginx(echo, echo);
    for (let count = 0; count < 40; count++) await client.ask({ ":path": "/mcp" }, "{}");
    for (const { requests, sockets } of nodes) {
      expect(requests.length).toBeGreaterThanOrEqual(10);
      expect(sockets.size).toBeLessThanOrEqual(2);
      expect(requests.every(({ httpVersion }) => httpVersion === "1.1")).toBe(true);
    }
  });

  it("skips an unreachable node without losing a request", async () => {
    const { nodes, client } = await behindNginx(echo, echo);
    const [gone, alive] = nodes as [StandIn, StandIn];
    await gone.stop();
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.ask({ ":path": "/mcp" }, "{}")));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(alive.requests).toHaveLength(20);
  });

  it("never sends a POST to a second node once the first may have acted on it", async () => {
    const die: RequestListener = (request) => void request.resume().on("end", () => request.socket.destroy());
    const { nodes, client } = await behindNginx(die, die);
    const { status, headers, body } = await client.ask({ ":path": "/mcp", "x-request-id": "trip-43" }, "{}");
    expect(nodes.reduce((sum, { requests }) => sum + requests.length, 0)).toBe(1);
    expect(status).toBe(502);
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "retry-after": "1",
      "access-control-allow-origin": "*",
      "x-request-id": "trip-43",
    });
    const { jsonrpc, id, error } = JSON.parse(body);
    expect({ jsonrpc, id, code: error.code, data: error.data }).toEqual({
      jsonrpc: "2.0",
      id: null,
      code: -32603,
      data: { retryable: true, carriedOut: "unknown" },
    });
    expect(error.message).toMatch(/before repeating a booking/);
  });

  it("reports that nothing was done if no node is reachable", async () => {
    const { nodes, client } = await behindNginx(echo, echo);
    await Promise.all(nodes.map((node) => node.stop()));
    for (let count = 0; count < 5; count++) {
      const { status, headers, body } = await client.ask({ ":path": "/mcp" }, "{}");
      expect([status, headers["retry-after"]]).toEqual([502, "1"]);
      expect(JSON.parse(body).error).toMatchObject({ code: -32603, data: { retryable: true, carriedOut: false } });
    }
  });

  it("forwards a node's error responses unchanged", async () => {
    const refusal = { error: "Rate limit exceeded", code: "RATE_LIMIT_EXCEEDED" };
    const { client } = await behindNginx((request, response) => {
      response.statusCode = Number(request.url?.slice(1));
      answerJson(response.setHeader("Retry-After", "15"), refusal);
    });
    for (const code of [404, 429, 503]) {
      const { status, headers, body } = await client.ask({ ":path": `/${code}` }, "{}");
      expect([status, headers["retry-after"], JSON.parse(body)]).toEqual([code, "15", refusal]);
    }
  });

  it("accepts a body of 1 MB and rejects a larger one before it reaches a node", async () => {
    const { nodes, client } = await behindNginx((request, response) => {
      let size = 0;
      request.on("data", (part: Buffer) => {
        size += part.length;
      });
      request.on("end", () => answerJson(response, { size }));
    });
    const { body } = await client.ask({ ":path": "/mcp" }, "x".repeat(MEGABYTE));
    expect(JSON.parse(body)).toEqual({ size: MEGABYTE });

    const length: Readonly<Record<string, string>>[] = [{ "content-length": String(MEGABYTE + 1) }, {}];
    for (const announced of length) {
      const refused = await client.ask({ ":path": "/mcp", ...announced }, "x".repeat(MEGABYTE + 1));
      expect(refused.status).toBe(413);
      expect(refused.headers).toMatchObject({ "content-type": "application/json", "access-control-allow-origin": "*" });
      expect(JSON.parse(refused.body)).toMatchObject({
        jsonrpc: "2.0",
        id: null,
        error: { code: -32600, data: { retryable: false } },
      });
    }
    expect(nodes[0]?.requests).toHaveLength(1);
  });

  it("compresses long JSON for clients that accept it", async () => {
    const offers = Array.from({ length: 500 }, (_, id) => ({ id, cabin: "economy" }));
    const { client } = await behindNginx((_request, response) => answerJson(response, offers));
    expect((await client.ask({ ":path": "/mcp" }, "{}")).headers["content-encoding"]).toBeUndefined();
    const zipped = client.open({ ":path": "/mcp", "accept-encoding": "gzip" }, "{}");
    const [headers] = await once(zipped, "response");
    expect(headers).toMatchObject({ "content-encoding": "gzip", vary: "Accept-Encoding" });
    const parts: Buffer[] = [];
    for await (const part of zipped) parts.push(part as Buffer);
    expect(JSON.parse(gunzipSync(Buffer.concat(parts)).toString())).toEqual(offers);
  });

  it("forwards /health, and hides the nodes' metrics", async () => {
    const { nodes, client } = await behindNginx(echo);
    expect((await client.ask({ ":path": "/health" })).status).toBe(200);
    expect((await client.ask({ ":path": "/metrics" })).status).toBe(404);
    expect(nodes[0]?.requests.map(({ url }) => url)).toEqual(["/health"]);
  });
});
