import { MAX_IN_FULL } from "../../mcp/tools/answer-size.ts";
import { instantText } from "../../model/calendar.ts";
import { beginningOf } from "../../model/json.ts";
import { array, boolean, integer, maybe, object, oneOf, type Static, string } from "../../model/schema.ts";
import type { FlightOption } from "./flight-option.ts";
import { type FlightSearchAnswer, MAX_OPTIONS } from "./flight-shop.ts";
import type { Detail } from "./flights-tool.ts";
import { type FurtherField, leanOption, ShownOption } from "./lean-option.ts";

/** The fields about the origin of an answer. */
export const provenanceFields = {
  operation_id: string(),
  source: oneOf(["sandbox", "live"]),
  fetched_at: string(),
};

/** The output of both searches. Fields are sent in this order. */
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

/** Which part of a result is shown. */
export interface View {
  readonly detail: Detail;
  readonly max_results: number;
  readonly further: FurtherField;
}

/** Builds the answer of a search. */
export const searchAnswer = (found: FlightSearchAnswer, view: View): SearchAnswer => {
  const { source, operationId, fetchedAt, cached, staleSeconds, options: all, reason, warnings } = found;
  const options = shownOptions(all, view);
  const currencies = new Set(options.map(({ price }) => price.currency));
  const [currency] = currencies;
  const more = moreOf(options.length, all.length, view);
  return {
    ...(warnings.length > 0 && { warnings }),
    result_count: options.length,
    ...(currency !== undefined && currencies.size === 1 && { currency }),
    operation_id: operationId,
    source,
    fetched_at: instantText(fetchedAt),
    cached,
    ...(staleSeconds !== undefined && { stale: true, stale_age_seconds: staleSeconds }),
    ...(reason !== undefined && { reason }),
    options,
    ...(more !== undefined && { more }),
  };
};

/** Leaves room for the other fields, such as warnings. */
const MAX_LIST_SIZE = MAX_IN_FULL - 2_000;

interface Shown {
  readonly key: string;
  readonly options: readonly ShownOption[];
}

/** The last list made of the same options. Frozen, so that it is serialised once (`mcp/protocol/serialise.ts`). */
const lastShown = new WeakMap<readonly FlightOption[], Shown>();

const shownOptions = (all: readonly FlightOption[], view: View): readonly ShownOption[] => {
  const { detail, max_results, further } = view;
  const key = `${detail} ${max_results} ${further}`;
  const last = lastShown.get(all);
  if (last?.key === key) return last.options;
  const chosen = all.slice(0, max_results);
  const options = Object.freeze(
    beginningOf<ShownOption>(
      detail === "full" ? chosen : chosen.map((option) => leanOption(option, further)),
      MAX_LIST_SIZE,
    ),
  );
  lastShown.set(all, { key, options });
  return options;
};

const moreOf = (shown: number, all: number, { detail, max_results }: View): string | undefined => {
  if (shown === all) return undefined;
  const left = `${all - shown} more`;
  if (shown === max_results) return `${left}: max_results (at most ${MAX_OPTIONS}), or a narrower search.`;
  const instead = detail === "full" ? "detail lean, or get_offer for one of them" : "a narrower search";
  return `${shown} of ${all} fit into ${MAX_IN_FULL} characters; ${left}: ${instead}.`;
};
