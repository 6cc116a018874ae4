import { describe, expect, it } from "vitest";
import type { DocumentBytes } from "./document.ts";
import { recogniseFormat } from "./recognise-format.ts";

const documentOf = (bytes: string, about: Partial<DocumentBytes> = {}): DocumentBytes => ({
  bytes: Buffer.from(bytes, "latin1"),
  ...about,
});

describe("recogniseFormat", () => {
  it.each([
    ["\n\n%PDF-1.4 …", {}, "pdf"],
    ["PK\x03\x04…", { name: "letter.zip" }, "docx"],
    ["Hello", {}, "txt"],
    ["  <!DOCTYPE html><p>", {}, "html"],
    ["\xef\xbb\xbf<html>", {}, "html"],
    ["\xff\xfe<\0h\0t\0m\0l\0>\0", {}, "html"],
    ["<html>", { mediaType: "text/plain" }, "txt"],
    ["Hello", { mediaType: "text/html" }, "html"],
    ["Hello", { name: "page.HTM" }, "html"],
    ["<html>", { name: "notes.txt", mediaType: "application/octet-stream" }, "txt"],
    ["MZ is what his file began with", {}, "txt"],
    ["BMW is a company in Munich", {}, "txt"],
    ["{}", { mediaType: "application/json" }, "txt"],
  ])("reads %j, declared as %j, as %s", (bytes, about, format) => {
    expect(recogniseFormat(documentOf(bytes, about))).toEqual({ format, warnings: [] });
  });

  it("warns when a document is not what it is declared as", () => {
    expect(recogniseFormat(documentOf("<html>Please log in", { mediaType: "application/pdf" }))).toEqual({
      format: "html",
      warnings: ["The document is declared as a PDF, but is an HTML page."],
    });
  });

  it.each([
    ["\x89PNG\r\n\x1a\n", "a PNG picture"],
    ["\x7fELF\x02\x01\x01\0\0", "a Linux program"],
    ["MZ\x90\0\x03\0\0\0\x04", "a Windows program"],
    ["\xd0\xcf\x11\xe0\xa1\xb1", "an old Office document"],
    ["{\\rtf1\\ansi Hello}", "an RTF document"],
    ["\0\0\0\x18ftypmp42", "an MP4 film"],
    [`${"a".repeat(257)}ustar`, "a tar archive"],
  ])("rejects %j as %s, whatever its declared type", (bytes, what) => {
    for (const wanted of [undefined, "txt", "pdf"] as const) {
      expect(() => recogniseFormat(documentOf(bytes, { mediaType: "text/plain" }), wanted)).toThrow(what);
    }
  });

  it("rejects an empty document", () => {
    expect(() => recogniseFormat(documentOf(""))).toThrow("empty");
  });
});
