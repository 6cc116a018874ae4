import { describe, expect, it } from "vitest";
import { docxOf, paragraph, wordXml } from "../../../../fixtures/documents/docx.ts";
import { meetHostileDocuments } from "../../../../fixtures/documents/hostile-documents.ts";
import { zipOf } from "../../../../fixtures/documents/zip.ts";

const { web, endingOf, expectNoHarm, serverUrl } = meetHostileDocuments();

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
  "a part larger than declared": [
    () => docxOf({ data: wordXml(paragraph("a".repeat(20_000_000))), claimed: 1_000 }),
    /not opened.*does not have its declared size/,
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
    () => docxOf(wordAfter(`<!DOCTYPE w SYSTEM "${serverUrl()}evil.dtd">`, "x")),
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
  "names that point outside of the archive": [
    () => docxOf(wordXml(""), { name: "../../evil.xml", data: "<a/>" }),
    /points outside of the archive/,
  ],
  "the same name twice": [() => docxOf(wordXml(""), { name: "word/document.xml", data: "<a/>" }), /same name/],
  "a hundred thousand parts": [
    () => zipOf(Array.from({ length: 100_000 }, (_, i) => ({ name: `${i}`, data: "", stored: true }))),
    /more than 2000 parts/,
  ],
  "fewer parts than declared": [
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
  "invalid XML": [() => docxOf("<w:document><w:body><w:p></w:r></w:p"), /invalid contents/],
  "a workbook in it": [() => zipOf([{ name: "xl/workbook.xml", data: "<a/>" }]), /looks like an Excel workbook/],
  "only other files in it": [() => zipOf([{ name: "holiday.jpg", data: "x" }]), /looks like a ZIP archive/],
};

describe("a DOCX with", () => {
  for (const [what, [make, ending]] of Object.entries(docx)) {
    it(`${what} is rejected`, async () => {
      const { kind, message, turns } = await endingOf(web(DOCX, make()));
      expect({ kind, message }).toEqual({ kind: "failed", message: expect.stringMatching(ending) });
      expect(turns).toBeGreaterThan(0);
    });
  }
});

expectNoHarm();
