import { connect } from "node:net";
import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { AdminAnswer, AdminRequest } from "../../../../src/model/admin-route.ts";
import { type Asking, ask } from "../../../fixtures/mcp/transports/http/raw-http.ts";
import { GRANT, MOST_BYTES, serveAdmin } from "./admin-server.ts";

const JSON_TYPE = { "Content-Type": "application/json" };

/** An API that records its requests. */
const serve = async (answer: AdminAnswer = { status: 200, body: { fine: true } }) => {
  const asked: AdminRequest[] = [];
  const server = await serveAdmin(async (request) => {
    asked.push(request);
    return answer;
  });
  return { ...server, asked, send: (asking: Asking) => ask(server.port, { path: "/admin", ...asking }) };
};

/** An API that waits until the test releases it or its client disconnects. */
const serveSlowly = async () => {
  let begin: (signal: AbortSignal) => void;
  let finish: () => void;
  const begun = new Promise<AbortSignal>((resolve) => {
    begin = resolve;
  });
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const server = await serveAdmin(async ({ signal }) => {
    begin(signal as AbortSignal);
    await finished;
    return { status: 200, body: { done: true } };
  });
  return { ...server, begun, finish: () => finish() };
};

const aborted = (signal: AbortSignal): Promise<unknown> =>
  signal.aborted ? Promise.resolve() : new Promise((resolve) => signal.addEventListener("abort", resolve));

describe("an admin request", () => {
  it("reaches the API with its path, query, body and caller", async () => {
    const { send, asked } = await serve();
    const answer = await send({
      ...{ path: "/admin/connectors/my%20pets/test?version=2&empty=", headers: JSON_TYPE },
      body: '{"tool":"list_pets"}',
    });
    expect([answer.status, answer.text]).toEqual([200, '{"fine":true}']);
    expect(asked).toMatchObject([
      {
        ...{ method: "POST", path: "/connectors/my%20pets/test", query: { version: "2", empty: "" } },
        ...{ body: { tool: "list_pets" }, grant: GRANT, signal: expect.any(AbortSignal) },
      },
    ]);
  });

  it.each([
    ["/admin", "/"],
    ["/admin/", "/"],
    ["/admin?", "/"],
    ["/admin/keys?", "/keys"],
  ])("to %s is routed as %s", async (path, expected) => {
    const { send, asked } = await serve();
    await send({ path });
    expect(asked).toMatchObject([{ method: "GET", path: expected, query: {} }]);
    expect(asked[0]?.body).toBeUndefined();
  });

  it("may have a chunked body or no body", async () => {
    const { send, asked } = await serve({ status: 204 });
    const answer = await send({ method: "PUT", body: ['{"a":', "1}"], headers: JSON_TYPE });
    expect([answer.status, answer.text]).toEqual([204, ""]);
    await send({ method: "POST", headers: { "Content-Length": "0" } });
    expect(asked.map(({ body }) => body)).toEqual([{ a: 1 }, undefined]);
  });

  it("with HEAD gets only the headers", async () => {
    const { send, asked } = await serve();
    const { status, text, headers } = await send({ method: "HEAD" });
    expect([status, text, headers["content-length"]]).toEqual([200, "", "13"]);
    expect(asked[0]?.method).toBe("GET");
  });
});

describe("an admin response", () => {
  it.each<[what: string, asking: Asking, status: number]>([
    ["that is good", {}, 200],
    ["that is a refusal", { body: "x", headers: { "Content-Type": "text/plain" } }, 415],
    ["to what cannot be read", { body: "{", headers: JSON_TYPE }, 400],
  ])("%s is not cached, and is JSON for every client", async (_what, asking, status) => {
    const { send } = await serve();
    const answer = await send(asking);
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      ...{ "cache-control": "no-store", "x-content-type-options": "nosniff", "content-type": "application/json" },
      "x-request-id": expect.any(String),
    });
  });

  it("lists the methods of a route when the method is wrong", async () => {
    const { send } = await serve({ status: 405, body: { error: {} }, allow: ["GET", "POST"] });
    const { status, headers } = await send({ method: "PATCH" });
    expect([status, headers.allow]).toEqual([405, "GET, HEAD, POST, OPTIONS"]);
  });

  it("shows no details of an internal error", async () => {
    const { port, lines } = await serveAdmin(
      async () => ({ status: 200 }),
      () => {
        throw new TypeError("a secret of ours");
      },
    );
    const { status, text, headers } = await ask(port, { path: "/admin" });
    expect([status, headers["cache-control"]]).toEqual([500, "no-store"]);
    expect(text).not.toContain("secret");
    expect(lines.join()).toContain("a secret of ours");
  });
});

describe("an unreadable admin request", () => {
  const many = Array.from({ length: 21 }, (_, index) => `p${index}=1`).join("&");

  it.each<[what: string, asking: Asking, status: number, said: RegExp]>([
    ["a body without a type", { body: "{}" }, 415, /application\/json/],
    [
      "a form of a page",
      { body: "a=1", headers: { "Content-Type": "application/x-www-form-urlencoded" } },
      415,
      /JSON/,
    ],
    ["text of a page", { body: "{}", headers: { "Content-Type": "text/plain" } }, 415, /JSON/],
    ["a type that only begins so", { body: "{}", headers: { "Content-Type": "application/jsonp" } }, 415, /JSON/],
    ["pieces without a type", { method: "POST", body: ["{", "}"] }, 415, /JSON/],
    ["a body to look at with GET", { method: "GET", body: "x" }, 415, /JSON/],
    ["half a body", { body: '{"a":', headers: JSON_TYPE }, 400, /not valid JSON/],
    ["a body that is deep", { body: "[".repeat(65) + "]".repeat(65), headers: JSON_TYPE }, 400, /64 levels/],
    ["a body that is large", { body: `"${"x".repeat(MOST_BYTES)}"`, headers: JSON_TYPE }, 413, /1000 bytes/],
    ["pieces that grow large", { body: ['"', "x".repeat(MOST_BYTES)], headers: JSON_TYPE }, 413, /1000 bytes/],
    ["a duplicate query parameter", { path: "/admin/keys?tenant=a&tenant=b" }, 400, /Duplicate/],
    ["the same under another spelling", { path: "/admin/keys?tenant=a&t%65nant=b" }, 400, /Duplicate/],
    ["a query without an end", { path: `/admin?${many}` }, 400, /20 parameters/],
  ])("is rejected before it reaches the API: %s", async (_what, asking, status, said) => {
    const { send, asked } = await serve();
    const answer = await send(asking);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject({ error: { kind: "invalid", message: expect.stringMatching(said) } });
    expect(asked).toEqual([]);
  });

  it("is rejected if it is not UTF-8", async () => {
    const { port, asked } = await serve();
    const socket = connect(port, "127.0.0.1");
    const head = ["POST /admin HTTP/1.1", "Host: localhost", "Content-Type: application/json", "Content-Length: 3"];
    socket.write(
      Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\nConnection: close\r\n\r\n`), Buffer.from([34, 0xff, 34])]),
    );
    let text = "";
    for await (const part of socket) text += part;
    expect(text).toMatch(/^HTTP\/1\.1 400 .*not valid JSON/s);
    expect(asked).toEqual([]);
  });

  it("cannot address properties that every object inherits", async () => {
    const { send, asked } = await serve();
    await send({ path: "/admin?__proto__=1&constructor=2", body: '{"__proto__":{"admin":true}}', headers: JSON_TYPE });
    expect(Object.keys(asked[0]?.query ?? {})).toEqual(["__proto__", "constructor"]);
    expect(asked[0]?.body).not.toHaveProperty("admin");
  });
});

describe("a slow admin response", () => {
  it("is aborted when the client disconnects", async () => {
    const { port, begun, finish } = await serveSlowly();
    const socket = connect(port, "127.0.0.1");
    socket.write("GET /admin HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const signal = await begun;
    expect(signal.aborted).toBe(false);
    socket.destroy();
    await aborted(signal);
    finish();
  });

  it("is awaited by a stopping server", async () => {
    const { port, begun, finish, endpoint } = await serveSlowly();
    const asked = ask(port, { path: "/admin" });
    const signal = await begun;
    const drained = endpoint.drain().then(() => "drained");
    expect(await Promise.race([drained, setImmediate("still running")])).toBe("still running");
    finish();
    expect((await asked).text).toBe('{"done":true}');
    expect([await drained, signal.aborted]).toEqual(["drained", false]);
    await endpoint.drain();
  });

  it("is cut off when the grace period of a stopping server ends", async () => {
    const { port, begun, finish, endpoint } = await serveSlowly();
    const asked = ask(port, { path: "/admin" }).catch((error: NodeJS.ErrnoException) => error.code);
    const signal = await begun;
    endpoint.close();
    expect(await asked).toBe("ECONNRESET");
    await aborted(signal);
    finish();
  });
});
