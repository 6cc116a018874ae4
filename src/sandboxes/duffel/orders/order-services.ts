import { DuffelError } from "../duffel-error.ts";
import type { DuffelService } from "../duffel-wire.ts";
import { integerAt, listAt, maybe, objectAt, textAt } from "../fields.ts";
import { notAllowed } from "../problems.ts";
import { amountOf } from "../wire-forms.ts";
import { centsOf } from "./amounts.ts";
import { idAbout } from "./order-ids.ts";
import type { OrderService } from "./order-wire.ts";

const MOST_SERVICES = 200;
const MOST_OF_ONE = 99;

/** Something to buy, and how many of it. */
export interface ChosenService {
  readonly service: DuffelService;
  readonly quantity: number;
}

/** What the client wants along with the flights, of what the offer has. */
export const readServices = (value: unknown, available: readonly DuffelService[]): readonly ChosenService[] => {
  const list = maybe(value, (given) => listAt(given, "/services", { max: MOST_SERVICES })) ?? [];
  const known = new Map(list.length === 0 ? [] : available.map((service) => [service.id, service]));
  const chosen = list.map((item, i) => readService(item, `/services/${i}`, known));
  for (const [i, { service }] of chosen.entries()) {
    const clash = chosen.slice(0, i).find((before) => excludes(before.service, service));
    if (clash === undefined) continue;
    const message =
      clash.service.id === service.id
        ? "The same service is given twice: raise its quantity instead."
        : "Of the seats of one flight everybody takes one, and nobody's twice.";
    throw notAllowed(`/services/${i}/id`, message);
  }
  return chosen;
};

const readService = (item: unknown, pointer: string, known: ReadonlyMap<string, DuffelService>): ChosenService => {
  const data = objectAt(item, pointer);
  const service = known.get(textAt(data.id, `${pointer}/id`));
  if (service === undefined) throw notSold(`${pointer}/id`);
  const quantity = integerAt(data.quantity, `${pointer}/quantity`, { min: 1, max: MOST_OF_ONE });
  if (quantity <= service.maximum_quantity) return { service, quantity };
  throw notAllowed(`${pointer}/quantity`, `Of this service there are at most ${service.maximum_quantity}.`);
};

const excludes = (one: DuffelService, other: DuffelService): boolean => {
  if (one.id === other.id) return true;
  if (one.type !== "seat" || other.type !== "seat") return false;
  if (!one.segment_ids.some((id) => other.segment_ids.includes(id))) return false;
  const samePerson = one.passenger_ids.some((id) => other.passenger_ids.includes(id));
  return samePerson || one.metadata?.designator === other.metadata?.designator;
};

const notSold = (pointer: string): DuffelError =>
  new DuffelError(422, {
    type: "invalid_state_error",
    code: "ancillary_service_not_available",
    title: "Ancillary service not available",
    message: "One of the services is not sold with this offer (any more). Read the offer and its seat maps again.",
    source: { field: "id", pointer },
  });

/** In US cents. */
export const priceOfServices = (chosen: readonly ChosenService[]): number =>
  chosen.reduce((total, { service, quantity }) => total + centsOf(service.total_amount) * quantity, 0);

export const bookedServices = (chosen: readonly ChosenService[], pnr: string): readonly OrderService[] =>
  chosen.map(({ service, quantity }) => ({
    id: idAbout("ser", pnr, service.id),
    type: service.type,
    quantity,
    passenger_ids: service.passenger_ids,
    segment_ids: service.segment_ids,
    total_amount: amountOf(centsOf(service.total_amount) * quantity),
    total_currency: service.total_currency,
    metadata: service.metadata,
  }));
