import { draw } from "../../model/draw.ts";

/** 1 breakfast, 2 half board, 3 full board, 4 no meals, 5 all inclusive. */
export const BOARDS = [1, 2, 3, 4, 5] as const;
export type Board = (typeof BOARDS)[number];

/** A kind of room that hotels sell. */
export interface Category {
  /** At most eight characters. */
  readonly code: string;
  readonly name: string;
  readonly beds: number;
  readonly leastPersons: number;
  readonly mostPersons: number;
  /** Square metres, before the hotel has its say. */
  readonly size: number;
  /** Of the price of a bed in a double room. */
  readonly factor: number;
  /** So many beds are paid for, however few sleep there. */
  readonly leastPaid: number;
  /** 1 hotel room, 2 apartment. */
  readonly roomType: 1 | 2;
  /** How many of them a hotel has. */
  readonly rooms: number;
  readonly description: string;
}

/** Code, name, beds, persons, square metres, factor, beds paid at least, kind, rooms; `#` in a description is the size. */
const TABLE: readonly (readonly [facts: string, description: string])[] = [
  ["EZ Einzelzimmer 1 1-1 16 1.15 1 1 5", 'Einzelzimmer "Enzian" # m² mit Dusche, WC, Schreibtisch, Kabel-TV und Fön'],
  ["DZK Doppelzimmer 2 1-2 22 0.9 1.6 1 8", "Kleines Doppelzimmer # m² mit Dusche, WC, französischem Balkon und Fön"],
  [
    "DZ Doppelzimmer 2 1-3 28 1 1.6 1 12",
    'Doppelzimmer "Almrösl" # m² mit Dusche, separatem WC, Südbalkon, Safe und Fön',
  ],
  [
    "DZ-S Doppelzimmer 2 1-3 27 1.08 1.7 1 8",
    "Doppelzimmer Superior # m², Ausblick über die Dächer, Tee & Kühlschrank",
  ],
  [
    "DZ-D Doppelzimmer 2 1-4 30 1.16 1.7 1 6",
    'Doppelzimmer Deluxe "Gämsblick" # m² mit Bad, Sitzecke und großem Balkon',
  ],
  [
    "FAMZ Familienzimmer 4 3-6 42 0.94 2.6 1 5",
    'Familienzimmer "Murmeltier" # m², Stockbett für die "Kleinen", Dusche, WC',
  ],
  ["SUI Suite 2 1-4 54 1.6 2 1 2", "Suite # m² mit Zirbenholzmöbeln, freistehender Badewanne, Kachelofen und Loggia"],
  [
    "FEWO Ferienwohnung 4 2-8 68 0.8 3 2 3",
    "Ferienwohnung # m² für Selbstversorger: Küche, Wohnraum, 2 Schlafzimmer, Bad",
  ],
  [
    "CHALET Chalet 8 5-15 140 0.85 6 2 1",
    'Chalet "Hüttenzauber" # m² über zwei Stockwerke: Stube, Sauna, Küche, Galerie',
  ],
];

export const CATEGORIES: readonly Category[] = TABLE.map(([facts, description]) => {
  const [code = "", name = "", beds, persons = "", size, factor, leastPaid, kind, rooms] = facts.split(" ");
  const [least, most] = persons.split("-");
  return {
    code,
    name,
    beds: Number(beds),
    leastPersons: Number(least),
    mostPersons: Number(most),
    size: Number(size),
    factor: Number(factor),
    leastPaid: Number(leastPaid),
    roomType: kind === "2" ? 2 : 1,
    rooms: Number(rooms),
    description,
  };
});

const SOLD_BY_STARS: Readonly<Record<number, string>> = {
  1: "EZ DZK DZ",
  2: "EZ DZK DZ FAMZ",
  3: "EZ DZ DZ-S FAMZ FEWO",
  4: "EZ DZK DZ DZ-S DZ-D FAMZ SUI FEWO CHALET",
  5: "DZ DZ-S DZ-D FAMZ SUI CHALET",
};
const BOARDS_BY_STARS: Readonly<Record<number, readonly Board[]>> = {
  1: [4, 1],
  2: [1, 4],
  3: [2, 1],
  4: [2, 1],
  5: [2, 1, 3, 5],
};

export const categoriesOf = (stars: number): readonly Category[] => {
  const sold = (SOLD_BY_STARS[stars] ?? "DZ").split(" ");
  return CATEGORIES.filter(({ code }) => sold.includes(code));
};

/** In an apartment one cooks; breakfast can be had. */
export const boardsOf = (stars: number, { roomType }: Category): readonly Board[] =>
  roomType === 2 ? [4, 1] : (BOARDS_BY_STARS[stars] ?? [1]);

export const sizeIn = (hotel: string, { code, size }: Category): number =>
  size + draw("capcorn size", hotel, code).integer(-1, 1);

/** As the desk would say it: beds are added for those who have none, and counted where some stay free. */
export const roomName = ({ name, beds }: Category, persons: number): string => {
  if (persons > beds) return `${name} mit ${persons - beds} Zustellbett${persons - beds > 1 ? "en" : ""}`;
  return beds > 2 && persons < beds ? `${name} mit ${beds} Betten für ${persons} Personen` : name;
};
