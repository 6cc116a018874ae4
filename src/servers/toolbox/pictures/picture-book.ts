import { readFileSync } from "node:fs";
import type { Style } from "./images-endpoint.ts";
import type { Colour } from "./palette.ts";

/** Rows from the back to the front; `frame` is for tall plants at the edges. */
export const ROWS = ["sky", "water", "middle", "frame", "near"] as const;
export type Row = (typeof ROWS)[number];

/** SVG elements. `{name}` stands for a colour of the palette; `lights` are drawn on top at night. */
interface Asset {
  readonly drawing: readonly string[];
  readonly lights?: readonly string[];
}

/** 200 units wide around x = 0, based on y = 0. A prompt can change `currentColor`. */
export interface Subject extends Asset {
  readonly row: Row;
  /** The setting for a prompt without one. */
  readonly home: string;
  readonly scale: number;
  readonly colour: Colour;
}

/** 1000 by 1000 units with the horizon at y = 540. */
export interface Setting extends Asset {
  readonly kind: "far" | "ground";
  /** The base line of each row. A subject in a row without one needs the ground in `otherwise`. */
  readonly lines?: Partial<Record<Row, number>>;
  readonly otherwise?: string;
  /** The ground for a prompt that names only this background. */
  readonly ground?: string;
  /** The background for a prompt that names only this ground. */
  readonly far?: string;
}

interface Hour {
  readonly sky: readonly [Colour, Colour, Colour];
  /** Sun or moon. */
  readonly sun: Colour;
  readonly cloud: Colour;
  readonly cloudShade: Colour;
  readonly haze: Colour;
  readonly light: Colour;
  readonly waterFar: Colour;
  readonly waterNear: Colour;
  readonly dark: boolean;
}

interface Light {
  readonly hours: Readonly<Record<string, Hour>>;
  readonly weathers: Readonly<Record<string, { readonly share: number; readonly grey: Colour }>>;
  readonly seasons: Readonly<Record<string, Readonly<Record<"grass" | "leaf" | "conifer" | "rock", Colour>>>>;
  readonly colours: Readonly<Record<string, Colour>>;
}

export type Layer = "sky" | "far" | "ground" | "subject";

/** Renders the same scene differently: SVG filters, and the attributes that apply them. */
interface StyleSheet {
  readonly definitions: readonly string[];
  /** Attributes of the group around an item, by its layer. */
  readonly layers?: Partial<Record<Layer, string>>;
  readonly outline?: Readonly<Record<"far" | "near", number> & Record<"colour" | "atNight", Colour>>;
  /** Attributes of the group around the whole picture. */
  readonly whole?: string;
  /** Drawn on top of the picture. */
  readonly over?: string;
}

const readData = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`./data/${name}.json`, import.meta.url), "utf8")) as T;

const readTable = <T>(name: string): ReadonlyMap<string, T> =>
  new Map(Object.entries(readData<Record<string, T>>(name)));

/** English and German words for each concept, folded as prompts are. */
export const WORDS = readTable<string>("words");
export const SUBJECTS = readTable<Subject>("subjects");
export const SETTINGS = readTable<Setting>("settings");
export const SKY = readData<Record<"cloud" | "birds" | "rainbow" | "lightning" | "moon" | "sun", string>>("sky");
export const LIGHT = readData<Light>("light");
export const STYLE_SHEETS = readData<Readonly<Record<Style, StyleSheet>>>("styles");
