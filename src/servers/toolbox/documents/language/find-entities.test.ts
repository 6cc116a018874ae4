import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Entity, EntityType } from "./analyse.ts";
import { analyse } from "./analyse.ts";

/** Entities marked by a reader; "a|b" accepts either form. */
interface Marks {
  readonly found: Partial<Record<EntityType, readonly string[]>>;
  /** Disputable: neither required nor wrong. */
  readonly tolerated: readonly string[];
  /** Must not be found as any type. */
  readonly never: readonly string[];
}

const marks: Record<string, Marks> = {
  "airline-press-release": {
    found: {
      ORGANIZATION: ["Northwind Airways", "ANA Aeroportos", "Halden Fuels", "SPAC", "Euronext"],
      PERSON: ["Margaret Okafor", "Henrik Lindqvist", "Daniel Reyes", "João Moreira", "Sofia Brandt"],
      LOCATION: [
        ...["Porto", "Lisbon", "Portugal", "Geneva", "Hamburg", "Dublin", "Marrakesh", "Reykjavik", "Bilbao", "Lyon"],
        "France",
      ],
      AIRPORT: ["Francisco Sá Carneiro Airport (OPO)"],
      DATE: [
        ...[
          "14 March 2025",
          "26 October 2025",
          "March 2026",
          "2024",
          "2027",
          "2032",
          "2019",
          "January 2025",
          "May 2025",
        ],
        ...["18 March 2025", "31 January 2026", "April", "1998", "2011", "summer of 2026|2026"],
      ],
      TIME: ["10:00", "06:15", "21:40"],
      MONEY: ["€1.4 billion", "€85 million", "€212 million", "€2.06 billion", "€39"],
      PERCENT: ["19 percent", "30%", "8.4 percent", "87.1 percent", "74 percent", "6 to 8 percent|8 percent"],
      PHONE: ["+351 22 010 4400", "+351 21 010 4417"],
      URL: ["https://www.northwind.example/porto"],
      EMAIL: ["press@northwind.example"],
      FLIGHT: ["NW 2101", "NW 2108"],
    },
    tolerated: ["Airbus", "Northwind Circle", "26 October"],
    never: [
      "A321neo",
      "A320ceo",
      "A321",
      "Unions",
      "Tickets",
      "Passengers",
      "Punctuality",
      "Compared",
      "Okafor",
      "Today",
    ],
  },
  "hotel-review": {
    found: {
      ORGANIZATION: ["Grand Meridian Hotel", "Meridian Hotels & Resorts", "Hotel Albufera"],
      PERSON: ["Mateo", "Mr. Ferrer"],
      LOCATION: [
        ...["Barcelona", "Plaça de Catalunya", "Gothic Quarter", "Barceloneta|Barceloneta beach", "Madrid", "Valencia"],
      ],
      DATE: ["12 June 2024"],
      TIME: ["15:30", "22:10"],
      MONEY: ["€289", "€46", "€25"],
      PERCENT: ["10%"],
      BOOKING: ["QX7R2M"],
    },
    tolerated: [],
    never: ["Pros", "Cons", "Nobody", "Checking", "Grand Meridian", "Would", "Spare", "Three"],
  },
  "travel-guide": {
    found: {
      LOCATION: [
        ...["Kyoto", "Japan", "Tokyo", "Uji", "Gion|Gion district", "Arashiyama", "Kiyomizu-dera", "Ninenzaka"],
        ...["Sannenzaka", "Philosopher's Path", "Golden Pavilion", "Kinkaku-ji", "Tenryu-ji", "Byodo-in", "Nishijin"],
        ...["Fushimi Inari|Fushimi Inari shrine", "Nishiki|Nishiki market", "Shoren-in", "Kyoto Station"],
        ...["Togetsukyo|Togetsukyo bridge", "Kamo|Kamo river"],
      ],
      ORGANIZATION: ["UNESCO"],
      PERSON: ["Muso Soseki", "Pico Iyer"],
      AIRPORT: ["Kansai International Airport (KIX)"],
      DATE: [
        ...["April", "November", "January", "February", "July", "August", "May", "September", "2019", "1854", "1992"],
      ],
      TIME: ["6 a.m.", "6:00"],
      MONEY: ["¥3,600", "¥1,000", "¥10,000", "¥25,000", "¥60,000", "¥9,000"],
    },
    tolerated: ["Nakamura Tokichi", "14th century", "15th century", "noon", "nine o'clock", "ten yen"],
    never: ["Temples", "Buses", "Day", "Begin", "Please", "Second World War", "Zen", "Many", "Four Days", "Whoever"],
  },
  "fare-rules": {
    found: {
      ORGANIZATION: [
        ...["Meridian Sky Ltd.|Meridian Sky Ltd", "European Parliament", "European Union"],
        "Irish Regulator for Transport|Aviation Directorate of the Irish Regulator for Transport",
      ],
      LOCATION: ["Dublin", "New York", "Ireland"],
      AIRPORT: ["Dublin (DUB)", "London Heathrow (LHR)|Heathrow (LHR)", "New York (JFK)"],
      DATE: ["1 February 2025", "15 January 2025"],
      TIME: ["08:00", "18:00"],
      MONEY: ["EUR 45", "EUR 15", "EUR 60", "EUR 85", "USD 120"],
      PERCENT: ["80%", "50%", "75%", "10%", "1.5%"],
      BOOKING: ["TEST-ABC234"],
      EMAIL: ["refunds@meridiansky.example"],
      URL: ["www.meridiansky.example/refunds"],
      PHONE: ["+353 1 555 0142"],
      FLIGHT: ["MK 108", "MK 110"],
    },
    tolerated: ["London", "Heathrow", "London Heathrow", "Custom House Plaza", "Aviation Directorate", "Council"],
    never: [
      "Carrier",
      "Flex Saver",
      "Montreal",
      "No 261",
      "EC",
      "Regulation",
      "Scope",
      "Children",
      "Version",
      "Sunday",
    ],
  },
  "airport-strike-news": {
    found: {
      ORGANIZATION: ["KLM", "FNV", "SkyHandling Services", "easyJet", "Delta", "Hartwell Research", "Consumentenbond"],
      PERSON: [
        ...["Willemijn de Groot", "Pieter Hoekstra", "Aisha Rahman", "Marloes Visser", "Ruben Claassen"],
        "Annelies Postma",
      ],
      LOCATION: [
        ...["Amsterdam", "Birmingham", "Utrecht", "Copenhagen", "Malmö", "Rotterdam", "Eindhoven", "Brussels"],
        ...["The Hague|Hague", "Groningen"],
      ],
      DATE: ["2024", "2022", "8 December 2025|Monday, 8 December 2025", "April", "July", "12 December"],
      TIME: ["4 a.m.", "6 p.m."],
      MONEY: ["€800", "€23 million", "€35 million", "€50 million", "€600"],
      PERCENT: ["9 percent", "4.5 percent", "35 percent", "21 percent", "6 percent"],
      FLIGHT: ["KL1427"],
      URL: ["www.schiphol-status.example"],
    },
    tolerated: ["Schiphol", "Amsterdam Schiphol", "noon", "Swedish embassy"],
    never: ["Unions", "Queues", "Christmas", "Travellers", "Airlines", "Hoekstra", "Politicians", "Friday", "Swedish"],
  },
  hotelkritik: {
    found: {
      ORGANIZATION: [
        "Seehotel Lindenhof|Lindenhof",
        "Alpensee Hotels GmbH",
        "Buchheim Museum",
        "Hofpfisterei|Bäckerei Hofpfisterei",
      ],
      PERSON: [
        "Herr Obermaier",
        "Leonie",
        "Andreas Brandl",
        "Ludwig II|Ludwig II.|König Ludwig II.|König Ludwig II",
        "Sabine Lechner",
      ],
      LOCATION: [
        ...["Tutzing", "Bernried", "Berg", "Starnberg", "Tegernsee", "Rosenheim", "Starnberger See", "Schrobenhausen"],
      ],
      DATE: ["19. Mai 2024|17. bis 19. Mai 2024", "1908", "2017", "1886", "2023", "Oktober 2026"],
      TIME: ["14 Uhr"],
      MONEY: ["68 Euro", "36 Euro", "10 Euro", "150 Euro", "189 Euro"],
      PERCENT: ["20 Prozent"],
      PHONE: ["08158 555 120"],
    },
    tolerated: ["Familie Wittelsberg", "Wittelsberg", "Münchner Hauptbahnhof"],
    never: ["Frühstück", "Sauna", "Saibling", "Rehrücken", "Fazit", "Küchenchef", "Samstagabend", "Missgeschick"],
  },
  reisebericht: {
    found: {
      LOCATION: [
        ...["Triest", "Dubrovnik", "München", "Split", "Adria", "Villach", "Wien", "Istrien", "Rovinj", "Motovun"],
        ...["Rijeka", "Zadar", "Krka|Nationalpark Krka", "Diokletianpalast"],
      ],
      ORGANIZATION: ["ÖBB", "Jadrolinija|Reederei Jadrolinija"],
      PERSON: ["Katharina", "Herr Pichler", "Giuliana Cossutta", "James Joyce"],
      DATE: [
        ...[
          "3. September 2024",
          "6. September",
          "9. September",
          "13. September",
          "2021",
          "Oktober",
          "September",
          "Mai",
        ],
      ],
      TIME: ["23.20 Uhr", "8 Uhr"],
      MONEY: ["89 Euro", "40 Euro", "310 Euro", "35 Euro", "4 Euro", "1.150 Euro"],
      FLIGHT: ["LH 1412"],
      AIRPORT: ["Dubrovnik (DBV)", "München (MUC)"],
    },
    tolerated: ["Jesuitentreppe", "Altstadt"],
    never: ["Nachtzug", "Schaffner", "Steirer", "Kaffee", "Sonne", "Fähre", "Flugzeug", "Pech", "Fazit", "Semmeln"],
  },
  geschaeftsbericht: {
    found: {
      ORGANIZATION: [
        ...[
          "Alpenluft AG",
          "Deutsche Bahn",
          "Verdi",
          "Nordfjord Energi AS",
          "Reisewelt Holding GmbH",
          "Bundeskartellamt",
        ],
      ],
      PERSON: ["Claudia Wernicke", "Matthias Kröger", "Jürgen Haller", "Stefanie Vogt"],
      LOCATION: [
        ...["Frankfurt am Main", "Spanien", "Portugal", "Marokko", "Stuttgart", "Berlin", "Deutschland", "München"],
        ...["Hamburg", "Köln|Köln/Bonn", "Sarajevo", "Tirana", "Bergen", "Düsseldorf", "Hannover"],
        "Nahen Osten|Naher Osten",
      ],
      DATE: [
        ...[
          "6. März 2025",
          "2024",
          "2019",
          "2023",
          "31. Oktober 2024",
          "19. Juli 2024",
          "2. April 2025",
          "2026",
          "2030",
        ],
        ...["30. März 2025", "Januar 2025", "2025", "15. Mai 2025", "1987"],
      ],
      TIME: ["7.05 Uhr"],
      MONEY: [
        ...["148 Mio. Euro", "1,87 Mrd. Euro", "0,45 Euro", "64 Mio. Euro", "21 Mio. Euro", "402 Mio. Euro"],
        ...["95 Mio. Euro", "512 Mio. Euro", "38 Mio. Euro", "620 Mio. Euro", "2 Mrd. Euro", "170 Mio. Euro"],
      ],
      PERCENT: [
        ...["18 Prozent", "9,3 Prozent", "7,1 Prozent", "84,2 Prozent", "11 Prozent", "71 Prozent", "80 Prozent"],
        ...["7,5 Prozent", "25 Prozent"],
      ],
      FLIGHT: ["AX 318"],
      URL: ["www.alpenluft.example/bericht"],
      EMAIL: ["presse@alpenluft.example"],
      PHONE: ["+49 69 5550 1230"],
    },
    tolerated: ["SDAX", "Airbus", "Bonn", "Jahrhunderthalle", "sechs Prozent"],
    never: [
      "Vorstand",
      "Umsatz",
      "Ausblick",
      "Pressemitteilung",
      "Hauptversammlung",
      "Flotte",
      "Risiken",
      "A220",
      "Haller",
    ],
  },
};

const nameTypes: ReadonlySet<EntityType> = new Set(["PERSON", "ORGANIZATION", "LOCATION"]);

const compare = (entities: readonly Entity[], { found, tolerated }: Marks, types: (type: EntityType) => boolean) => {
  const marked = Object.entries(found).flatMap(([type, texts]) =>
    types(type as EntityType) ? texts.map((forms) => forms.split("|").map((form) => `${type} ${form}`)) : [],
  );
  const given = entities
    .filter(({ type, text }) => types(type) && !tolerated.includes(text))
    .map(({ type, text }) => `${type} ${text}`);
  const missed = marked.filter((forms) => !forms.some((form) => given.includes(form))).map((forms) => forms.join("|"));
  const wrong = given.filter((one) => !marked.some((forms) => forms.includes(one)));
  return {
    recall: 1 - missed.length / marked.length,
    precision: 1 - wrong.length / given.length,
    missed,
    wrong,
  };
};

const entitiesOf = async (text: string, options?: { places?: ReadonlySet<string> }): Promise<readonly Entity[]> => {
  const analysis = await analyse(text, "entities", options);
  return analysis.analysis_type === "entities" ? analysis.entities : [];
};

describe("the entities of a fixture text", () => {
  for (const [name, marked] of Object.entries(marks)) {
    it(`match the marks of a reader: ${name}`, async () => {
      const text = readFileSync(`test/fixtures/texts/${name}.txt`, "utf8");
      const entities = await entitiesOf(text);
      for (const types of [() => true, (type: EntityType) => nameTypes.has(type)]) {
        const { recall, precision, missed, wrong } = compare(entities, marked, types);
        expect(recall, `missed: ${missed.join(", ")}`).toBeGreaterThanOrEqual(0.8);
        expect(precision, `wrong: ${wrong.join(", ")}`).toBeGreaterThanOrEqual(0.8);
      }
      const texts = entities.map((entity) => entity.text);
      expect(texts.filter((one) => marked.never.includes(one))).toEqual([]);
    });
  }
});

describe("an entity in several forms", () => {
  it("is returned once, in its longest form", async () => {
    const found = await entitiesOf(
      "Anna Schmidt works for Skyline Airways Inc. in Dublin. Schmidt likes Dublin, and Skyline Airways likes Anna. " +
        "The flight LH 400 is at noon; LH400 is full. We fly from Frankfurt (FRA), and FRA is busy.",
    );
    expect(found).toContainEqual({ type: "PERSON", text: "Anna Schmidt", count: 3 });
    expect(found).toContainEqual({ type: "ORGANIZATION", text: "Skyline Airways Inc", count: 2 });
    expect(found).toContainEqual({ type: "LOCATION", text: "Dublin", count: 2 });
    expect(found).toContainEqual({ type: "FLIGHT", text: "LH 400", count: 2 });
    expect(found).toContainEqual({ type: "AIRPORT", text: "Frankfurt (FRA)", count: 2 });
  });

  it("is found in capitals and with a genitive s", async () => {
    expect(await entitiesOf("DUBLIN – The airport is busy. Dublin's airport is new and it is near the sea.")).toEqual([
      { type: "LOCATION", text: "Dublin", count: 2 },
    ]);
    expect(await entitiesOf("Das ist die Zukunft Deutschlands. Deutschland ist ein Land und es ist groß.")).toEqual([
      { type: "LOCATION", text: "Deutschland", count: 2 },
    ]);
  });
});

describe("places", () => {
  it("can be passed in", async () => {
    const text = "The ferry left Smögen early, and it was full of people who had been to the island.";
    expect(await entitiesOf(text)).toEqual([]);
    expect(await entitiesOf(text, { places: new Set(["Smögen"]) })).toEqual([
      { type: "LOCATION", text: "Smögen", count: 1 },
    ]);
  });

  it("that are also ordinary words need context", async () => {
    expect(await entitiesOf("Das Essen war gut und die Halle war groß.")).toEqual([]);
    expect(await entitiesOf("Wir fuhren nach Essen und das Essen war gut.")).toEqual([
      { type: "LOCATION", text: "Essen", count: 1 },
    ]);
  });
});
