import { readFileSync } from "node:fs";
import { connect } from "node:http2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ADMIN_TOKEN, type ConsoleServer, launchConsole } from "../../fixtures/console/console-server.ts";
import { type Nginx, startNginx } from "../../fixtures/nginx.ts";

type Headers = Readonly<Record<string, string>>;

/** Reads the first bytes of a stream over HTTP/2, as browsers do, and disconnects. */
const ask = async (nginx: Nginx, path: string, headers: Headers, body?: string) => {
  const client = connect(nginx.url, { ca: readFileSync(nginx.ca) });
  try {
    const stream = client.request({ ":path": path, ":method": body === undefined ? "GET" : "POST", ...headers });
    stream.end(body);
    return await new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
      let [status, answered] = [0, {}];
      stream.on("response", (all) => {
        status = Number(all[":status"]);
        answered = all;
      });
      stream.once("data", (bytes: Buffer) => resolve({ status, headers: answered, text: bytes.toString() }));
      stream.once("end", () => resolve({ status, headers: answered, text: "" }));
      stream.on("error", reject);
    });
  } finally {
    client.destroy();
  }
};

describe("the console behind nginx", () => {
  let server: ConsoleServer;
  let nginx: Nginx;
  beforeAll(async () => {
    server = await launchConsole({ TAXIWAY_TRUSTED_PROXIES: "loopback" });
    nginx = await startNginx({ nodes: [server.port] });
  });
  afterAll(async () => {
    await nginx.stop();
    await server.close();
  });

  const logIn = (origin: string) => {
    const headers = { origin, "content-type": "application/json", "sec-fetch-site": "same-origin" };
    return ask(nginx, "/admin/login", headers, JSON.stringify({ token: ADMIN_TOKEN }));
  };

  it("accepts its own pages by the public host name, and no other pages", async () => {
    const answer = await logIn(nginx.url);
    expect([answer.status, JSON.parse(answer.text).operator]).toEqual([200, true]);
    expect(String(answer.headers["set-cookie"])).toMatch(
      /^__Host-taxiway_console=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure$/,
    );
    for (const origin of ["https://evil.example", "https://127.0.0.1", nginx.url.replace("127.0.0.1", "localhost")]) {
      const refused = await logIn(origin);
      expect([origin, refused.status, refused.headers["set-cookie"]]).toEqual([origin, 403, undefined]);
      expect(Object.keys(refused.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });

  it("streams events without buffering", async () => {
    const { headers } = await logIn(nginx.url);
    const cookie = String(headers["set-cookie"]).split(";", 1)[0] ?? "";
    const { status, text } = await ask(nginx, "/admin/events", { cookie, accept: "text/event-stream" });
    expect([status, text]).toEqual([200, "event: hello\ndata: {}\n\n"]);
  });

  it("is served at /", async () => {
    const { headers } = await ask(nginx, "/", {});
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
  });
});
