import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { createConsoleFiles } from "../../../src/console/files.ts";
import { createCapacity } from "../../../src/mcp/transports/http/capacity.ts";
import { createConsoleEndpoint } from "../../../src/mcp/transports/http/console-endpoint.ts";
import { serveHttp } from "../../../src/mcp/transports/http/http.ts";
import { createAnswering } from "../../../src/mcp/transports/http/http-context.ts";
import { createJsonPosts } from "../../../src/mcp/transports/http/json-posts.ts";
import { createOriginPolicy } from "../../../src/mcp/transports/http/origin-policy.ts";
import { createAdmission } from "../../../src/platform/limits/admission.ts";
import { createClientAddress } from "../../../src/platform/limits/client-address.ts";
import { recordingLog } from "../../fixtures/access/access-fixture.ts";
import { ask } from "../../fixtures/mcp/transports/http/raw-http.ts";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";

const INDEX = "<!doctype html><title>Taxiway</title>";
const SCRIPT = `export const text = "${"All the world's airports. ".repeat(200)}";`;
const SECRET = "a file outside of the console";

/** A package with a built console, and files beside it that must not be served. */
const build = (): string => {
  const root = temporaryFolder();
  const page = join(root, "console", "page");
  mkdirSync(join(page, "assets", "deep"), { recursive: true });
  writeFileSync(join(root, "package.json"), SECRET);
  writeFileSync(join(page, "index.html"), INDEX);
  writeFileSync(join(page, "assets", "main-abc123.js"), SCRIPT);
  writeFileSync(join(page, "assets", "sign-def456.svg"), "<svg/>");
  writeFileSync(join(page, "assets", "deep", "hidden.js"), SECRET);
  symlinkSync(join(root, "package.json"), join(page, "assets", "link.js"));
  return page;
};

const serve = async (folder = build()) => {
  const { log } = recordingLog();
  const cap = { total: 100, perClient: 100 };
  const admission = createAdmission({ requests: cap, streams: cap });
  const answering = createAnswering(true);
  const trace = (_: string, work: () => void) => work();
  const posts = createJsonPosts({ answering, log, trace, maxBodyBytes: 1_000 });
  const page = createConsoleEndpoint({ answering, posts, files: createConsoleFiles([join(folder, "absent"), folder]) });
  const server = await serveHttp({
    ...{ host: "127.0.0.1", port: 0, endpoints: new Map(), pages: new Map(), answering, log, trace },
    mounts: new Map([
      ["/", page],
      ["/assets", page],
    ]),
    originPolicy: createOriginPolicy({ host: "127.0.0.1", allowedHosts: [], allowedOrigins: ["*"] }),
    ...{
      capacity: createCapacity(admission),
      rateLimiter: undefined,
      isUnlimited: () => false,
      clientAddress: createClientAddress([]),
    },
    ...{ requestId: (sent = "request-1") => sent, observe: () => undefined },
  });
  onTestFinished(async () => {
    await server.close(0);
    admission.close();
  });
  const base = `http://127.0.0.1:${server.port}`;
  return { port: server.port, base, folder };
};

describe("the page of the console", () => {
  it("is at / and is never cached, so that it names the newest scripts", async () => {
    const { base } = await serve();
    const response = await fetch(base);
    expect([response.status, await response.text()]).toEqual([200, INDEX]);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  it("loads files whose names change with their content and that are cached forever", async () => {
    const { base } = await serve();
    const response = await fetch(`${base}/assets/main-abc123.js`);
    expect([response.status, await response.text()]).toEqual([200, SCRIPT]);
    expect(response.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect((await fetch(`${base}/assets/sign-def456.svg`)).headers.get("content-type")).toBe("image/svg+xml");
  });

  it.each(["/", "/assets/main-abc123.js", "/assets/absent.js"])(
    "runs only its own scripts, calls only its own server and cannot be framed: %s",
    async (path) => {
      const { port } = await serve();
      const { headers } = await ask(port, {
        path,
        headers: { Origin: `http://localhost:${port}`, Host: `localhost:${port}` },
      });
      expect(headers).toMatchObject({
        "content-security-policy":
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
      });
      expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    },
  );

  it("is refused to pages of other origins, even if they may call everything else", async () => {
    const { port } = await serve();
    for (const method of ["GET", "OPTIONS"]) {
      const { status, headers } = await ask(port, { method, path: "/", headers: { Origin: "https://evil.example" } });
      expect([method, status]).toEqual([method, 403]);
      expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });

  it.each([
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ])("is sent with %s to clients that accept it", async (coding, unpack) => {
    const { base } = await serve();
    const path = `${base}/assets/main-abc123.js`;
    // Node's own fetch would decompress the body.
    const { request } = await import("node:http");
    const packed = await new Promise<{ coding: string | undefined; bytes: Buffer }>((resolve) => {
      request(path, { headers: { "Accept-Encoding": `identity;q=0.5, ${coding}` } }, async (response) => {
        const pieces: Buffer[] = [];
        for await (const piece of response) pieces.push(piece as Buffer);
        resolve({ coding: response.headers["content-encoding"], bytes: Buffer.concat(pieces) });
      }).end();
    });
    expect(packed.coding).toBe(coding);
    expect(packed.bytes.length).toBeLessThan(SCRIPT.length / 5);
    expect(unpack(packed.bytes).toString()).toBe(SCRIPT);
  });

  it("is not compressed for clients that do not accept it", async () => {
    const { port } = await serve();
    for (const header of ["", "br;q=0, gzip;q=0.0", "deflate", "brotli"]) {
      const answer = await ask(port, { path: "/assets/main-abc123.js", headers: { "Accept-Encoding": header } });
      expect([header, answer.headers["content-encoding"], answer.text]).toEqual([header, undefined, SCRIPT]);
      expect(answer.headers["vary"]).toBe("Accept-Encoding");
    }
  });

  it("answers 304 to clients that have it in the same encoding", async () => {
    const { port } = await serve();
    const path = "/assets/main-abc123.js";
    const first = await ask(port, { path, headers: { "Accept-Encoding": "gzip" } });
    const etag = String(first.headers.etag);
    const again = await ask(port, { path, headers: { "Accept-Encoding": "gzip", "If-None-Match": `"x", W/${etag}` } });
    expect([again.status, again.text, again.headers["content-length"]]).toEqual([304, "", undefined]);
    expect((await ask(port, { path, headers: { "If-None-Match": etag } })).status).toBe(200);
  });

  it("answers HEAD with headers only, and rejects other methods than GET", async () => {
    const { port } = await serve();
    const head = await ask(port, { method: "HEAD", path: "/" });
    expect([head.status, head.text, head.headers["content-length"]]).toEqual([200, "", String(INDEX.length)]);
    for (const method of ["POST", "PUT", "DELETE"]) {
      const { status, headers } = await ask(port, { method, path: "/" });
      expect([method, status, headers.allow]).toEqual([method, 405, "GET, HEAD, OPTIONS"]);
    }
  });

  it.each([
    "/assets/../../package.json",
    "/assets/../../../package.json",
    "/assets/..%2f..%2f..%2fpackage.json",
    "/assets/%2e%2e/%2e%2e/%2e%2e/package.json",
    "/assets/..%5c..%5cpackage.json",
    "/assets/%252e%252e%252fpackage.json",
    "/assets/..;/package.json",
    "/assets//etc/passwd",
    "/assets/main-abc123.js%00.html",
    "/assets/main-abc123.js/",
    "/assets/",
    "/assets",
    "/assets/.",
    "/assets/index.html",
    "/assets/link.js",
    "/assets/deep/hidden.js",
    "/assets/__proto__",
    "/assets/constructor",
  ])("does not serve other files: %s", async (path) => {
    const { port } = await serve();
    const { status, text } = await ask(port, { path });
    expect([status, text]).toEqual([404, JSON.stringify({ error: "File not found." })]);
  });
});

describe("a server without a built console", () => {
  it("explains at / how to build it, and serves it as soon as it is built", async () => {
    const folder = temporaryFolder();
    const { base } = await serve(folder);
    const missing = await fetch(base);
    expect([missing.status, missing.headers.get("content-type")]).toEqual([404, "application/json"]);
    expect(await missing.text()).toContain("`npm run build`");
    expect((await fetch(`${base}/assets/main.js`)).status).toBe(404);
    writeFileSync(join(folder, "index.html"), INDEX);
    expect(await (await fetch(base)).text()).toBe(INDEX);
  });
});
