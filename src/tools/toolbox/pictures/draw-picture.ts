import { createHash } from "node:crypto";
import type { Resvg } from "@resvg/resvg-js";
import { createChance, hash } from "./canvas/chance.ts";
import { encodePng, type Pixels } from "./canvas/encode-png.ts";
import { compose } from "./compose.ts";
import { readPrompt } from "./prompt/read-prompt.ts";
import { planScene } from "./scene.ts";
import { abstract } from "./styles/abstract.ts";
import { artistic } from "./styles/artistic.ts";
import { cartoon, flat } from "./styles/cartoon.ts";
import { realistic } from "./styles/realistic.ts";
import type { Style } from "./styles/style.ts";

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

/** Two styles are painted after a model: a smaller picture of the same scene. */
const MODEL_SIZE = 320;

/** IPTC's word for pictures that an algorithm made without having been trained on any. */
const XMP =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  '<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" ' +
  'Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia"/>' +
  "</rdf:RDF></x:xmpmeta>";

/** The same order always gives the same bytes. Takes the processor for up to some seconds. */
export const drawPicture = async ({ prompt, style, size, seed }: DrawingOrder): Promise<Drawing> => {
  const { Resvg } = await import("@resvg/resvg-js");
  const wish = readPrompt(prompt);
  const chance = createChance(seed, prompt);
  const scene = planScene(wish, chance.apart("scene"));
  const composed = (detail: number) => compose(scene, chance.apart("stage"), hash(seed, prompt), detail);
  const svgOf: Record<Style, () => string> = {
    realistic: () => realistic(composed(1)),
    cartoon: () => cartoon(composed(0.2)),
    artistic: () => artistic(render(Resvg, realistic(composed(0.6), false), MODEL_SIZE), seed),
    abstract: () => abstract(render(Resvg, flat(composed(0.2), false), MODEL_SIZE), seed, scene.lamp),
  };
  const png = encodePng(render(Resvg, svgOf[style](), size), {
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
