import { describe, expect, it } from "vitest";
import { decodeBytes, encodingOf, isWestern, markedEncoding, westernBytes } from "./text-encoding.ts";

describe("encodings", () => {
  it("have one canonical name each; unknown ones have none", () => {
    expect(["latin1", "ISO-8859-1", "cp1252", "UTF8"].map(encodingOf)).toEqual([
      "windows-1252",
      "windows-1252",
      "windows-1252",
      "utf-8",
    ]);
    expect(encodingOf("klingon")).toBeUndefined();
  });

  it("are recognised by the byte order mark", () => {
    expect(markedEncoding(Buffer.from("\ufeffx"))).toBe("utf-8");
    expect(markedEncoding(Buffer.from("\ufeffx", "utf16le"))).toBe("utf-16le");
    expect(markedEncoding(Buffer.from("\ufeffx", "utf16le").swap16())).toBe("utf-16be");
    expect(markedEncoding(Buffer.from("x"))).toBeUndefined();
    expect(markedEncoding(new Uint8Array())).toBeUndefined();
  });

  it("convert all bytes of windows-1252 to text and back", () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const text = decodeBytes(bytes, "windows-1252");
    expect(text).toContain("€");
    expect(text).toContain("„");
    expect(westernBytes(text)).toEqual(bytes);
    expect([...text].every(isWestern)).toBe(true);
    expect(["č", "中", "😀"].some(isWestern)).toBe(false);
  });

  it("reject invalid bytes only in fatal mode", () => {
    expect(decodeBytes(Buffer.from([0x61, 0xff]), "utf-8")).toBe("a\ufffd");
    expect(() => decodeBytes(Buffer.from([0x61, 0xff]), "utf-8", true)).toThrow(TypeError);
  });
});
