import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { draw } from "../../../model/draw.ts";
import { compose } from "./compose.ts";
import type { Style } from "./images-endpoint.ts";
import { readPrompt } from "./read-prompt.ts";
import { planScene } from "./scene.ts";

export interface DrawingRequest {
  readonly prompt: string;
  readonly style: Style;
  /** Width and height in pixels. */
  readonly size: number;
  readonly seed: number;
}

export interface Drawing {
  readonly png: Buffer;
  readonly sha256: string;
  readonly recognised: readonly string[];
}

/** The same request always returns the same bytes. Blocks for up to half a second. */
export const drawPicture = async ({ prompt, style, size, seed }: DrawingRequest): Promise<Drawing> => {
  const { Resvg } = await import("@resvg/resvg-js");
  const content = readPrompt(prompt);
  const drawFor = (part: string) => draw(seed, prompt, part);
  const svg = compose(planScene(content, drawFor("scene")), style, drawFor);
  const image = new Resvg(svg, {
    fitTo: { mode: "width", value: size },
    font: { loadSystemFonts: false },
    logLevel: "off",
  }).render();
  const png = withMetadata(image.asPng());
  return { png, sha256: createHash("sha256").update(png).digest("hex"), recognised: content.recognised };
};

/** IPTC's digital source type for pictures made by an algorithm without training data. */
const XMP =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  '<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" ' +
  'Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia"/>' +
  "</rdf:RDF></x:xmpmeta>";

/** The PNG signature and the IHDR chunk. */
const HEADER_BYTES = 33;

/** Adds text chunks after the header. */
const withMetadata = (png: Buffer): Buffer =>
  Buffer.concat([
    png.subarray(0, HEADER_BYTES),
    chunk("tEXt", "Software\0Taxiway"),
    chunk("tEXt", "Source\0procedural"),
    chunk("iTXt", `XML:com.adobe.xmp\0\0\0\0\0${XMP}`),
    png.subarray(HEADER_BYTES),
  ]);

const chunk = (type: string, data: string): Buffer => {
  const body = Buffer.from(type + data, "latin1");
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
};
