import { describe, expect, it } from "vitest";
import { pictureFormat } from "./picture-format.ts";

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(" ", ""), "hex");

describe("pictureFormat", () => {
  it.each([
    ["png", `89504e470d0a1a0a 0000000d 49484452 00000200 00000100 0802000000 00000000`, 512, 256],
    ["jpeg", `ffd8 ffe0 0010 4a46494600010100000100010000 ffc0 0011 08 0100 0200 03 012200 021101 031101`, 512, 256],
    ["webp", `52494646 24000000 57454250 56503820 18000000 300100 9d012a 0002 0001 0000`, 512, 256],
    ["webp", `52494646 24000000 57454250 5650384c 18000000 2f ff c1 3f 00 0000000000`, 512, 256],
    ["webp", `52494646 24000000 57454250 56503858 0a000000 00000000 ff0100 ff0000 0000`, 512, 256],
  ])("reads format and size of a %s", (format, bytes, width, height) => {
    expect(pictureFormat(hex(bytes))).toEqual({ format, mimeType: `image/${format}`, width, height });
  });

  it.each([
    ["nothing", ""],
    ["text", "3c68746d6c3e".repeat(10)],
    ["a GIF", `474946383961${"00".repeat(40)}`],
    ["half a PNG", "89504e470d0a1a0a"],
    ["a JPEG that never comes to its frame", `ffd8 ${"ffe00002".repeat(20)}`],
    ["a JPEG with a segment of no length", "ffd8 ffe0 0000 0000 0000 0000 0000"],
    ["a PNG without width", `89504e470d0a1a0a 0000000d 49484452 00000000 00000100 0802000000 00000000`],
  ])("returns undefined for %s", (_, bytes) => {
    expect(pictureFormat(hex(bytes))).toBeUndefined();
  });
});
