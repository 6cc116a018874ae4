import type { BookingPage, BookingSummary, Completion } from "../../../../src/console/contract.ts";
import { useData, useDebounced } from "../../api/use-data.ts";
import { textIn } from "../../format/json.ts";
import { brief } from "../../format/text.ts";
import type { Suggestion } from "../combobox.tsx";
import type { Schema } from "./schema.ts";

const AIRPORT_WORDS = /airport|origin|destination|\biata\b/i;
/** Fields that mention airports but hold something else. */
const OTHER_WORDS = /zone|time|date|currency|flight|pnr|url|query|name$/i;
const THREE_LETTERS = /^\^?\[A-Z\]\{3\}\$?$/;

/** Whether a text field takes an airport or city code and can be completed. */
export const isAirportField = (name: string, schema: Schema): boolean => {
  const about = textIn(schema["description"]) ?? "";
  if (schema["type"] !== "string" || "enum" in schema || "format" in schema || OTHER_WORDS.test(name)) return false;
  if (/currency|4217/i.test(about)) return false;
  return THREE_LETTERS.test(textIn(schema["pattern"]) ?? "") || AIRPORT_WORDS.test(`${name} ${about}`);
};

const PNR_PATTERN = /^\^?TEST-/;
const DELAY_MS = 120;
const MAX = 12;

/** Whether a text field takes the record locator of an existing booking. */
export const isBookingField = (name: string, schema: Schema): boolean =>
  schema["type"] === "string" &&
  (/^(existing_?)?(pnr|record_?locator)$/i.test(name) || PNR_PATTERN.test(textIn(schema["pattern"]) ?? ""));

/** Confirmed bookings first, then newest first. */
export const bookingSuggestions = (bookings: readonly BookingSummary[]): readonly Suggestion[] =>
  [...bookings]
    .sort((a, b) => Number(b.status === "confirmed") - Number(a.status === "confirmed"))
    .slice(0, MAX)
    .map(({ pnr, name, summary, status }) => ({
      value: pnr,
      label: brief([name, summary, ...(status === "confirmed" ? [] : [status])].filter(Boolean).join(" · "), 120),
    }));

/** Bookings whose PNR or name contains the text; the newest if it is empty. */
export const useBookingSuggestions = (text: string): readonly Suggestion[] => {
  const query = useDebounced(text, DELAY_MS);
  const { data } = useData<BookingPage>("/bookings", { query: { text: query.trim().slice(0, 60), limit: 20 } });
  return query === text && data ? bookingSuggestions(data.bookings) : [];
};

const NONE: Completion["values"] = [];

/** Completions for a partial text, requested after a short pause in typing. */
export const useCompletion = (kind: "airport", text: string): Completion["values"] => {
  const query = useDebounced(text.trim().slice(0, 60), DELAY_MS, "");
  const { data } = useData<Completion>(query === "" ? undefined : "/complete", { query: { kind, text: query } });
  return query === text.trim() && query !== "" ? (data?.values ?? NONE) : NONE;
};
