import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { seedOf } from "../src/tools/toolbox/pictures/canvas/chance.ts";
import { drawPicture } from "../src/tools/toolbox/pictures/draw-picture.ts";
import type { Style } from "../src/tools/toolbox/pictures/styles/style.ts";

/** Draws the pictures of docs/pictures.md, and the page itself: `tsx scripts/draw-gallery.ts`. */
const SIZE = 512;

interface Exhibit {
  readonly file: string;
  readonly prompt: string;
  readonly style: Style;
  readonly seed?: number;
}

const GALLERY: readonly Exhibit[] = [
  { file: "beach", prompt: "A sandy beach with palms and a turquoise sea", style: "realistic" },
  { file: "mountain-lake", prompt: "Ein Bergsee im Herbst", style: "realistic" },
  { file: "city", prompt: "City skyline at night", style: "realistic" },
  { file: "sunset", prompt: "Sonnenuntergang über dem Meer mit einem Segelboot", style: "artistic" },
  { file: "temple", prompt: "A temple in Kyoto among cherry blossoms", style: "artistic" },
  { file: "train", prompt: "A red train through the snowy Alps", style: "artistic" },
  { file: "airplane", prompt: "An airplane above the clouds", style: "cartoon" },
  { file: "hotel", prompt: "Ein Hotel mit Pool und Palmen", style: "cartoon" },
  { file: "camping", prompt: "Camping with a campfire under the stars", style: "cartoon" },
  { file: "snow", prompt: "Snow on the mountains, a small village below", style: "abstract" },
  { file: "balloons", prompt: "Drei rote Heißluftballons über der Wüste", style: "abstract" },
  { file: "bridge", prompt: "The Golden Gate Bridge at sunrise", style: "abstract" },
];

const docs = join(import.meta.dirname, "..", "docs");
mkdirSync(join(docs, "pictures"), { recursive: true });

const rows: string[] = [];
for (const { file, prompt, style, seed = seedOf(prompt) } of GALLERY) {
  const { png } = await drawPicture({ prompt, style, size: SIZE, seed });
  writeFileSync(join(docs, "pictures", `${file}.png`), png);
  rows.push(`### ${prompt}\n\n![${prompt}, ${style}](pictures/${file}.png)\n\n\`${style}\`, seed \`${seed}\`\n`);
  console.log(`${file}: ${png.length} bytes`);
}

const page = `# Pictures

\`image_generator__generate_image\` draws without a model and without a network: the words of the prompt, English or German,
become a scene (hour, weather, season, land, things in it), and one of four styles shows it. Prompt, style, size and seed decide
every byte; the seed is in the answer, and another one composes the same words differently. The files say in their metadata
that they are procedural. With \`TAXIWAY_IMAGES_URL\` an image model is asked instead, and this is what stands in for it when it
does not answer.

These twelve are drawn by \`tsx scripts/draw-gallery.ts\`, which also writes this page.

${rows.join("\n")}`;
writeFileSync(join(docs, "pictures.md"), page);
