/** `#rrggbb`, always six digits. */
export type Colour = string;

export type Channels = readonly [red: number, green: number, blue: number];

export const channels = (colour: Colour): Channels => {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
};

export const fromChannels = (red: number, green: number, blue: number): Colour => {
  const byte = (value: number): number => Math.max(0, Math.min(255, Math.round(value)));
  return `#${((byte(red) << 16) | (byte(green) << 8) | byte(blue)).toString(16).padStart(6, "0")}`;
};

/** `share` of the second colour in the first. */
export const mix = (first: Colour, second: Colour, share: number): Colour => {
  const [a, b] = [channels(first), channels(second)];
  return fromChannels(a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share);
};

export const lighter = (colour: Colour, share: number): Colour => mix(colour, "#ffffff", share);
export const darker = (colour: Colour, share: number): Colour => mix(colour, "#0a0a1e", share);

/** How a surface of one colour looks in light of another. */
export const multiply = (surface: Colour, light: Colour): Colour => {
  const [a, b] = [channels(surface), channels(light)];
  return fromChannels((a[0] * b[0]) / 255, (a[1] * b[1]) / 255, (a[2] * b[2]) / 255);
};

export const luminance = (colour: Colour): number => {
  const [red, green, blue] = channels(colour);
  return (0.3 * red + 0.59 * green + 0.11 * blue) / 255;
};

/** Above 1: stronger than it is; below: closer to grey. */
export const saturate = (colour: Colour, factor: number): Colour => {
  const grey = luminance(colour) * 255;
  const [red, green, blue] = channels(colour);
  return fromChannels(grey + (red - grey) * factor, grey + (green - grey) * factor, grey + (blue - grey) * factor);
};
