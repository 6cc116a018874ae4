import { describe, expect, it } from "vitest";
import { noise, zlibBomb } from "../../../../fixtures/documents/bombs.ts";
import { meetHostileDocuments } from "../../../../fixtures/documents/hostile-documents.ts";
import { deflated, pageContent, pdfOf, pdfOfStream } from "../../../../fixtures/documents/pdf.ts";

const { at, web, endingOf, expectNoHarm } = meetHostileDocuments();

const visited: string[] = [];
const password = `/ID [<${"00".repeat(16)}> <${"00".repeat(16)}>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${"ab".repeat(32)}> /U <${"cd".repeat(32)}> >>`;

describe("a PDF", () => {
  it("of 10,000 pages is read up to page 500, with a warning", async () => {
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

  it("that declares two billion pages is read with its real pages", async () => {
    const { answer } = await endingOf(web("application/pdf", pdfOf(["One", "Two"], { claimedPages: 2_000_000_000 })));
    expect(answer).toMatchObject({ text: "One\n\nTwo", pages: 2 });
  });

  it("that unpacks to a gigabyte is stopped without disturbing other documents", async () => {
    const stream = { dictionary: "/Filter /FlateDecode", stream: zlibBomb(1_000) };
    const [bomb, innocent] = await Promise.all([
      endingOf(web("application/pdf", pdfOfStream(stream, 1))),
      endingOf(web("application/pdf", pdfOf(["Innocent"]))),
    ]);
    expect(bomb).toMatchObject({ kind: "failed", message: expect.stringContaining("more memory than allowed") });
    expect(bomb.turns).toBeGreaterThan(100);
    expect(innocent.answer).toMatchObject({ text: "Innocent" });
  });

  it("that is incomplete is rejected", async () => {
    const { kind, message } = await endingOf(web("application/pdf", pdfOf(["Some text"]).subarray(0, 600)));
    expect({ kind, message }).toEqual({ kind: "failed", message: expect.stringContaining("cannot be read") });
  });

  it("with a password is rejected", async () => {
    const { kind, message } = await endingOf(web("application/pdf", pdfOf(["Secret"], { trailer: password })));
    expect({ kind, message }).toEqual({ kind: "failed", message: expect.stringContaining("needs a password") });
  });

  it("with scripts and links is read without running or following them", async () => {
    const url = at((_, response) => {
      visited.push("PDF action");
      response.end();
    });
    const catalogue = `/OpenAction << /S /JavaScript /JS (app.launchURL\\("${url}"\\)) >> /AA << /WC << /S /URI /URI (${url}) >> >>`;
    const { answer } = await endingOf(web("application/pdf", pdfOf(["Harmless"], { catalogue })));
    expect(answer).toMatchObject({ text: "Harmless" });
    expect(visited).toEqual([]);
  });

  it("with circular pages is rejected", async () => {
    const loop = pdfOf(["One"])
      .toString("latin1")
      .replace(/\/Kids \[\d+ 0 R\]/, "/Kids [2 0 R]");
    const { kind, message } = await endingOf(web("application/pdf", Buffer.from(loop, "latin1")));
    expect({ kind, message }).toEqual({ kind: "failed", message: expect.stringContaining("cannot be read") });
  });

  it("that is noise after the first line is rejected", async () => {
    const { kind, message } = await endingOf(
      web("application/pdf", Buffer.concat([Buffer.from("%PDF-1.7\n"), noise(100_000)])),
    );
    expect({ kind, message }).toEqual({ kind: "failed", message: expect.stringContaining("cannot be read") });
  });
});

expectNoHarm();
