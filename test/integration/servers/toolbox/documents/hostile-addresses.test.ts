import { describe, expect, it } from "vitest";
import { dataUrl } from "../../../../fixtures/documents/analyzer-call.ts";
import { gzipBomb, noise } from "../../../../fixtures/documents/bombs.ts";
import { type Answer, body } from "../../../../fixtures/documents/document-server.ts";
import { meetHostileDocuments } from "../../../../fixtures/documents/hostile-documents.ts";

const { at, endingOf, expectNoHarm, serverUrl } = meetHostileDocuments();

describe("a server that", () => {
  const redirectTo = (location: string) => at((_, response) => response.writeHead(302, { location }).end());

  it("redirects forever is abandoned", async () => {
    let visits = 0;
    const url = at(({ url: path }, response) => {
      visits++;
      response.writeHead(302, { location: `${path}?again` }).end();
    });
    expect(await endingOf(url)).toMatchObject({
      kind: "failed",
      message: expect.stringContaining("more than 5 redirects"),
    });
    expect(visits).toBe(6);
  });

  it("redirects to a forbidden address is not followed", async () => {
    for (const location of [
      "http://127.0.0.1:1/",
      "http://localhost/",
      "http://[::ffff:127.0.0.1]/",
      "http://2130706433/",
      "http://169.254.169.254/latest/meta-data/",
      "http://10.0.0.1/",
      "file:///etc/passwd",
      "data:text/plain,hello",
    ]) {
      const { kind, message } = await endingOf(redirectTo(location), { transport: "stdio" });
      expect({ location, kind, message }).toEqual({
        location,
        kind: "invalid",
        message: expect.stringMatching(/may not be called|Only http and https addresses may be called/),
      });
    }
  });

  it("has a private address is not called", async () => {
    for (const url of ["http://127.0.0.1:1/", "http://0x7f.1/", "http://[::1]/", "http://192.168.0.1/a.pdf"]) {
      expect(await endingOf(url)).toMatchObject({
        kind: "invalid",
        message: expect.stringContaining("may not be called"),
      });
    }
    const secret = serverUrl().replace("http://", "http://user:password@");
    expect((await endingOf(secret)).message).toMatch(/user name or password/);
  });

  it("sends an endless answer is abandoned", async () => {
    const url = at((_, response) => {
      response.writeHead(200, { "content-type": "text/plain" });
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, "more "))) {}
        if (!response.destroyed) response.once("drain", more);
      };
      more();
    });
    expect(await endingOf(url)).toMatchObject({
      kind: "failed",
      message: expect.stringContaining("larger than 10 MB"),
    });
  });

  it("sends one byte at a time is abandoned at the deadline", async () => {
    const url = at((_, response) => {
      const drip = setInterval(() => response.write("x"), 20);
      response.writeHead(200, { "content-type": "text/plain" }).on("close", () => clearInterval(drip));
    });
    expect(await endingOf(url, { timeoutMs: 300 })).toMatchObject({
      kind: "timeout",
      message: expect.stringMatching(/did not arrive within 0\.\d+ seconds/),
    });
  });

  const broken: Readonly<Record<string, readonly [answer: Answer, ending: RegExp]>> = {
    "declares more than it sends": [
      (_, response) => {
        response.writeHead(200, { "content-type": "text/plain", "content-length": "1000" });
        response.write("short", () => response.destroy());
      },
      /cut off|does not have the length/,
    ],
    "sends a gzip bomb": [body("text/html", gzipBomb(2_000), { "content-encoding": "gzip" }), /larger than 10 MB/],
    "sends invalid gzip": [body("text/html", noise(5_000), { "content-encoding": "gzip" }), /could not be fetched/],
    "sends a program as a PDF": [
      body("application/pdf", Buffer.concat([Buffer.from("MZ\x90\0\x03"), noise(2_000)])),
      /a Windows program/,
    ],
    "sends a picture as a page": [
      body("text/html", Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), noise(2_000)])),
      /a PNG picture/,
    ],
    "sends noise as text": [body("text/plain", noise(200_000)), /looks like binary data/],
    "sends noise in UTF-16": [
      body("text/plain", Buffer.concat([Buffer.from([0xff, 0xfe]), noise(200_000)])),
      /looks like binary data/,
    ],
    "sends zeros": [body("text/html; charset=utf-8", Buffer.alloc(1_000_000)), /looks like binary data/],
    "sends noise in an unknown encoding": [body("text/plain; charset=klingon", noise(9_000)), /binary data/],
  };
  for (const [what, [answer, ending]] of Object.entries(broken)) {
    it(`${what} is rejected`, async () => {
      const { kind, message } = await endingOf(at(answer));
      expect({ kind, message }).toEqual({ kind: "failed", message: expect.stringMatching(ending) });
    });
  }
});

const addresses: Readonly<Record<string, readonly [make: () => string, kind: string, ending: RegExp]>> = {
  "invalid base64": [() => "data:application/pdf;base64,JVBERi0%%%", "invalid", /not valid base64/],
  "incomplete base64": [() => "data:text/plain;base64,aGVsb", "invalid", /not valid base64/],
  "no comma": [() => `data:text/plain;${"a".repeat(1_000_000)}`, "invalid", /no comma/],
  "fifty megabytes": [() => `data:text/plain,${"a".repeat(50_000_000)}`, "failed", /larger than 10 MB/],
  "fifty megabytes of base64": [
    () => dataUrl("text/plain", Buffer.alloc(20_000_000, "a")),
    "failed",
    /larger than 10 MB/,
  ],
};

describe("a data: URL with", () => {
  for (const [what, [make, kind, ending]] of Object.entries(addresses)) {
    it(`${what} is rejected`, async () => {
      expect(await endingOf(make())).toMatchObject({ kind, message: expect.stringMatching(ending) });
    });
  }

  it("ten million percent signs is read", async () => {
    const { answer } = await endingOf(`data:text/plain,${"%".repeat(10_000_000)}%41`);
    expect(answer).toMatchObject({ characters: 10_000_000, truncated: true });
  });
});

describe("a file: URL", () => {
  it("is rejected over HTTP, and for devices on stdio", async () => {
    expect(await endingOf("file:///etc/passwd")).toMatchObject({ kind: "invalid" });
    for (const url of ["file:///dev/zero", "file:///dev/stdin", "file:///proc/self/environ"]) {
      expect(await endingOf(url, { transport: "stdio" })).toMatchObject({
        kind: "failed",
        message: expect.stringContaining("no readable file"),
      });
    }
  });
});

expectNoHarm();
