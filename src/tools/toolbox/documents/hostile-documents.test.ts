import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CallOptions, callAnalyzer, dataUrl } from "../../../../test/fixtures/documents/analyzer-call.ts";
import { gzipBomb, noise, zlibBomb } from "../../../../test/fixtures/documents/bombs.ts";
import {
  type Answer,
  body,
  type DocumentServer,
  startDocumentServer,
} from "../../../../test/fixtures/documents/document-server.ts";
import { docxOf, paragraph, wordXml } from "../../../../test/fixtures/documents/docx.ts";
import { deflated, pageContent, pdfOf, pdfOfStream } from "../../../../test/fixtures/documents/pdf.ts";
import { zipOf } from "../../../../test/fixtures/documents/zip.ts";
import { systemClock } from "../../../model/clock.ts";
import { createOutbound } from "../../../outbound/guarded-outbound.ts";
import type { Outbound } from "../../../outbound/outbound.ts";
import type { BuiltIn } from "../../../toolbox/built-in.ts";
import { createDocumentAnalyzer } from "./document-analyzer.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
const memoryInUse = (): number => {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

let server: DocumentServer;
let outbound: Outbound;
let analyzer: BuiltIn;
let memoryBefore: number;
const visited: string[] = [];

beforeAll(async () => {
  server = await startDocumentServer();
  outbound = createOutbound({ allow: [new URL(server.url).host] });
  analyzer = createDocumentAnalyzer({ outbound, clock: systemClock, folder: import.meta.dirname });
  await callAnalyzer(analyzer, "extract_text", { document_url: "data:,warm" });
  memoryBefore = memoryInUse();
});
afterAll(async () => {
  await analyzer.backend.close();
  await outbound.close();
  await server.close();
});

interface Ending {
  readonly answer?: Record<string, unknown>;
  readonly kind?: string;
  readonly message?: string;
  /** How often the event loop went round while the document was read. */
  readonly turns: number;
}

/** What becomes of a document, and whether the rest of the process could go on meanwhile. */
const endingOf = async (
  document_url: string,
  { name = "extract_text", ...options }: CallOptions & { readonly name?: "extract_text" | "analyze_document" } = {},
): Promise<Ending> => {
  let turns = 0;
  let turning = setImmediate(function turn() {
    turns++;
    turning = setImmediate(turn);
  });
  try {
    const answer = await callAnalyzer(analyzer, name, { document_url }, options);
    return { answer, turns };
  } catch (error) {
    const { kind, message } = error as { kind?: string; message: string };
    return { ...(kind !== undefined && { kind }), message, turns };
  } finally {
    clearImmediate(turning);
  }
};

let served = 0;
const at = (answer: Answer): string => server.serve(`document-${++served}`, answer);
const web = (type: string, bytes: Buffer | string) => at(body(type, bytes));

const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const XML = '<?xml version="1.0"?>';
const wordAfter = (declaration: string, text: string) =>
  wordXml(paragraph(text)).replace(/^<\?xml[^>]*>/, `${XML}${declaration}`);
const laughs = Array.from({ length: 10 }, (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`).join(
  "",
);

const docx: Readonly<Record<string, readonly [make: () => Buffer, ending: RegExp]>> = {
  "a part that grows a thousandfold": [
    () => docxOf(wordXml(paragraph(" ".repeat(40_000_000)))),
    /not opened.*150 times/,
  ],
  "a part that is larger than it says": [
    () => docxOf({ data: wordXml(paragraph("a".repeat(20_000_000))), claimed: 1_000 }),
    /not opened.*not as large as it says/,
  ],
  "a hundred parts of a megabyte": [
    () =>
      docxOf(
        wordXml(""),
        ...Array.from({ length: 100 }, (_, i) => ({ name: `word/${i}.xml`, data: Buffer.alloc(1_000_000) })),
      ),
    /not opened.*far too large/,
  ],
  "an entity from a file": [
    () => docxOf(wordAfter('<!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]>', "&x;")),
    /declares a document type or entities/,
  ],
  "an entity from the web": [
    () => docxOf(wordAfter(`<!DOCTYPE w SYSTEM "${server.url}evil.dtd">`, "x")),
    /declares a document type or entities/,
  ],
  "a billion laughs": [
    () => docxOf(wordAfter(`<!DOCTYPE l [<!ENTITY l0 "ha">${laughs}]>`, "&l10;")),
    /declares a document type or entities/,
  ],
  "an entity in UTF-16": [
    () => docxOf({ data: Buffer.from(`\ufeff${wordAfter('<!DOCTYPE w [<!ENTITY x "y">]>', "&x;")}`, "utf16le") }),
    /declares a document type or entities/,
  ],
  "an entity in another part": [
    () => docxOf(wordXml(""), { name: "word/styles.xml", data: `${XML}<!doctype a><a/>` }),
    /declares a document type or entities/,
  ],
  "a hundred thousand levels": [
    () => docxOf({ data: wordXml("<w:p>".repeat(100_000)), stored: true }),
    /nested deeper than 1000 levels/,
  ],
  "a password": [() => docxOf({ data: "secret", flags: 1 }), /encrypted/],
  "names that lead out of it": [() => docxOf(wordXml(""), { name: "../../evil.xml", data: "<a/>" }), /leads out of it/],
  "the same name twice": [() => docxOf(wordXml(""), { name: "word/document.xml", data: "<a/>" }), /same name/],
  "a hundred thousand parts": [
    () => zipOf(Array.from({ length: 100_000 }, (_, i) => ({ name: `${i}`, data: "", stored: true }))),
    /more than 2000 parts/,
  ],
  "more parts than there are": [
    () => {
      const bytes = docxOf(wordXml(""));
      bytes.writeUInt16LE(1_999, bytes.length - 12);
      return bytes;
    },
    /archive cannot be read/,
  ],
  "its second half missing": [
    () => {
      const bytes = docxOf(wordXml(paragraph("cut off")));
      return bytes.subarray(0, bytes.length / 2);
    },
    /archive cannot be read/,
  ],
  "XML that is none": [() => docxOf("<w:document><w:body><w:p></w:r></w:p"), /make no sense/],
  "a workbook in it": [() => zipOf([{ name: "xl/workbook.xml", data: "<a/>" }]), /looks like an Excel workbook/],
  "only other files in it": [() => zipOf([{ name: "holiday.jpg", data: "x" }]), /looks like a ZIP archive/],
};

describe("a DOCX with", () => {
  for (const [what, [make, ending]] of Object.entries(docx)) {
    it(`${what} is refused`, async () => {
      const { kind, message, turns } = await endingOf(web(DOCX, make()));
      expect({ kind, message }).toEqual({ kind: "failed", message: expect.stringMatching(ending) });
      expect(turns).toBeGreaterThan(0);
    });
  }
});

const password = `/ID [<${"00".repeat(16)}> <${"00".repeat(16)}>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${"ab".repeat(32)}> /U <${"cd".repeat(32)}> >>`;

describe("a PDF", () => {
  it("of 10,000 pages is read as far as page 500, and says so", async () => {
    const { answer, turns } = await endingOf(
      web("application/pdf", pdfOfStream(deflated(Buffer.from(pageContent("A page"))), 10_000)),
    );
    expect(answer).toMatchObject({
      pages: 10_000,
      truncated: true,
      warnings: ["Only the first 500 of 10000 pages were read."],
    });
    expect(answer?.["words"]).toBe(1_000);
    expect(turns).toBeGreaterThan(100);
  });

  it("that claims two billion pages has those that it has", async () => {
    const { answer } = await endingOf(web("application/pdf", pdfOf(["One", "Two"], { claimedPages: 2_000_000_000 })));
    expect(answer).toMatchObject({ text: "One\n\nTwo", pages: 2 });
  });

  it("that unpacks to a gigabyte is given up, and nobody else notices", async () => {
    const stream = { dictionary: "/Filter /FlateDecode", stream: zlibBomb(1_000) };
    const [bomb, innocent] = await Promise.all([
      endingOf(web("application/pdf", pdfOfStream(stream, 1))),
      endingOf(web("application/pdf", pdfOf(["Innocent"]))),
    ]);
    expect(bomb).toMatchObject({ kind: "failed", message: expect.stringContaining("more memory") });
    expect(bomb.turns).toBeGreaterThan(100);
    expect(innocent.answer).toMatchObject({ text: "Innocent" });
  });

  it("that is cut off is refused", async () => {
    const { kind, message } = await endingOf(web("application/pdf", pdfOf(["Some text"]).subarray(0, 600)));
    expect({ kind, message }).toEqual({ kind: "failed", message: expect.stringContaining("cannot be read") });
  });

  it("with a password is refused", async () => {
    const { kind, message } = await endingOf(web("application/pdf", pdfOf(["Secret"], { trailer: password })));
    expect({ kind, message }).toEqual({ kind: "failed", message: expect.stringContaining("needs a password") });
  });

  it("with scripts and addresses in it is read, and neither run nor followed", async () => {
    const url = at((_, response) => {
      visited.push("PDF action");
      response.end();
    });
    const catalogue = `/OpenAction << /S /JavaScript /JS (app.launchURL\\("${url}"\\)) >> /AA << /WC << /S /URI /URI (${url}) >> >>`;
    const { answer } = await endingOf(web("application/pdf", pdfOf(["Harmless"], { catalogue })));
    expect(answer).toMatchObject({ text: "Harmless" });
    expect(visited).toEqual([]);
  });

  it("whose pages contain each other is refused", async () => {
    const loop = pdfOf(["One"])
      .toString("latin1")
      .replace(/\/Kids \[\d+ 0 R\]/, "/Kids [2 0 R]");
    const { kind, message } = await endingOf(web("application/pdf", Buffer.from(loop, "latin1")));
    expect({ kind, message }).toEqual({ kind: "failed", message: expect.stringContaining("cannot be read") });
  });

  it("of which there is only the first line is refused", async () => {
    const { kind, message } = await endingOf(
      web("application/pdf", Buffer.concat([Buffer.from("%PDF-1.7\n"), noise(100_000)])),
    );
    expect({ kind, message }).toEqual({ kind: "failed", message: expect.stringContaining("cannot be read") });
  });
});

const pages: Readonly<Record<string, readonly [make: () => string, text: RegExp]>> = {
  "a hundred thousand divs in each other": [
    () => `<body>${"<div>".repeat(100_000)}deep${"</div>".repeat(100_000)}`,
    /^deep$/,
  ],
  "an attribute of nine megabytes": [() => `<p title="${"x".repeat(9_000_000)}">short</p>`, /^short$/],
  "a tag that never ends": [() => `<p>before<p ${"a ".repeat(1_000_000)}`, /^before$/],
  "half a million paragraphs": [() => "<p>word".repeat(500_000), /^word\n\nword/],
  "a million comments that never end": [() => `start${"<!--".repeat(1_000_000)}`, /^start$/],
  "a million scripts that never end": [() => `start${"<script>".repeat(1_000_000)}`, /^start$/],
  "nine million opening brackets": [() => "<".repeat(9_000_000), /^<{200000}$/],
  "a million names that HTML does not have": [
    () => Array.from({ length: 1_000_000 }, (_, i) => `&a${i};`).join(""),
    /^&a0;&a1;/,
  ],
  "quotes that never end": [() => `start${'<a b="'.repeat(1_000_000)}`, /^start/],
};

describe("an HTML page with", () => {
  for (const [what, [make, text]] of Object.entries(pages)) {
    it(`${what} is read`, async () => {
      const { answer, turns } = await endingOf(web("text/html", make()));
      expect(answer?.["text"]).toMatch(text);
      expect(turns).toBeGreaterThan(10);
    });
  }

  it("50 MB is refused", async () => {
    const chunk = Buffer.alloc(1_000_000, "<p>many words ");
    const url = at((_, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      for (let i = 0; i < 50; i++) response.write(chunk);
      response.end();
    });
    expect(await endingOf(url)).toMatchObject({
      kind: "failed",
      message: expect.stringContaining("larger than 10 MB"),
    });
  });
});

describe("a server that", () => {
  const redirectTo = (location: string) => at((_, response) => response.writeHead(302, { location }).end());

  it("redirects for ever is given up", async () => {
    const url = at(({ url: path }, response) => {
      visited.push(`${path}`);
      response.writeHead(302, { location: `${path}?again` }).end();
    });
    const before = visited.length;
    expect(await endingOf(url)).toMatchObject({
      kind: "failed",
      message: expect.stringContaining("more than 5 redirects"),
    });
    expect(visited.length - before).toBe(6);
    visited.length = before;
  });

  it("redirects to where nobody may go is not followed", async () => {
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
        kind: expect.stringMatching(/^(?:invalid|failed)$/),
        message: expect.stringMatching(/may (?:not )?be called|no redirect|could not be fetched/i),
      });
    }
  });

  it("is not public is not called", async () => {
    for (const url of ["http://127.0.0.1:1/", "http://0x7f.1/", "http://[::1]/", "http://192.168.0.1/a.pdf"]) {
      expect(await endingOf(url)).toMatchObject({
        kind: "invalid",
        message: expect.stringContaining("may not be called"),
      });
    }
    const secret = server.url.replace("http://", "http://user:password@");
    expect((await endingOf(secret)).message).toMatch(/user name or a password/);
  });

  it("never ends its answer is given up", async () => {
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

  it("gives one byte after the other is given up when time is over", async () => {
    const url = at((_, response) => {
      const drip = setInterval(() => response.write("x"), 20);
      response.writeHead(200, { "content-type": "text/plain" }).on("close", () => clearInterval(drip));
    });
    expect(await endingOf(url, { timeoutMs: 300 })).toMatchObject({
      kind: "timeout",
      message: expect.stringContaining("0.285 seconds"),
    });
  });

  const broken: Readonly<Record<string, readonly [answer: Answer, ending: RegExp]>> = {
    "says more than it sends": [
      (_, response) => {
        response.writeHead(200, { "content-type": "text/plain", "content-length": "1000" });
        response.write("short", () => response.destroy());
      },
      /cut off|not as long/,
    ],
    "sends a gzip bomb": [body("text/html", gzipBomb(2_000), { "content-encoding": "gzip" }), /larger than 10 MB/],
    "sends gzip that is none": [
      body("text/html", noise(5_000), { "content-encoding": "gzip" }),
      /could not be fetched/,
    ],
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
    "sends an encoding that nobody knows, and noise": [
      body("text/plain; charset=klingon", noise(9_000)),
      /binary data/,
    ],
  };
  for (const [what, [answer, ending]] of Object.entries(broken)) {
    it(`${what} is refused`, async () => {
      const { kind, message } = await endingOf(at(answer));
      expect({ kind, message }).toEqual({ kind: "failed", message: expect.stringMatching(ending) });
    });
  }
});

describe("text", () => {
  it("of ten megabytes without a blank is read and analysed", async () => {
    const url = web("text/plain", "a".repeat(10 * 1024 * 1024));
    expect((await endingOf(url)).answer).toMatchObject({ words: 1, truncated: true, next_offset: 200_000 });
    for (const name of ["extract_text", "analyze_document"] as const) {
      const { answer, turns } = await endingOf(url, { name });
      expect(answer).toMatchObject({ truncated: true });
      expect(turns).toBeGreaterThan(10);
    }
  });

  it("of a million lines is read and analysed", async () => {
    const url = web("text/plain", "So it is.\n".repeat(1_000_000));
    const { answer, turns } = await endingOf(url, { name: "analyze_document" });
    expect(answer).toMatchObject({
      words: 3_000_000,
      truncated: true,
      warnings: [expect.stringContaining("analysed")],
    });
    expect(turns).toBeGreaterThan(10);
  });

  it("with a few zeros and escapes in it is read without them", async () => {
    const { answer } = await endingOf(web("text/plain", `${"Plain words here. ".repeat(50)}\0\x1b[31mred\u{e0041}`));
    expect(answer?.["text"]).toMatch(/here\. \[31mred$/);
  });
});

const addresses: Readonly<Record<string, readonly [make: () => string, kind: string, ending: RegExp]>> = {
  "base64 that is none": [() => "data:application/pdf;base64,JVBERi0%%%", "invalid", /no base64/],
  "base64 that was cut off": [() => "data:text/plain;base64,aGVsb", "invalid", /no base64/],
  "no comma": [() => `data:text/plain;${"a".repeat(1_000_000)}`, "invalid", /no comma/],
  "fifty megabytes": [() => `data:text/plain,${"a".repeat(50_000_000)}`, "failed", /larger than 10 MB/],
  "fifty megabytes of base64": [
    () => dataUrl("text/plain", Buffer.alloc(20_000_000, "a")),
    "failed",
    /larger than 10 MB/,
  ],
};

describe("a data: address with", () => {
  for (const [what, [make, kind, ending]] of Object.entries(addresses)) {
    it(`${what} is refused`, async () => {
      expect(await endingOf(make())).toMatchObject({ kind, message: expect.stringMatching(ending) });
    });
  }

  it("ten million percent signs is read", async () => {
    const { answer } = await endingOf(`data:text/plain,${"%".repeat(10_000_000)}%41`);
    expect(answer).toMatchObject({ characters: 10_000_000, truncated: true });
  });
});

describe("a file: address", () => {
  it("is refused over HTTP, and on stdio for a device", async () => {
    expect(await endingOf("file:///etc/passwd")).toMatchObject({ kind: "invalid" });
    for (const url of ["file:///dev/zero", "file:///dev/stdin", "file:///proc/self/environ"]) {
      expect(await endingOf(url, { transport: "stdio" })).toMatchObject({
        kind: "failed",
        message: expect.stringContaining("no file"),
      });
    }
  });
});

describe("after all that", () => {
  it("documents are read as before, and the memory is free again", async () => {
    expect((await endingOf(web("text/plain", "Still here"))).answer).toMatchObject({ text: "Still here" });
    server.forget();
    expect(memoryInUse() - memoryBefore).toBeLessThan(20 * 1024 * 1024);
  });
});
