import type { Item, Picture } from "./compose.ts";
import type { Style } from "./style.ts";

/** How a style shows the items of a picture. */
interface Treatment {
  readonly definitions: string;
  /** Attributes of the group around one item; everything in it inherits them. */
  item(item: Item, dark: boolean): string;
  /** Attributes of the group around the picture. */
  readonly whole: string;
  readonly over: string;
}

const filter = (id: string, steps: string, region = 'x="0" y="0" width="1" height="1"'): string =>
  `<filter id="${id}" ${region} color-interpolation-filters="sRGB">${steps}</filter>`;

const VIGNETTE =
  '<radialGradient id="vignette" r="0.75"><stop offset="0.6" stop-color="#0a1030" stop-opacity="0"/>' +
  '<stop offset="1" stop-color="#0a1030" stop-opacity="0.34"/></radialGradient>';
const FRAME = "M0 0H1000V1000H0Z";

const PLAIN: Treatment = { definitions: "", item: () => 'stroke="none"', whole: "", over: "" };

const TREATMENTS: Readonly<Record<Style, Treatment>> = {
  /** Rounded forms in soft light, a fine grain and darker corners. */
  realistic: {
    ...PLAIN,
    definitions:
      VIGNETTE +
      filter(
        "form",
        '<feGaussianBlur in="SourceAlpha" stdDeviation="7"/><feDiffuseLighting surfaceScale="9" diffuseConstant="1.15" ' +
          'lighting-color="#ffffff"><feDistantLight azimuth="235" elevation="58"/></feDiffuseLighting>' +
          '<feComposite in2="SourceGraphic" operator="arithmetic" k1="1.02"/><feComposite in2="SourceAlpha" operator="in"/>',
        'x="-0.05" y="-0.05" width="1.1" height="1.1"',
      ) +
      filter("soften", '<feGaussianBlur stdDeviation="1.6"/>') +
      filter(
        "grain",
        '<feTurbulence type="fractalNoise" baseFrequency="0.35" numOctaves="2" seed="5"/>' +
          '<feColorMatrix values="0 0 0 0 0.5  0 0 0 0 0.5  0 0 0 0 0.5  0.9 0 0 0 -0.36"/>',
      ),
    item: ({ depth }) =>
      depth === "subject"
        ? 'stroke="none" filter="url(#form)"'
        : depth === "ground"
          ? 'stroke="none"'
          : 'stroke="none" filter="url(#soften)"',
    over: `<path d="${FRAME}" filter="url(#grain)" opacity="0.35"/><path d="${FRAME}" fill="url(#vignette)"/>`,
  },
  /** Edges as a wet brush leaves them, on rough paper. */
  artistic: {
    ...PLAIN,
    definitions: filter(
      "brush",
      '<feTurbulence type="fractalNoise" baseFrequency="0.012 0.03" numOctaves="3" seed="3" result="flow"/>' +
        '<feDisplacementMap in="SourceGraphic" in2="flow" scale="34" xChannelSelector="R" yChannelSelector="G" result="wet"/>' +
        '<feTurbulence type="fractalNoise" baseFrequency="0.012 0.09" numOctaves="3" seed="8"/>' +
        '<feDiffuseLighting surfaceScale="0.8" diffuseConstant="1.2" lighting-color="#fffaf0">' +
        '<feDistantLight azimuth="240" elevation="56"/></feDiffuseLighting>' +
        '<feComposite in2="wet" operator="arithmetic" k1="1.05" k3="0.06"/><feColorMatrix type="saturate" values="1.25"/>',
    ),
    // A little larger than the picture: the brush pulls its edges inwards.
    whole: 'filter="url(#brush)" transform="translate(-30 -30) scale(1.06)"',
  },
  /** Flat strong colours and bold contours. */
  cartoon: {
    ...PLAIN,
    definitions: filter("vivid", '<feColorMatrix type="saturate" values="1.3"/>'),
    item: ({ depth, scale }, dark) =>
      `stroke="${dark ? "#0d0c22" : "#241f38"}" stroke-width="${((depth === "far" ? 4 : 6) / scale).toFixed(2)}" stroke-linejoin="round"`,
    whole: 'filter="url(#vivid)"',
  },
  abstract: PLAIN,
};

/** The picture in a style. The abstract style is drawn from the picture that this returns for it. */
export const treat = ({ definitions, items, dark }: Picture, style: Style): string => {
  const treatment = TREATMENTS[style];
  const drawn = items.map((item) => {
    const colour = item.colour === undefined ? "" : ` color="${item.colour}"`;
    return `<g transform="${item.place}"${colour} ${treatment.item(item, dark)}>${item.drawing}</g>`;
  });
  return svgOf(
    definitions + treatment.definitions,
    `<g ${treatment.whole}><path d="${FRAME}" fill="none"/>${drawn.join("")}</g>${treatment.over}`,
  );
};

export const svgOf = (definitions: string, content: string): string =>
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000" width="1000" height="1000">' +
  `<defs>${definitions}</defs>${content}</svg>`;
