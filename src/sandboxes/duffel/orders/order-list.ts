import type { Clock } from "../../../model/clock.ts";
import { badParameter } from "../problems.ts";
import { isAwaitingPayment, isCancelled, type Order } from "./order-view.ts";

type Filter = (text: string, order: Order) => boolean;

const awaitsPayment = (order: Order): boolean => isAwaitingPayment(order) && !isCancelled(order);

const FILTERS: Readonly<Record<string, Filter>> = {
  booking_reference: (text, { booking }) => booking.pnr === text.trim().toUpperCase(),
  offer_id: (text, { record }) => record.offerId === text,
  owner_id: (text, { record }) => record.owner.id === text,
  user_id: (text, { record }) => record.users.includes(text) || record.passengers.some((one) => one.user_id === text),
  origin_id: (text, { record }) => record.slices.some(({ wire }) => wire.origin.id === text),
  destination_id: (text, { record }) => record.slices.some(({ wire }) => wire.destination.id === text),
  awaiting_payment: (text, order) => awaitsPayment(order) === isTrue("awaiting_payment", text),
  requires_action: (text, { record }) =>
    record.airlineChanges.some(({ actionTaken }) => actionTaken === null) === isTrue("requires_action", text),
};

const isTrue = (name: string, text: string): boolean => {
  if (text === "true" || text === "false") return text === "true";
  throw badParameter(name, `Query parameter '${name}' must be true or false.`);
};

const NEVER = Number.MAX_SAFE_INTEGER;
const SORTS: Readonly<Record<string, (order: Order, now: number) => number>> = {
  payment_required_by: (order) => (awaitsPayment(order) ? (order.record.hold?.payBy ?? NEVER) : NEVER),
  total_amount: ({ record }) => record.total,
  created_at: ({ record }) => record.createdAt,
  next_departure: ({ booking }, now) =>
    Math.min(NEVER, ...booking.flights.map(({ departureTime }) => Date.parse(departureTime)).filter((at) => at > now)),
};

/** The orders that a client asked for, in the order it asked for. */
export const narrowedOrders = (orders: readonly Order[], query: URLSearchParams, clock: Clock): readonly Order[] => {
  const wanted = Object.entries(FILTERS).flatMap(([name, filter]) => {
    const text = query.get(name);
    return text === null ? [] : [(order: Order) => filter(text, order)];
  });
  const names = [...query.getAll("passenger_name[]"), ...query.getAll("passenger_name")].map((name) =>
    name.toLowerCase(),
  );
  const found = orders.filter(
    (order) =>
      wanted.every((filter) => filter(order)) && (names.length === 0 || names.some((name) => isNamed(order, name))),
  );
  const sort = query.get("sort");
  if (sort === null) return found;
  const name = sort.replace(/^-/, "");
  const key = Object.hasOwn(SORTS, name) ? SORTS[name] : undefined;
  if (key === undefined) {
    const allowed = Object.keys(SORTS).flatMap((one) => [one, `-${one}`]);
    throw badParameter("sort", `Query parameter 'sort' must be one of: ${allowed.join(", ")}.`);
  }
  const sign = sort.startsWith("-") ? -1 : 1;
  const now = clock.now();
  return found.toSorted((a, b) => sign * (key(a, now) - key(b, now)) || (a.id < b.id ? -1 : 1));
};

const isNamed = ({ record }: Order, name: string): boolean =>
  record.passengers.some(({ given_name, family_name }) => `${given_name} ${family_name}`.toLowerCase().includes(name));
