import type { Cents } from "../../../model/money.ts";
import {
  type DuffelError,
  invalidField,
  invalidState,
  malformed,
  notAllowed,
  serviceNotAvailable,
} from "../duffel-error.ts";
import type { DuffelService } from "../duffel-wire.ts";
import { integerAt, listAt, maybe, objectAt, oneOfAt, textAt } from "../fields.ts";
import type { Scenario } from "../scenarios.ts";
import type { OfferedService } from "../search/offered-services.ts";
import { amountOf, centsOf } from "../wire-format.ts";
import { PAYMENT_TYPES, type PaymentType } from "./order.ts";

const MAX_SERVICES = 200;
const MAX_OF_ONE = 99;

/** Reads the services of a request, out of those that are for sale. */
export const readServices = async (
  value: unknown,
  pointer: string,
  offered: () => Promise<readonly OfferedService[]>,
): Promise<readonly OfferedService[]> => {
  const list = maybe(value, (given) => listAt(given, pointer, { max: MAX_SERVICES })) ?? [];
  const known = new Map(list.length === 0 ? [] : (await offered()).map((one) => [one.service.id, one]));
  const chosen = list.map((item, i) => readService(item, `${pointer}/${i}`, known));
  for (const [i, { service }] of chosen.entries()) {
    const conflict = chosen.slice(0, i).find((before) => conflicts(before.service, service));
    if (conflict === undefined) continue;
    const message =
      conflict.service.id === service.id
        ? "The service is listed twice."
        : "A passenger can have one seat per flight, and a seat one passenger.";
    throw notAllowed(`${pointer}/${i}/id`, message);
  }
  return chosen;
};

const readService = (item: unknown, pointer: string, known: ReadonlyMap<string, OfferedService>): OfferedService => {
  const data = objectAt(item, pointer);
  const found = known.get(textAt(data.id, `${pointer}/id`));
  if (found === undefined) throw serviceNotAvailable(`${pointer}/id`);
  const { service } = found;
  const quantity = integerAt(data.quantity, `${pointer}/quantity`, { min: 1, max: MAX_OF_ONE });
  if (quantity <= service.maximum_quantity) return found;
  throw notAllowed(`${pointer}/quantity`, `At most ${service.maximum_quantity} of this service can be bought.`);
};

const conflicts = (one: DuffelService, other: DuffelService): boolean => {
  if (one.id === other.id) return true;
  if (one.type !== "seat" || other.type !== "seat") return false;
  if (!one.segment_ids.some((id) => other.segment_ids.includes(id))) return false;
  const samePassenger = one.passenger_ids.some((id) => other.passenger_ids.includes(id));
  return samePassenger || one.metadata?.designator === other.metadata?.designator;
};

export const priceOfServices = (chosen: readonly OfferedService[]): number =>
  chosen.reduce((total, { service }) => total + centsOf(service.total_amount), 0);

export interface PaymentInput {
  readonly type: PaymentType;
  readonly amount: Cents;
}

/** Checks a payment. The account's balance is unlimited and every card is accepted. */
export const readPayment = (value: unknown, pointer: string, currency: string): PaymentInput => {
  const data = objectAt(value, pointer);
  const type = oneOfAt(data.type, `${pointer}/type`, PAYMENT_TYPES);
  const amount = amountAt(data.amount, `${pointer}/amount`);
  const currencySent = textAt(data.currency, `${pointer}/currency`);
  if (currencySent !== currency) {
    throw notAllowed(`${pointer}/currency`, `The currency must be ${currency}, the currency of the amount due.`);
  }
  if (type === "card") textAt(data.three_d_secure_session_id, `${pointer}/three_d_secure_session_id`);
  return { type, amount };
};

const amountAt = (value: unknown, pointer: string): Cents => {
  const text = textAt(value, pointer, { max: 20 });
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(text)) throw malformed(pointer, "a decimal amount, such as 30.20");
  return centsOf(text);
};

export const requireAmount = (paid: Cents, due: Cents, currency: string, pointer: string): void => {
  if (paid === due) return;
  throw wrongAmount(`The payment is ${amountOf(paid)} ${currency}, but ${amountOf(due)} is due.`, pointer);
};

export const wrongAmount = (message: string, pointer: string): DuffelError =>
  invalidField(
    "payment_amount_does_not_match_order_amount",
    pointer,
    `${message} Read the offer or order again and pay its total_amount, services included.`,
  );

export const requireBalance = (payments: readonly PaymentInput[], scenario: Scenario | undefined | null): void => {
  if (scenario !== "insufficient_balance" || !payments.some(({ type }) => type === "balance")) return;
  throw invalidState(
    "insufficient_balance",
    "The balance of this account is too low for the payment. Top it up, or use another payment method.",
  );
};

const MAX_KEYS = 50;
const KEY = /^[A-Za-z0-9_-]{1,40}$/;
const MAX_VALUE_LENGTH = 500;

/** Reads the metadata that a client stores with its order. */
export const readMetadata = (value: unknown): Readonly<Record<string, string>> => {
  const given = Object.entries(maybe(value, (object) => objectAt(object, "/metadata")) ?? {});
  if (given.length > MAX_KEYS) throw malformed("/metadata", `an object of at most ${MAX_KEYS} keys`);
  const entries = given.map(([key, text]): [string, string] => {
    if (!KEY.test(key)) {
      throw malformed("/metadata", "an object whose keys are 1 to 40 letters, digits, dashes or underscores");
    }
    if (typeof text !== "string" || text.length > MAX_VALUE_LENGTH) {
      throw malformed(`/metadata/${key}`, `a string of at most ${MAX_VALUE_LENGTH} characters`);
    }
    return [key, text];
  });
  return Object.fromEntries(entries);
};
