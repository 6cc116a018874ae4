import { describe, expect, it } from "vitest";
import { createMasker } from "./mask-secrets.ts";

const SECRET = `a+b&<"'>/ \\üé東\u{1f511}%?=`;
const xml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

describe("createMasker", () => {
  const masker = createMasker([SECRET]);

  it.each<[form: string, text: string]>([
    ["plain text", SECRET],
    ["a percent-encoded URL", encodeURIComponent(SECRET)],
    ["a doubly percent-encoded URL", encodeURIComponent(encodeURIComponent(SECRET))],
    [
      "a percent-encoded URL with lower-case digits",
      encodeURIComponent(SECRET).replace(/%../g, (code) => code.toLowerCase()),
    ],
    ["a form", new URLSearchParams([["", SECRET]]).toString().slice(1)],
    ["JSON", JSON.stringify(SECRET).slice(1, -1)],
    ["JSON within JSON", JSON.stringify(JSON.stringify(SECRET)).slice(3, -3)],
    [
      "JSON with \\u escapes",
      SECRET.split("")
        .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
        .join("")
        .replace(/\\u00(6[12]|2b)/g, (_all, code) => String.fromCharCode(Number.parseInt(code, 16))),
    ],
    ["XML", xml(SECRET)],
    ["XML within XML", xml(xml(SECRET))],
    ["XML with escaped apostrophes", xml(SECRET).replaceAll("'", "&#39;")],
    [
      "XML with numeric references",
      [...SECRET]
        .map((one) => (/\w/.test(one) ? one : `&#x${one.codePointAt(0)?.toString(16).toUpperCase()};`))
        .join(""),
    ],
    ["XML in a URL", encodeURIComponent(xml(SECRET))],
    ["hexadecimal digits", Buffer.from(SECRET).toString("hex")],
  ])("masks a secret in %s", (_form, text) => {
    expect(masker.text(`before ${text} after`)).toBe("before *** after");
  });

  it.each([0, 1, 2, 3, 4])("masks a secret within base64 that starts %i bytes before it", (before) => {
    for (const written of [SECRET, encodeURIComponent(SECRET), JSON.stringify(SECRET), xml(SECRET)]) {
      for (const encoding of ["base64", "base64url"] as const) {
        const text = Buffer.from(`${"x".repeat(before)}${written}yz`).toString(encoding);
        const masked = masker.text(text);
        expect(masked).toContain("***");
        expect(masked.length).toBeLessThan(18);
      }
    }
  });

  it("masks names, texts and numbers in data and leaves the rest unchanged", () => {
    const digits = createMasker(["12345678", SECRET]);
    const data = { [`x ${SECRET}`]: [SECRET, 12_345_678, 1, null, true], n: 1_234 };
    expect(digits.value(data)).toEqual({ "x ***": ["***", "***", 1, null, true], n: 1_234 });
    expect(digits.data(data, JSON.stringify(data))).toEqual({ "x ***": ["***", "***", 1, null, true], n: 1_234 });
    const clean = { a: 1 };
    expect(digits.data(clean, "{}")).toBe(clean);
  });

  it("masks a short secret as a whole word in text and not at all in data", () => {
    const short = createMasker(["9100", "ab"]);
    expect(short.text("9100 19100 91001 a9100 (9100) ab")).toBe("*** 19100 91001 a9100 (***) ab");
    expect(short.data({ hotel: "9100" }, '{"hotel":"9100"}')).toEqual({ hotel: "9100" });
  });

  it("searches hostile text in linear time", () => {
    const hostile = createMasker(['""""\\\\\\\\&&&&++++    ', "%%%%%%%%%%", "aaaaaaaaab"]);
    for (const part of ["\\", "%25", "&amp;", '\\"', "+", "a", "%5C", "&#0"]) {
      const text = part.repeat(100_000);
      expect(hostile.text(text).length).toBeGreaterThan(0);
    }
  });

  it("leaves text unchanged without secrets", () => {
    expect(createMasker([]).text(SECRET)).toBe(SECRET);
  });
});
