import { table } from "../../bench/table.ts";
import { CABINS, type FlightOption } from "../../src/model/flight.ts";
import { isUsDomestic, realmOf } from "../../src/travel/world/flights/borders.ts";
import { countryOf } from "../../src/travel/world/markets.ts";
import { dollars, groupBy, percent, quantile, type Section, SPREAD, share, spread, worst } from "./section.ts";
import {
  airportOf,
  isAvailable,
  numbersOf,
  type Observation,
  routeOf,
  type Sample,
  searchFlights,
} from "./world-under-report.ts";

const MILES_PER_KM = 0.621371;

interface Priced {
  readonly observation: Observation;
  readonly option: FlightOption;
  readonly miles: number;
}

const BANDS_MILES = [250, 500, 1000, 2000, 4000, Number.POSITIVE_INFINITY] as const;
const BAND_NAMES = ["up to 250 mi", "250–500", "500–1,000", "1,000–2,000", "2,000–4,000", "beyond"] as const;
const EUROPE = new Set(["britain", "france", "german", "benelux", "nordic", "south-europe", "east-europe"]);

const bandOf = (miles: number): number => BANDS_MILES.findIndex((limit) => miles <= limit);

const regionOf = ({ from, to }: Observation): string => {
  if (isUsDomestic(from, to)) return "United States";
  if (realmOf(from.country) === realmOf(to.country)) return "domestic elsewhere";
  const european = EUROPE.has(countryOf(from.country).market) && EUROPE.has(countryOf(to.country).market);
  return european ? "within Europe" : "international";
};

const REGIONS = ["United States", "domestic elsewhere", "within Europe", "international"] as const;

const centsPerMile = ({ option, miles }: Priced): number => option.pricePerAdult / miles;
const price = ({ option }: Priced): number => option.pricePerAdult;
const cents = (value: number): string => (Number.isNaN(value) ? "–" : `${value.toFixed(0)}¢`);

const perMile = (priced: readonly Priced[]): string =>
  table(
    ["economy, cents a mile", "options", ...SPREAD],
    REGIONS.flatMap((region) =>
      BAND_NAMES.flatMap((name, band) => {
        const own = priced.filter(
          ({ observation, miles }) =>
            observation.cabin === "economy" && regionOf(observation) === region && bandOf(miles) === band,
        );
        if (own.length === 0) return [];
        return [[`${region}, ${name}`, `${own.length}`, ...spread(own.map(centsPerMile), cents)]];
      }),
    ),
  );

const byCabin = (priced: readonly Priced[]): string =>
  table(
    ["cabin, cents a mile", "options", ...SPREAD],
    CABINS.flatMap((cabin) =>
      [false, true].flatMap((long) => {
        const own = priced.filter(
          ({ observation, miles }) =>
            observation.cabin === cabin && regionOf(observation) !== "United States" && bandOf(miles) >= 4 === long,
        );
        const name = `${cabin}, ${long ? "from" : "below"} 2,000 miles`;
        return [[name, `${own.length}`, ...spread(own.map(centsPerMile), cents)]];
      }),
    ),
  );

const USUAL_DATES = ["2027-02-09", "2027-03-10", "2027-05-11", "2027-09-08", "2027-11-10"];

const HUNDRED = 10_000;
/** The model document's bands within the United States, in cents; first class has no upper end. */
const US_BANDS = {
  economy: [20_000, 80_000],
  business: [80_000, 200_000],
  first: [250_000, Number.POSITIVE_INFINITY],
} as const;

/** First class is sold coast to coast only. */
const COAST_TO_COAST = ["JFK-LAX", "JFK-SFO", "BOS-LAX"];

const firstFares = ({ world }: Sample): readonly number[] =>
  COAST_TO_COAST.flatMap((route) =>
    USUAL_DATES.flatMap((date) => {
      const [from, to] = [airportOf(world, route.slice(0, 3)), airportOf(world, route.slice(4))];
      return searchFlights(world, from, to, date, { cabin: "first" }).options.map((option) => option.pricePerAdult);
    }),
  );

const inBand = (values: readonly number[], cabin: keyof typeof US_BANDS): number => {
  const [low, high] = US_BANDS[cabin];
  return share(values.filter((value) => value >= low && value <= high).length, values.length);
};

/** The share of the steps of $100 in which at least one price of a hundred lies. */
const stepsUsed = (values: readonly number[], [low, high]: readonly [number, number]): number => {
  const steps = (high - low) / HUNDRED;
  const counts = new Array<number>(steps).fill(0);
  for (const value of values) {
    const step = Math.min(steps - 1, Math.floor((value - low) / HUNDRED));
    if (step >= 0) counts[step] = (counts[step] as number) + 1;
  }
  return counts.filter((count) => count >= values.length / 100).length / steps;
};

const UNIT = 100;

/** Cheapest against second cheapest, and prices that several options of one search share. */
const dispersion = (observations: readonly Observation[]) => {
  const ordered = observations
    .map(({ options }) => options.filter(isAvailable).map(({ price }) => price))
    .filter((prices) => prices.length >= 2);
  const gaps = ordered.map(([first = 0, second = 0]) => second - first);
  const equal = ordered.map((prices) => 1 - new Set(prices).size / prices.length);
  const spans = ordered
    .filter((prices) => prices.length >= 5)
    .map((prices) => quantile(prices, 1) / quantile(prices, 0));
  return { searches: ordered.length, gaps, equal, spans };
};

/** The same flights in several cabins, with a better cabin that costs no more. */
const inversions = ({ inAllCabins }: Sample): { readonly compared: number; readonly found: readonly string[] } => {
  const found: string[] = [];
  let compared = 0;
  for (const cabins of inAllCabins) {
    const prices = new Map<string, FlightOption>();
    for (const { options, date } of cabins) {
      for (const option of options) {
        const lower = prices.get(numbersOf(option));
        if (lower !== undefined) {
          compared++;
          if (option.pricePerAdult <= lower.pricePerAdult) {
            found.push(
              `${numbersOf(option)} ${routeOf(option)} on ${date}: ${option.cabin} ${dollars(option.pricePerAdult)}, ` +
                `${lower.cabin} ${dollars(lower.pricePerAdult)}`,
            );
          }
        }
        prices.set(numbersOf(option), option);
      }
    }
  }
  return { compared, found };
};

/** What the cheapest economy ticket one way costs on a usual day, in dollars (general knowledge, with wide margins). */
const USUAL_PRICES: readonly (readonly [route: string, least: number, most: number])[] = [
  ["MAD-BCN", 25, 160],
  ["DUB-STN", 15, 140],
  ["SYD-MEL", 45, 260],
  ["DEL-BOM", 30, 170],
  ["HND-CTS", 40, 300],
  ["CGH-SDU", 30, 220],
  ["JNB-CPT", 40, 220],
  ["OSL-TOS", 50, 300],
  ["LHR-JFK", 180, 900],
  ["FRA-SIN", 300, 1100],
  ["LAX-SYD", 350, 1500],
  ["GRU-MIA", 250, 1000],
  ["DXB-LHR", 180, 800],
  ["LDH-SYD", 170, 600],
  ["UAK-CPH", 450, 1600],
  ["GOH-CPH", 300, 1200],
  ["POM-HGU", 90, 400],
  ["YFB-YOW", 300, 1300],
  ["PPT-BOB", 90, 350],
  ["LYR-OSL", 90, 500],
  ["IPC-SCL", 150, 900],
  ["LUA-KTM", 90, 300],
  ["SBH-SXM", 60, 230],
  ["KOI-PPW", 20, 160],
  ["FIE-LWK", 30, 170],
  ["FLW-CVU", 35, 170],
  ["TOU-KNQ", 50, 250],
  ["DAR-ZNZ", 30, 160],
  ["SAB-SXM", 50, 200],
  ["LEQ-ISC", 70, 230],
];

const usualPrices = ({ world }: Sample) =>
  USUAL_PRICES.map(([route, least, most]) => {
    const [from, to] = [airportOf(world, route.slice(0, 3)), airportOf(world, route.slice(4))];
    const cheapest = USUAL_DATES.flatMap((date) =>
      searchFlights(world, from, to, date).options.filter(isAvailable).slice(0, 1),
    ).map(({ price }) => price / 100);
    const typical = quantile(cheapest, 0.5);
    return { route, least, most, typical, unusual: !(typical >= least && typical <= most) };
  });

const line = ({ option, miles, observation }: Priced): string =>
  `${numbersOf(option)} ${routeOf(option)} ${observation.date} ${option.cabin} ${dollars(option.pricePerAdult)}, ` +
  `${miles.toFixed(0)} mi, ${centsPerMile({ option, miles, observation }).toFixed(0)}¢ a mile`;

export const prices = (sample: Sample): Section => {
  const priced = sample.observations.flatMap((observation) =>
    observation.options
      .filter(isAvailable)
      .map((option): Priced => ({ observation, option, miles: Math.max(30, observation.km * MILES_PER_KM) })),
  );
  const american = groupBy(
    priced.filter(({ observation }) => regionOf(observation) === "United States"),
    ({ observation }) => observation.cabin,
  );
  const coastToCoast = firstFares(sample);
  const usPrices = (cabin: string): readonly number[] =>
    cabin === "first" ? coastToCoast : (american.get(cabin) ?? []).map(price);
  const { searches, gaps, equal, spans } = dispersion(sample.observations);
  const clear = share(gaps.filter((gap) => gap >= UNIT).length, gaps.length);
  const { compared, found } = inversions(sample);
  const abroad = priced.filter(
    ({ observation }) => observation.cabin === "economy" && regionOf(observation) !== "United States",
  );
  const usual = usualPrices(sample);
  const unusual = usual.filter(({ unusual }) => unusual);
  return {
    title: "Prices",
    tables: [
      perMile(priced),
      byCabin(priced),
      table(
        ["within the United States", "options", ...SPREAD, "in the band"],
        CABINS.map((cabin) => {
          const own = usPrices(cabin);
          const band = cabin === "premium_economy" ? "–" : percent(inBand(own, cabin));
          return [cabin, `${own.length}`, ...spread(own, dollars), band];
        }),
      ),
      table(
        ["within one answer", "searches", ...SPREAD],
        [
          ["second cheapest over the cheapest", `${searches}`, ...spread(gaps, dollars)],
          ["dearest / cheapest, from five options", `${spans.length}`, ...spread(spans, (value) => value.toFixed(2))],
          ["options that share their price", `${searches}`, ...spread(equal, percent)],
        ],
      ),
      table(
        ["cheapest one way, economy", "least", "most", "found", ""],
        usual.map(({ route, least, most, typical, unusual }) => [
          route,
          `$${least}`,
          `$${most}`,
          Number.isNaN(typical) ? "–" : `$${typical.toFixed(0)}`,
          unusual ? "unusual" : "",
        ]),
      ),
      [
        `The cheapest is the cheapest by a dollar in ${percent(clear)} of the searches.`,
        `${found.length} of ${compared} better cabins cost no more.`,
        "Cheapest by the mile:",
        ...worst(abroad, (one) => -centsPerMile(one)).map((one) => `  ${line(one)}`),
        "Dearest by the mile:",
        ...worst(abroad, centsPerMile).map((one) => `  ${line(one)}`),
      ].join("\n"),
    ],
    figures: {
      "US economy fares in the band": inBand(usPrices("economy"), "economy"),
      "US business fares in the band": inBand(usPrices("business"), "business"),
      "US first fares in the band": inBand(usPrices("first"), "first"),
      "US economy p10 dollars": quantile(usPrices("economy"), 0.1) / 100,
      "US economy p90 dollars": quantile(usPrices("economy"), 0.9) / 100,
      "US economy steps used": stepsUsed(usPrices("economy"), US_BANDS.economy),
      "US business steps used": stepsUsed(usPrices("business"), US_BANDS.business),
      "searches with one clear cheapest option": clear,
      "options that share their price": equal.reduce((sum, one) => sum + one, 0) / equal.length,
      "dearest over cheapest, median search": quantile(spans, 0.5),
      "better cabins that cost no more": found.length,
      "cabins compared": compared,
      "well-known routes at an unusual price": unusual.length,
      "lowest economy cents a mile abroad": quantile(abroad.map(centsPerMile), 0),
    },
    cases: {
      "better cabins that cost no more": found.slice(0, 10),
      "well-known routes at an unusual price": unusual.map(
        ({ route, least, most, typical }) => `${route} $${typical.toFixed(0)}, usually $${least} to $${most}`,
      ),
    },
  };
};
