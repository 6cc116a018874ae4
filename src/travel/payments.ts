import { type Failure, invalid, ruleBroken } from "../model/failure.ts";
import { ACCOUNT } from "./ledger.ts";

const CARD = /^card:tok_[a-z0-9_]{1,40}$/;
const CREDIT = /^credit:([A-Za-z0-9-]{1,40})(?:\+(.+))?$/;
/** A token that is always refused, to rehearse it. */
const DECLINED = "card:tok_declined";
const ALLOWED = "account, a test card such as card:tok_visa, or a travel credit such as credit:ABC234-1";

/** Card numbers have at least so many digits. */
const CARD_DIGITS = 12;

const looksLikeCard = (text: string): boolean => text.replace(/\D/g, "").length >= CARD_DIGITS;

/** The message does not repeat the text. */
const cardNumber = (field: string): Failure =>
  invalid(`${field} must not contain a card number or any other long number. It was not read and not stored.`, {
    field,
    allowed: field === "payment" ? ALLOWED : "a wish in plain words",
    hint: "No real payment is possible here. Never send card numbers.",
  });

/** The travel credit that is named, and what pays the rest: `credit:ABC234-1+account`. */
export const creditNamed = (given: string = ACCOUNT): { readonly code: string; readonly rest?: string } | undefined => {
  if (looksLikeCard(given)) throw cardNumber("payment");
  const [, code, rest] = CREDIT.exec(given.trim()) ?? [];
  if (code === undefined) return undefined;
  return { code: code.toUpperCase(), ...(rest !== undefined && { rest }) };
};

/** Returns a form of payment other than a travel credit. No real card exists. */
export const admitPayment = (given: string = ACCOUNT, field = "payment"): string => {
  if (looksLikeCard(given)) throw cardNumber(field);
  const method = given.trim();
  if (method === DECLINED) {
    throw ruleBroken("The card was declined. Nothing was booked or paid.", {
      field,
      value: method,
      allowed: ALLOWED,
      hint: "Ask the traveller for another form of payment.",
    });
  }
  if (method === ACCOUNT || CARD.test(method)) return method;
  throw invalid(`'${method.slice(0, 60)}' is not a form of payment.`, { field, value: method, allowed: ALLOWED });
};

/** Free text is stored and shown, so it must not contain what looks like a card number. */
export const requireNoCardNumber = (text: string | undefined, field: string): void => {
  if (text !== undefined && looksLikeCard(text)) throw cardNumber(field);
};
