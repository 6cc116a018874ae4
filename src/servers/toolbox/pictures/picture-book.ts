import { readFileSync } from "node:fs";
import type { Colour } from "./colour.ts";

/** Rows from the back to the front; `frame` is for tall plants at the edges. */
export const ROWS = ["sky", "water", "middle", "frame", "near"] as const;
export type Row = (typeof ROWS)[number];

/** SVG elements. `{name}` is a colour of the palette; `lights` are drawn over the rest when it is dark. */
interface Asset {
  readonly drawing: readonly string[];
  readonly lights?: readonly string[];
}

/** 200 units wide around 0, standing on y = 0. `currentColor` is the colour that a prompt can change. */
export interface Subject extends Asset {
  readonly row: Row;
  /** The setting when the prompt names none. */
  readonly home: string;
  readonly scale: number;
  readonly colour: Colour;
}

/** 1000 by 1000 units with the horizon at 540. */
export interface Setting extends Asset {
  readonly kind: "far" | "ground";
  /** Where the subjects of a row stand. Rows without a line need the ground in `otherwise`. */
  readonly lines?: Partial<Record<Row, number>>;
  readonly otherwise?: string;
  /** What completes a setting that the prompt names alone. */
  readonly ground?: string;
  readonly far?: string;
}

interface Hour {
  readonly sky: readonly [Colour, Colour, Colour];
  readonly lamp: Colour;
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

const readData = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`./data/${name}.json`, import.meta.url), "utf8")) as T;

const tableOf = <T>(name: string): ReadonlyMap<string, T> => new Map(Object.entries(readData<Record<string, T>>(name)));

/** The words for everything a picture can show, English and German, folded as a prompt is. */
export const WORDS = tableOf<string>("words");
export const SUBJECTS = tableOf<Subject>("subjects");
export const SETTINGS = tableOf<Setting>("settings");
export const SKY = readData<Record<"cloud" | "birds" | "rainbow" | "lightning" | "moon" | "sun", string>>("sky");
export const LIGHT = readData<Light>("light");
