/** An SVG document that is being written: elements in order, definitions once. */
export interface Svg {
  add(element: string): void;
  /** The reference to a definition; the same content is defined once. `content` gets the id to use. */
  define(key: string, content: (id: string) => string): string;
  finish(): string;
}

export const createSvg = (): Svg => {
  const elements: string[] = [];
  const ids = new Map<string, string>();
  const definitions: string[] = [];
  return {
    add: (element) => void elements.push(element),
    define(key, content) {
      const known = ids.get(key);
      if (known !== undefined) return `url(#${known})`;
      const id = `d${ids.size}`;
      ids.set(key, id);
      definitions.push(content(id));
      return `url(#${id})`;
    },
    finish() {
      return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000" width="1000" height="1000">' +
        `<defs>${definitions.join("")}</defs>${elements.join("")}</svg>`
      );
    },
  };
};

export type Stop = readonly [offset: number, colour: string, opacity?: number];

const stops = (list: readonly Stop[]): string =>
  list
    .map(([offset, colour, opacity]) =>
      opacity === undefined
        ? `<stop offset="${offset}" stop-color="${colour}"/>`
        : `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
    )
    .join("");

/** From top to bottom, or from left to right. */
export const linear = (svg: Svg, direction: "down" | "across", list: readonly Stop[]): string =>
  svg.define(`linear ${direction} ${JSON.stringify(list)}`, (id) => {
    const end = direction === "down" ? 'x2="0" y2="1"' : 'x2="1" y2="0"';
    return `<linearGradient id="${id}" x1="0" y1="0" ${end}>${stops(list)}</linearGradient>`;
  });

export const radial = (svg: Svg, [x, y, radius]: readonly [number, number, number], list: readonly Stop[]): string =>
  svg.define(
    `radial ${x} ${y} ${radius} ${JSON.stringify(list)}`,
    (id) => `<radialGradient id="${id}" cx="${x}" cy="${y}" r="${radius}">${stops(list)}</radialGradient>`,
  );

export const blur = (svg: Svg, amount: number): string =>
  svg.define(
    `blur ${amount}`,
    (id) =>
      `<filter id="${id}" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="${amount}"/></filter>`,
  );
