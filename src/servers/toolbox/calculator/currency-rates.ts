import { readFile, stat } from "node:fs/promises";
import { type Failure, unavailable } from "../../../model/failure.ts";
import { readData } from "./units.ts";

export interface RateTable {
  readonly base: string;
  /** YYYY-MM-DD. */
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

interface CurrencyData extends RateTable {
  /** A note says which of several currencies with that name was chosen. */
  readonly names: readonly { readonly code: string; readonly names: string; readonly note?: string }[];
}

let data: CurrencyData | undefined;

/** The embedded rates are plausible for their date and meant for rehearsals only. */
const currencyData = (): CurrencyData => {
  data ??= readData<CurrencyData>("currencies");
  return data;
};

export interface CurrencyName {
  readonly code: string;
  readonly note?: string;
}

let names: ReadonlyMap<string, CurrencyName> | undefined;

/** Returns the currencies by their names and symbols, normalized as `plainName` does. */
export const currencyNames = (): ReadonlyMap<string, CurrencyName> => {
  names ??= new Map(currencyData().names.flatMap((row) => row.names.split(" ").map((name) => [name, row] as const)));
  return names;
};

const MOST_BYTES = 1_000_000;
const MOST_CURRENCIES = 1_000;

export const createCurrencyRates = (file: string | undefined): CurrencyRates => {
  if (file === undefined) {
    return {
      table: async () => currencyData(),
      source: "reference rates that come with Taxiway, for rehearsals only",
      embedded: true,
    };
  }
  let cached: { readonly table: RateTable; readonly changedAt: number } | undefined;
  return {
    async table() {
      const { mtimeMs: changedAt, size } = await stat(file).catch((cause) => {
        throw unusable("it cannot be read", cause);
      });
      if (cached?.changedAt === changedAt) return cached.table;
      if (size > MOST_BYTES) throw unusable(`it has more than ${MOST_BYTES} bytes`);
      const table = checkedTable(await readJson(file));
      cached = { table, changedAt };
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

const unusable = (problem: string, cause?: unknown): Failure =>
  unavailable(
    `Currencies cannot be converted: the rate table in TAXIWAY_CURRENCY_RATES cannot be used, ${problem}.`,
    {
      hint: 'The operator must repair that file: {"base": "EUR", "date": "2026-06-30", "rates": {"USD": 1.16}}. Other units work.',
      retryable: false,
    },
    cause,
  );
