import { Resvg } from "@resvg/resvg-js";
import { describe, expect, it } from "vitest";
import { draw as drawNumbers } from "../../../model/draw.ts";
import { compose } from "./compose.ts";
import { type DrawingRequest, drawPicture } from "./draw-picture.ts";
import { STYLES } from "./images-endpoint.ts";
import { SETTINGS, SUBJECTS, WORDS } from "./picture-book.ts";
import { pictureFormat } from "./picture-format.ts";
import { readPrompt } from "./read-prompt.ts";
import { planScene } from "./scene.ts";

/** Small, so that a test takes milliseconds. */
const SIZE = 64;

const draw = (request: Partial<DrawingRequest>) =>
  drawPicture({ prompt: "a beach", style: "cartoon", size: SIZE, seed: 7, ...request });

/** Decodes the PNG with resvg. */
const pixelsOf = (png: Buffer, size: number): Buffer =>
  new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><image width="${size}" height="${size}" href="data:image/png;base64,${png.toString("base64")}"/></svg>`,
  ).render().pixels;

const meanDifference = (a: Buffer, b: Buffer): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs((a[i] as number) - (b[i] as number));
  return sum / a.length;
};

/** Keyword and text of every text chunk. */
const textsOf = (png: Buffer): Record<string, string> => {
  const texts: Record<string, string> = {};
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const data = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
    const [keyword = "", ...rest] = data.toString("utf8").split("\0");
    if (/^[ti]TXt$|^tEXt$/.test(png.toString("latin1", at + 4, at + 8))) texts[keyword] = rest.at(-1) ?? "";
  }
  return texts;
};

describe("a drawn picture", () => {
  it.each(STYLES)("has the same bytes for the same request: %s", async (style) => {
    const [first, second] = [await draw({ style }), await draw({ style })];
    expect(second.sha256).toBe(first.sha256);
    expect(second.png.equals(first.png)).toBe(true);
  });

  it("changes with the seed and with the prompt", async () => {
    const [first, seeded, prompted] = [
      await draw({}),
      await draw({ seed: 8 }),
      await draw({ prompt: "a beach at night" }),
    ];
    expect(new Set([first.sha256, seeded.sha256, prompted.sha256]).size).toBe(3);
  });

  it.each([64, 256])("is exactly %i pixels wide and high", async (size) => {
    const { png } = await draw({ size });
    expect(pictureFormat(png)).toEqual({ format: "png", mimeType: "image/png", width: size, height: size });
    expect(pixelsOf(png, size).length).toBe(size * size * 4);
  });

  it("looks different in each style", async () => {
    const pictures = await Promise.all(STYLES.map(async (style) => pixelsOf((await draw({ style })).png, SIZE)));
    for (const [i, one] of pictures.entries())
      for (const other of pictures.slice(i + 1)) expect(meanDifference(one, other)).toBeGreaterThan(4);
  });

  it("has the blue sky and the yellow sand of a beach", async () => {
    const pixels = pixelsOf((await draw({ prompt: "a beach", style: "cartoon" })).png, SIZE);
    const at = (x: number, y: number): number[] => [...pixels.subarray((y * SIZE + x) * 4, (y * SIZE + x) * 4 + 3)];
    const [[skyRed = 0, , skyBlue = 0], [sandRed = 0, , sandBlue = 0]] = [at(32, 1), at(32, 62)] as [
      number[],
      number[],
    ];
    expect(skyBlue).toBeGreaterThan(skyRed + 40);
    expect(sandRed).toBeGreaterThan(sandBlue + 40);
  });

  it("is darker at night and whiter in winter", async () => {
    const brightness = async (prompt: string): Promise<number> => {
      const pixels = pixelsOf((await draw({ prompt, style: "cartoon" })).png, SIZE);
      return pixels.reduce((sum, value) => sum + value, 0) / pixels.length;
    };
    const [day, night, winter] = [
      await brightness("hills"),
      await brightness("hills at night"),
      await brightness("snowy hills"),
    ];
    expect(night).toBeLessThan(day - 40);
    expect(winter).toBeGreaterThan(day + 8);
  });

  it("is marked as procedural in its metadata", async () => {
    const texts = textsOf((await draw({})).png);
    expect(texts).toMatchObject({ Software: "Taxiway", Source: "procedural" });
    expect(texts["XML:com.adobe.xmp"]).toContain("digitalsourcetype/algorithmicMedia");
  });

  it.each([
    ['</svg><script>alert(1)</script><image href="file:///etc/passwd"/>'],
    ["&lt;!DOCTYPE svg [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>&x;"],
    ["🏖️".repeat(2_000)],
    ["\0beach\0\u0007 sunset\u202e"],
    [`${"<g>".repeat(1_300)}`],
    ["\ud800 lone surrogate"],
    [[...WORDS.keys()].join(" ")],
  ])("is drawn for a hostile prompt", async (prompt) => {
    const { png } = await draw({ prompt });
    expect(pixelsOf(png, SIZE).length).toBe(SIZE * SIZE * 4);
  });
});

describe("a scene", () => {
  const words = [...WORDS.keys()].flatMap((word) => [word, `${word} by the sea, at night in winter`]);
  const svgOf = (prompt: string, style: (typeof STYLES)[number]): string => {
    const drawFor = (part: string) => drawNumbers(prompt, part);
    return compose(planScene(readPrompt(prompt), drawFor("scene")), style, drawFor);
  };

  it.each(words)("of %s is valid SVG", (prompt) => {
    for (const style of STYLES) expect(svgOf(prompt, style)).not.toMatch(/NaN|undefined|Infinity|\[object|[{}]/);
    expect(() => new Resvg(svgOf(prompt, "cartoon"))).not.toThrow();
  });

  it("contains no text of the prompt", () => {
    expect(svgOf("beach xyzzy<&>", "realistic")).not.toContain("xyzzy");
  });

  it("differs for every subject and setting", () => {
    const drawn = [...SUBJECTS.keys(), ...SETTINGS.keys()].map((name) => svgOf(name, "cartoon"));
    expect(new Set(drawn).size).toBeGreaterThanOrEqual(drawn.length - 1);
  });

  it("has a known setting for every subject", () => {
    for (const { home } of SUBJECTS.values()) expect([...SETTINGS.keys()]).toContain(home);
    for (const { ground, far, otherwise } of SETTINGS.values())
      for (const other of [ground, far, otherwise]) if (other !== undefined) expect(SETTINGS.has(other)).toBe(true);
  });

  it("has words for every subject and setting but the table", () => {
    expect([...SUBJECTS.keys(), ...SETTINGS.keys()].filter((name) => !WORDS.has(name))).toEqual(["table"]);
  });
});
