import { readFile, stat } from "node:fs/promises";
import { type Failure, unavailable } from "../../../model/failure.ts";

export interface RateTable {
  readonly base: string;
  /** Of the rates: YYYY-MM-DD. */
  readonly date: string;
  /** How much of each currency one unit of the base buys. */
  readonly rates: Readonly<Record<string, number>>;
}

export interface CurrencyRates {
  /** Rejects with a Failure when the operator's file cannot be used. */
  table(): Promise<RateTable>;
  /** Where the rates come from, as shown in results. */
  readonly source: string;
  readonly embedded: boolean;
}

const RATES = `
  EUR 1, USD 1.162, GBP 0.868, CHF 0.931, JPY 181.4, CNY 8.12, HKD 9.1, TWD 35.6, KRW 1668, SGD 1.487, THB 37.4, MYR 4.74,
  IDR 19350, PHP 68.2, VND 30500, INR 104.6, PKR 327, LKR 357, AUD 1.742, NZD 1.986, FJD 2.62, CAD 1.604, MXN 20.9,
  BRL 6.28, ARS 1690, CLP 1075, COP 4410, PEN 3.93, SEK 10.92, NOK 11.61, DKK 7.47, ISK 144.2, PLN 4.24, CZK 24.2,
  HUF 383, RON 5.09, TRY 52.6, ILS 3.78, AED 4.267, SAR 4.358, QAR 4.23, KWD 0.3565, BHD 0.4381, JOD 0.8239, EGP 55.4,
  MAD 10.72, KES 150.3, NGN 1690, ZAR 19.85`;

/** Plausible for their date, for rehearsals only. */
const EMBEDDED_RATES: RateTable = {
  base: "EUR",
  date: "2026-06-30",
  rates: Object.fromEntries(Array.from(RATES.matchAll(/(\w+) ([\d.]+)/g), ([, code, rate]) => [code, Number(rate)])),
};

/** Rows with a note hold names that other currencies share. */
const NAMES: readonly (readonly [code: string, names: string, note?: string])[] = [
  ["EUR", "€ euro euros"],
  ["USD", "us_dollar us_dollars"],
  ["USD", "dollar dollars", "The dollar was read as the US dollar."],
  ["USD", "$", "$ was read as the US dollar."],
  ["GBP", "£ pound_sterling sterling"],
  ["GBP", "pound pounds", "The pound was read as the pound sterling."],
  ["GBP", "pfund", "Pfund was read as the pound sterling."],
  ["JPY", "yen"],
  ["JPY", "¥", "¥ was read as the Japanese yen, not the yuan."],
  ["CNY", "yuan renminbi rmb"],
  ["KRW", "won ₩"],
  ["INR", "₹"],
  ["INR", "rupee rupees", "The rupee was read as the Indian rupee."],
  ["CHF", "franken swiss_franc swiss_francs"],
  ["CHF", "franc francs", "The franc was read as the Swiss franc."],
  ["THB", "baht"],
  ["TRY", "lira"],
  ["PLN", "zloty"],
  ["HUF", "forint"],
  ["MXN", "peso pesos", "The peso was read as the Mexican peso."],
  ["BRL", "real"],
  ["ZAR", "rand"],
  ["AED", "dirham dirhams", "The dirham was read as that of the United Arab Emirates."],
];

export const CURRENCY_NAMES: ReadonlyMap<string, readonly [code: string, note?: string]> = new Map(
  NAMES.flatMap(([code, names, ...note]) => names.split(" ").map((name) => [name, [code, ...note]] as const)),
);

const MOST_BYTES = 1_000_000;
const MOST_CURRENCIES = 1_000;

export const createCurrencyRates = (file: string | undefined): CurrencyRates => {
  if (file === undefined) {
    return {
      table: async () => EMBEDDED_RATES,
      source: "reference rates that come with Taxiway, for rehearsals only",
      embedded: true,
    };
  }
  let known: { readonly table: RateTable; readonly changedAt: number } | undefined;
  return {
    /** Read again when it has changed. */
    async table() {
      const { mtimeMs: changedAt, size } = await stat(file).catch((cause) => {
        throw unusable("it cannot be read", cause);
      });
      if (known?.changedAt === changedAt) return known.table;
      if (size > MOST_BYTES) throw unusable(`it has more than ${MOST_BYTES} bytes`);
      const table = checkedTable(await readJson(file));
      known = { table, changedAt };
      return table;
    },
    source: "the operator's rate table",
    embedded: false,
  };
};

const readJson = async (file: string): Promise<unknown> => {
  const text = await readFile(file, "utf8").catch((cause) => {
    throw unusable("it cannot be read", cause);
  });
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unusable("it is not JSON", cause);
  }
};

const checkedTable = (given: unknown): RateTable => {
  const { base, date, rates } = Object(given) as Record<string, unknown>;
  if (typeof base !== "string" || !isCode(base)) throw unusable('"base" must be a code such as EUR');
  if (typeof date !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(Date.parse(date))) {
    throw unusable('"date" must be a date such as 2026-06-30');
  }
  if (typeof rates !== "object" || rates === null || Array.isArray(rates)) {
    throw unusable('"rates" must be an object of codes and numbers');
  }
  const entries = Object.entries(rates);
  if (entries.length > MOST_CURRENCIES) throw unusable(`it has more than ${MOST_CURRENCIES} currencies`);
  for (const [code, rate] of entries) {
    if (!isCode(code)) throw unusable(`"${code.slice(0, 20)}" in "rates" is not a code of three capital letters`);
    if (typeof rate !== "number" || !(rate > 0)) throw unusable(`the rate of ${code} must be a number above 0`);
  }
  return { base, date, rates: { ...(rates as Record<string, number>), [base]: 1 } };
};

const isCode = (text: string): boolean => /^[A-Z]{3}$/.test(text);

const unusable = (why: string, cause?: unknown): Failure =>
  unavailable(
    `Currencies cannot be converted: the rate table in TAXIWAY_CURRENCY_RATES cannot be used, ${why}.`,
    {
      hint: 'The operator must repair that file: {"base": "EUR", "date": "2026-06-30", "rates": {"USD": 1.16}}. Other units work.',
      retryable: false,
    },
    cause,
  );
