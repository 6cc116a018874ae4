import { MOST_IN_FULL } from "../../mcp/tools/answer-size.ts";
import { instantText } from "../../model/calendar.ts";
import { beginningOf } from "../../model/frozen-json.ts";
import { array, boolean, integer, maybe, object, oneOf, type Static, string } from "../../model/schema.ts";
import type { FlightOption } from "../../travel/flight-option.ts";
import type { Detail } from "./fields.ts";
import { type FlightSearchAnswer, MOST_OPTIONS } from "./flight-shop.ts";
import { type Further, leanOption, ShownOption } from "./lean-option.ts";

/** What every answer says of itself. */
export const provenanceFields = {
  operation_id: string(),
  source: oneOf(["sandbox", "live"]),
  fetched_at: string(),
};

/** The options, and what they are worth. Declared in the order in which they are sent. */
export const SearchAnswer = object({
  warnings: maybe(array(string())),
  result_count: integer(),
  currency: maybe(string()),
  ...provenanceFields,
  cached: boolean(),
  stale: maybe(boolean({ description: "Older offers: the airlines cannot be asked" })),
  stale_age_seconds: maybe(integer()),
  reason: maybe(string({ description: "Why nothing was found" })),
  options: array(ShownOption),
  more: maybe(string({ description: "How many were left out, how to get them" })),
});
export type SearchAnswer = Static<typeof SearchAnswer>;

/** How much of what was found is shown. */
export interface Wanted {
  readonly detail: Detail;
  readonly max_results: number;
  readonly further: Further;
}

export const searchAnswer = (found: FlightSearchAnswer, wanted: Wanted): SearchAnswer => {
  const { source, operationId, fetchedAt, cached, staleSeconds, options: all, reason, warnings } = found;
  const options = shownOptions(all, wanted);
  const currencies = new Set(options.map(({ price }) => price.currency));
  const [currency] = currencies;
  const more = moreOf(options.length, all.length, wanted);
  return {
    ...(warnings.length > 0 && { warnings }),
    result_count: options.length,
    ...(currency !== undefined && currencies.size === 1 && { currency }),
    ...{ operation_id: operationId, source, fetched_at: instantText(fetchedAt), cached },
    ...(staleSeconds !== undefined && { stale: true, stale_age_seconds: staleSeconds }),
    ...(reason !== undefined && { reason }),
    options,
    ...(more !== undefined && { more }),
  };
};

/** The rest is for what stands around the list, warnings included. */
const LARGEST_LIST = MOST_IN_FULL - 2_000;

interface Shown {
  readonly wanted: Wanted;
  readonly options: readonly ShownOption[];
}

/** The last list that was made of the same options: frozen, so that its JSON is written once (`mcp/protocol/serialise.ts`). */
const lastShown = new WeakMap<readonly FlightOption[], Shown>();

const shownOptions = (all: readonly FlightOption[], wanted: Wanted): readonly ShownOption[] => {
  const last = lastShown.get(all);
  if (last !== undefined && isSame(last.wanted, wanted)) return last.options;
  const { detail, max_results, further } = wanted;
  const chosen = all.slice(0, max_results);
  const options = Object.freeze(
    beginningOf<ShownOption>(
      detail === "full" ? chosen : chosen.map((option) => leanOption(option, further)),
      LARGEST_LIST,
    ),
  );
  lastShown.set(all, { wanted, options });
  return options;
};

const isSame = (one: Wanted, other: Wanted): boolean =>
  one.detail === other.detail && one.max_results === other.max_results && one.further === other.further;

const moreOf = (shown: number, all: number, { detail, max_results }: Wanted): string | undefined => {
  if (shown === all) return undefined;
  const left = `${all - shown} more`;
  if (shown === max_results) return `${left}: max_results (at most ${MOST_OPTIONS}), or a narrower search.`;
  const instead = detail === "full" ? "detail lean, or get_offer for one of them" : "a narrower search";
  return `${shown} of ${all} fit into ${MOST_IN_FULL} characters; ${left}: ${instead}.`;
};
