import type { BookingPage, BookingSummary } from "../../../../src/console/contract.ts";
import { useData } from "../../api/use-data.ts";
import { useSettled } from "../../api/use-settled.ts";
import { said } from "../../format/text.ts";
import type { Suggestion } from "../combobox.tsx";
import { type Schema, textIn } from "./schema.ts";

const PNR_PATTERN = /^\^?TEST-/;
const PATIENCE_MS = 120;
const MOST = 12;

/** Whether a text field takes the record locator of a booking that exists. */
export const isBookingField = (name: string, schema: Schema): boolean =>
  schema["type"] === "string" &&
  (/^(existing_?)?(pnr|record_?locator)$/i.test(name) || PNR_PATTERN.test(textIn(schema["pattern"]) ?? ""));

/** What can still be changed first; otherwise the newest first, as they come. */
export const bookingSuggestions = (bookings: readonly BookingSummary[]): readonly Suggestion[] =>
  [...bookings]
    .sort((a, b) => Number(b.status === "confirmed") - Number(a.status === "confirmed"))
    .slice(0, MOST)
    .map(({ pnr, name, summary, status }) => ({
      value: pnr,
      label: said([name, summary, ...(status === "confirmed" ? [] : [status])].filter(Boolean).join(" · "), 120),
    }));

/** Bookings whose PNR or name has these letters; before anything is typed, the newest. */
export const useBookingSuggestions = (text: string): readonly Suggestion[] => {
  const asked = useSettled(text, PATIENCE_MS);
  const { data } = useData<BookingPage>("/bookings", { query: { text: asked.trim().slice(0, 60), limit: 20 } });
  return asked === text && data ? bookingSuggestions(data.bookings) : [];
};
