import { describe, expect, it } from "vitest";
import { docxOf, paragraph, titled, wordXml } from "../../../../../test/fixtures/documents/docx.ts";
import { pageContent, pdfOf, pdfOfStream } from "../../../../../test/fixtures/documents/pdf.ts";
import { draftFromSource } from "../draft-from-source.ts";

const dataUrl = (type: string, bytes: Buffer): string => `data:${type};base64,${bytes.toString("base64")}`;
const PDF = "application/pdf";
const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

const PAGES = [
  `Ferry API
The base URL is https://api.ferries.example/v1. Send the
header X-Ferry-Key with every request.
1 Sailings
1.1 List sailings
GET /sailings?from=SPU&day=2026-12-19
Returns the sailings of a day, with the places that are
left on each.
Response:
{
  "sailings": [
    {"id": "S-1", "leaves": "2026-12-19T08:00:00Z", "places": 12}
  ]
}`,
  `1.2 Book places
POST /sailings/{sailing_id}/bookings
Books places for passengers.
Request body:
{
  "name": "Ada Lovelace",
  "places": 2
}
Response:
{"booking": "B-1"}
1.3 Cancel
curl -X DELETE https://api.ferries.example/v1/bookings/B-1 \\
  -H "X-Ferry-Key: abc"`,
];

const heading = (level: number, text: string) =>
  `<w:p><w:pPr><w:pStyle w:val="Heading${level}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
const table = (...rows: readonly (readonly string[])[]) =>
  `<w:tbl>${rows.map((row) => `<w:tr>${row.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join("")}</w:tr>`).join("")}</w:tbl>`;
/** Word maps the style's ID to its name. */
const STYLES = {
  name: "word/styles.xml",
  data: `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${[1, 2, 3]
    .map(
      (level) => `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/></w:style>`,
    )
    .join("")}</w:styles>`,
};
const word = docxOf(
  wordXml(
    heading(1, "Ferry API") +
      paragraph("Base URL: https://api.ferries.example/v1") +
      heading(2, "Book places") +
      paragraph("POST /sailings/{sailing_id}/bookings") +
      paragraph("Books places for passengers.") +
      table(
        ["Field", "Type", "Required", "Description"],
        ["name", "string", "yes", "Who travels."],
        ["places", "integer", "no", "Number of places, 1 to 9."],
      ) +
      paragraph("Response:") +
      ["{", "“booking”: “B-1”,", "“paid”: true", "}"].map(paragraph).join(""),
  ),
  STYLES,
  titled("Ferry API"),
);

describe("a PDF", () => {
  it("becomes tools by its endpoints, samples and commands", async () => {
    const { connector, candidates } = await draftFromSource(
      { document: dataUrl(PDF, pdfOf(PAGES, { title: "Ferry API" })) },
      {},
    );
    expect(connector).toMatchObject({ title: "Ferry", base_url: "https://api.ferries.example/v1" });
    expect(candidates.map(({ tool, operation }) => [tool, operation])).toEqual([
      ["list_sailings", "GET /sailings"],
      ["book_places", "POST /sailings/{sailing_id}/bookings"],
      ["cancel", "DELETE /bookings/{booking_id}"],
    ]);
    const [list, book] = connector.tools;
    expect(list).toMatchObject({
      description: "Returns the sailings of a day, with the places that are left on each.",
      input: { properties: { from: { type: "string" }, day: { format: "date" } } },
      output: { properties: { sailings: { items: { properties: { places: { type: "integer" } } } } } },
    });
    expect(book?.input).toMatchObject({
      properties: { name: { type: "string" }, places: { type: "integer" } },
      required: ["sailing_id", "name", "places"],
    });
  });

  it("of ASCII alone is recognised when it is sent as text", async () => {
    const content = Buffer.from(pageContent(PAGES[0] as string));
    const ascii = pdfOfStream({ dictionary: "", stream: content }, 1).toString("latin1");
    const { candidates } = await draftFromSource({ document: ascii }, {});
    expect(candidates.map(({ operation }) => operation)).toEqual(["GET /sailings"]);
  });
});

describe("a Word document", () => {
  it("becomes tools by its headings, tables and samples", async () => {
    const { connector } = await draftFromSource({ document: dataUrl(DOCX, word) }, {});
    expect(connector).toMatchObject({ title: "Ferry", base_url: "https://api.ferries.example/v1" });
    expect(connector.tools).toMatchObject([
      {
        name: "book_places",
        description: "Books places for passengers.",
        input: {
          properties: { name: { description: "Who travels." }, places: { type: "integer", minimum: 1, maximum: 9 } },
          required: ["sailing_id", "name"],
        },
        output: { properties: { booking: { type: "string" }, paid: { type: "boolean" } } },
      },
    ]);
  });

  it("in a folder is read with the other pages, the introduction first", async () => {
    const files = {
      "b/cancel.md": "## Cancel a booking\n\n`DELETE /bookings/{id}`\n",
      "book.docx": dataUrl(DOCX, word),
      "README.md": "# Ferries of the coast\n\nBase URL: https://api.ferries.example/v1\n",
      "logo.svg": "<svg/>",
    };
    const { connector } = await draftFromSource({ files }, {});
    expect(connector.title).toBe("Ferries of the coast");
    expect(connector.tools.map(({ name }) => name)).toEqual(["book_places", "cancel_booking"]);
  });
});

describe("a document that is not text", () => {
  it.each([
    [
      "a picture",
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 200]),
      "The document looks like a PNG picture",
    ],
    ["an old Office document", Buffer.from("d0cf11e0a1b11ae100", "hex"), "an old Office document (.doc, .xls, .ppt)"],
    ["a broken PDF", Buffer.from("%PDF-1.7\n\xff\xfe nothing", "latin1"), "it starts like a PDF, but cannot be read"],
    ["an archive", Buffer.concat([Buffer.from("PK\x03\x04"), Buffer.alloc(60, 200)]), "The document is broken"],
    ["random bytes", Buffer.from(Array.from({ length: 400 }, (_, at) => (at * 73) % 251)), "not text"],
  ])("is refused by what it is: %s", async (_, bytes, message) => {
    await expect(draftFromSource({ document: dataUrl("application/octet-stream", bytes) }, {})).rejects.toMatchObject({
      kind: "invalid",
      message: expect.stringContaining(message),
      details: { field: "document" },
    });
  });

  it("may be text in another encoding", async () => {
    const german = "# Gästekarten\n\nBasis-URL: https://karten.example\n\n## Gästekarten suchen\n\n`GET /karten`\n";
    for (const bytes of [Buffer.from(german, "latin1"), Buffer.from(`\ufeff${german}`, "utf16le")]) {
      const { connector } = await draftFromSource({ document: dataUrl("text/markdown", bytes) }, {});
      expect(connector.tools[0]?.name).toBe("gastekarten_suchen");
    }
  });
});
