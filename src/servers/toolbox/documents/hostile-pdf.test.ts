import { describe, expect, it } from "vitest";
import { noise, zlibBomb } from "../../../../test/fixtures/documents/bombs.ts";
import { meetHostileDocuments } from "../../../../test/fixtures/documents/hostile-documents.ts";
import { deflated, pageContent, pdfOf, pdfOfStream } from "../../../../test/fixtures/documents/pdf.ts";

const { at, web, endingOf, expectNoHarm } = meetHostileDocuments();

const visited: string[] = [];
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

expectNoHarm();
