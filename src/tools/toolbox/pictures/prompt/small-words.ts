export const COLOURS: Readonly<Record<string, string>> = {
  red: "#d7263d",
  crimson: "#b3123a",
  rot: "#d7263d",
  orange: "#f28c28",
  yellow: "#f6c945",
  gelb: "#f6c945",
  gold: "#e0a526",
  golden: "#e0a526",
  green: "#3f9b4f",
  gruen: "#3f9b4f",
  emerald: "#1f8f6a",
  turquoise: "#2bb8b0",
  tuerkis: "#2bb8b0",
  teal: "#168a8a",
  cyan: "#35b8d6",
  blue: "#2f6fd0",
  blau: "#2f6fd0",
  navy: "#22386e",
  purple: "#7b4bb0",
  violet: "#7b4bb0",
  lila: "#8e5bbf",
  violett: "#7b4bb0",
  pink: "#ee7fa8",
  rosa: "#ee7fa8",
  brown: "#8a5a3b",
  braun: "#8a5a3b",
  white: "#f6f4ee",
  weiss: "#f6f4ee",
  black: "#2a2a30",
  schwarz: "#2a2a30",
  grey: "#8d949c",
  gray: "#8d949c",
  grau: "#8d949c",
  silver: "#b9c2cb",
};

export const NUMBERS: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  zwei: 2,
  drei: 3,
  vier: 4,
  fuenf: 5,
  "2": 2,
  "3": 3,
  "4": 4,
  "5": 5,
  many: 5,
  several: 3,
  viele: 5,
  mehrere: 3,
};

/** German words that are other words in English: they count where the rest is German. */
export const GERMAN_ONLY: ReadonlySet<string> = new Set(["see", "boot", "pass", "rot", "rom"]);
export const GERMAN_SIGNS: ReadonlySet<string> = new Set(
  "der das ein eine einen einem einer eines und mit auf bei im zum zur ueber vom ohne unter hinter nachts abends".split(
    " ",
  ),
);

/** After these a thing is not wanted. */
export const REFUSALS: ReadonlySet<string> = new Set([
  "no",
  "not",
  "without",
  "ohne",
  "kein",
  "keine",
  "keinen",
  "keiner",
  "nicht",
]);
