import { createHash } from "node:crypto";
import type { Resvg } from "@resvg/resvg-js";
import { createChance } from "./chance.ts";
import { compose } from "./compose.ts";
import { encodePng, type Pixels } from "./encode-png.ts";
import { facets } from "./facets.ts";
import { readPrompt } from "./read-prompt.ts";
import { planScene } from "./scene.ts";
import type { Style } from "./style.ts";
import { treat } from "./treatments.ts";

export interface DrawingOrder {
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

/** The abstract style is drawn from a smaller picture of the same scene. */
const MODEL_SIZE = 256;

/** IPTC's word for pictures that an algorithm made without having been trained on any. */
const XMP =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  '<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" ' +
  'Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia"/>' +
  "</rdf:RDF></x:xmpmeta>";

/** The same order always gives the same bytes. Occupies the processor for up to a second. */
export const drawPicture = async ({ prompt, style, size, seed }: DrawingOrder): Promise<Drawing> => {
  const { Resvg } = await import("@resvg/resvg-js");
  const wish = readPrompt(prompt);
  const chance = createChance(seed, prompt);
  const scene = planScene(wish, chance.apart("scene"));
  const picture = compose(scene, chance.apart("picture"));
  const drawn = treat(picture, style);
  const svg =
    style === "abstract" ? facets(render(Resvg, drawn, MODEL_SIZE), scene.lamp, chance.apart("facets")) : drawn;
  const png = encodePng(render(Resvg, svg, size), {
    Software: "Taxiway",
    Source: "procedural",
    "XML:com.adobe.xmp": XMP,
  });
  return { png, sha256: createHash("sha256").update(png).digest("hex"), recognised: wish.recognised };
};

const render = (Renderer: typeof Resvg, svg: string, size: number): Pixels => {
  const image = new Renderer(svg, {
    fitTo: { mode: "width", value: size },
    font: { loadSystemFonts: false },
    logLevel: "off",
  }).render();
  return { width: image.width, height: image.height, rgba: image.pixels };
};
