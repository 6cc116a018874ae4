import { describe, expect, it } from "vitest";
import { meetHostileDocuments } from "../../../../fixtures/documents/hostile-documents.ts";

const { at, web, endingOf, expectNoHarm } = meetHostileDocuments();

const pages: Readonly<Record<string, readonly [make: () => string, text: RegExp]>> = {
  "a hundred thousand nested divs": [() => `<body>${"<div>".repeat(100_000)}deep${"</div>".repeat(100_000)}`, /^deep$/],
  "an attribute of nine megabytes": [() => `<p title="${"x".repeat(9_000_000)}">short</p>`, /^short$/],
  "an unclosed tag": [() => `<p>before<p ${"a ".repeat(1_000_000)}`, /^before$/],
  "half a million paragraphs": [() => "<p>word".repeat(500_000), /^word\n\nword/],
  "a million unclosed comments": [() => `start${"<!--".repeat(1_000_000)}`, /^start$/],
  "a million unclosed scripts": [() => `start${"<script>".repeat(1_000_000)}`, /^start$/],
  "nine million opening brackets": [() => "<".repeat(9_000_000), /^<{200000}$/],
  "two hundred thousand unknown character references": [
    () => Array.from({ length: 200_000 }, (_, i) => `&a${i};`).join(""),
    /^&a0;&a1;/,
  ],
  "unclosed quotes": [() => `start${'<a b="'.repeat(1_000_000)}`, /^start/],
};

describe("an HTML page with", () => {
  for (const [what, [make, text]] of Object.entries(pages)) {
    it(`${what} is read`, async () => {
      const { answer, turns } = await endingOf(web("text/html", make()));
      expect(answer?.["text"]).toMatch(text);
      expect(turns).toBeGreaterThan(10);
    });
  }

  it("50 MB is rejected", async () => {
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

  it("is read without control characters", async () => {
    const { answer } = await endingOf(web("text/plain", `${"Plain words here. ".repeat(50)}\0\x1b[31mred\u{e0041}`));
    expect(answer?.["text"]).toMatch(/here\. \[31mred$/);
  });
});

expectNoHarm();
