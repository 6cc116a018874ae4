import { instantText } from "../model/calendar.ts";
import type { Caller } from "../model/caller.ts";
import type { Clock } from "../model/clock.ts";
import { hash } from "../model/draw.ts";
import { Failure, notFound, ruleBroken } from "../model/failure.ts";
import { keys } from "../model/keys.ts";
import type { LedgerLine } from "../model/ledger.ts";
import { type Cents, usd } from "../model/money.ts";
import type { RecordValue, Store } from "../platform/stores/store.ts";
import type { BookingResult } from "./booking-requests.ts";
import { requireShort } from "./booking-rules.ts";
import type { Bookings } from "./bookings.ts";
import type { ChangeRequest } from "./change-parts.ts";
import type { ChangePlans } from "./change-plan.ts";
import type { Changes } from "./changes.ts";
import type { Credits } from "./credits.ts";
import type { ChangeTerms, PlannedChange, QuoteLine } from "./planned-change.ts";
import { bookingView, type StoredBooking } from "./stored-booking.ts";

/** Changes and cancels bookings. What costs money is quoted first. */
export interface ChangeDesk {
  /** What the change would cost or give back. Writes nothing but the quote. */
  quoteChange(request: QuoteRequest, caller: Caller): Promise<Quote>;
  /** Makes the change at the price of the quote, or not at all. A repeat changes nothing. */
  confirmChange(
    request: { readonly quoteId: string; readonly payment?: string },
    caller: Caller,
  ): Promise<ChangeResult>;
  /** The quote, for the question to the traveller; undefined if it was confirmed. */
  findQuote(quoteId: string, caller: Caller): Promise<Quote | undefined>;
  /** A quote that is not kept. */
  previewChange(request: QuoteRequest, caller: Caller): Promise<ChangePreview>;
  /** Makes a change at a price that the caller knows. A repeat with the same reference changes nothing. */
  makeChange(request: MakeChange, caller: Caller): Promise<ChangeResult>;
  /** Cancels the whole booking by the rules of its fares and rates. */
  cancelBooking(pnr: string, reason: string | undefined, caller: Caller): Promise<ChangeResult>;
}

export interface QuoteRequest extends ChangeRequest {
  readonly pnr: string;
}

interface MakeChange extends QuoteRequest, Omit<ChangeTerms, "requestKeys"> {
  readonly expectedTotal?: Cents;
}

export interface ChangePreview {
  readonly pnr: string;
  readonly revision: number;
  /** To pay; negative if it comes back. */
  readonly total: Cents;
  readonly newTotal: Cents;
  readonly lines: readonly QuoteLine[];
  readonly rule: string;
  readonly refundTo?: readonly Refunded[];
  readonly warnings: readonly string[];
}

export interface Quote extends ChangePreview {
  readonly quoteId: string;
  /** Unix time in milliseconds. */
  readonly expiresAt: number;
  readonly request: ChangeRequest;
}

interface Refunded {
  readonly method: string;
  readonly amount: Cents;
  /** The code of a travel credit. */
  readonly code?: string;
}

interface Refund {
  readonly total: Cents;
  readonly rule: string;
  readonly to: readonly Refunded[];
}

export interface ChangeResult extends BookingResult {
  readonly refund?: Refund;
}

interface Parts {
  readonly store: Store;
  readonly clock: Clock;
  readonly bookings: Bookings;
  readonly changes: Changes;
  readonly credits: Credits;
  readonly planChange: ChangePlans["planChange"];
}

const QUOTE_MS = 30 * 60_000;
const QUOTE_ID = /^Q-([A-Z0-9]{6})-([A-Z0-9]{6})$/;

export const createChangeDesk = ({ store, clock, bookings, changes, credits, planChange }: Parts): ChangeDesk => {
  const read = (tenant: string, pnr: string) => bookings.require(tenant, pnr, "pnr");

  const previewOf = (booking: StoredBooking, planned: PlannedChange): ChangePreview => {
    const { total, newTotal, lines, rule, warnings, after } = planned;
    const to = refundedIn(after, booking.ledger.length);
    return {
      ...{ pnr: booking.pnr, revision: booking.revision, total, newTotal, lines, rule, warnings },
      ...(to.length > 0 && { refundTo: to }),
    };
  };

  const quote = async ({ pnr, remove, add }: QuoteRequest, { tenant }: Caller): Promise<Quote> => {
    const booking = await read(tenant, pnr);
    const request = { remove, add };
    const planned = planChange(booking, request);
    await changes.check(tenant, booking, planned).catch(rethrowAsAdded);
    const now = clock.now();
    const quoteId = `Q-${pnr.slice(-6)}-${lettersOf(pnr, booking.revision, JSON.stringify(request), now)}`;
    const quoted = {
      ...previewOf(booking, planned),
      quoteId,
      expiresAt: Math.min(now + QUOTE_MS, planned.until),
      request,
    };
    await store.put(keys.quote(tenant, pnr, quoteId), quoted as unknown as RecordValue, {
      expiresAt: quoted.expiresAt,
    });
    return quoted;
  };

  const find = async (quoteId: string, { tenant }: Caller): Promise<Quote | undefined> => {
    const [, locator] = QUOTE_ID.exec(quoteId.trim()) ?? [];
    if (locator === undefined) throw unknownQuote(quoteId);
    return (await store.get(keys.quote(tenant, `TEST-${locator}`, quoteId.trim())))?.value as unknown as
      | Quote
      | undefined;
  };

  const make = async (
    { pnr, ...request }: QuoteRequest,
    { tenant }: Caller,
    terms: ChangeTerms,
    check: (planned: PlannedChange) => void,
    tender?: Awaited<ReturnType<Credits["tender"]>>,
  ): Promise<ChangeResult> => {
    let lines = 0;
    let rule = "";
    const made = await changes
      .make(tenant, pnr, (booking) => {
        const planned = planChange(booking, request, terms);
        check(planned);
        lines = booking.ledger.length;
        rule = planned.rule;
        if (tender === undefined || planned.total <= 0 || booking.status === "pending") return planned;
        const { payments, toTake } = tender(planned.total);
        const paid = planChange(booking, request, { ...terms, payments });
        return { ...paid, toTake: [...paid.toTake, ...toTake] };
      })
      .catch(rethrowAsAdded);
    const to = refundedIn(made.booking, lines);
    const total = to.reduce((all, { amount }) => all + amount, 0);
    return {
      booking: bookingView(made.booking, clock.now()),
      warnings: [...made.warnings],
      ...(request.remove.length > 0 && { refund: { total, rule, to } }),
    };
  };

  const repeated = (booking: StoredBooking, key: string): ChangeResult | undefined => {
    if (!booking.requestKeys.includes(key)) return undefined;
    const warning = `This change was made before, at ${instantText(booking.lastModified)} or earlier. Nothing was done again.`;
    return { booking: bookingView(booking, clock.now()), warnings: [warning] };
  };

  return {
    quoteChange: quote,
    async findQuote(quoteId, caller) {
      const found = await find(quoteId, caller);
      if (found === undefined) return undefined;
      const { requestKeys } = await read(caller.tenant, found.pnr);
      return requestKeys.includes(keyOf(quoteId.trim())) || found.expiresAt <= clock.now() ? undefined : found;
    },

    async confirmChange({ quoteId, payment }, caller) {
      const id = quoteId.trim();
      const tender = await credits.tender(caller.tenant, payment);
      const found = await find(id, caller);
      const pnr = found?.pnr ?? `TEST-${id.slice(2, 8)}`;
      const before = await bookings.find(caller.tenant, pnr);
      const earlier = before && repeated(before, keyOf(id));
      if (earlier !== undefined) return earlier;
      if (found === undefined) throw unknownQuote(id);
      if (found.expiresAt <= clock.now()) throw expiredQuote(found);
      const check = (planned: PlannedChange): void => {
        if (JSON.stringify(planned.lines) !== JSON.stringify(found.lines)) throw new Moved();
      };
      try {
        return await make({ pnr, ...found.request }, caller, { requestKeys: [keyOf(id)] }, check, tender);
      } catch (error) {
        // Another confirmation of the same quote may have come first.
        const now = await bookings.find(caller.tenant, pnr);
        const done = now && repeated(now, keyOf(id));
        if (done !== undefined) return done;
        if (!(error instanceof Moved)) throw error;
        throw movedQuote(found, await quote({ pnr, ...found.request }, caller));
      }
    },

    async previewChange({ pnr, ...request }, { tenant }) {
      const booking = await read(tenant, pnr);
      const planned = planChange(booking, request);
      await changes.check(tenant, booking, planned).catch(rethrowAsAdded);
      return previewOf(booking, planned);
    },

    async makeChange({ expectedTotal, ...request }, caller) {
      const { reference, reason, payments, credit } = request;
      const key = reference === undefined ? undefined : `change:${reference}`;
      const before = await read(caller.tenant, request.pnr);
      const earlier = key && repeated(before, key);
      if (earlier) return earlier;
      const terms = { reference, reason, payments, credit, ...(key !== undefined && { requestKeys: [key] }) };
      const { pnr, remove, add } = request;
      return make({ pnr, remove, add }, caller, terms, ({ total }) => {
        if (expectedTotal !== undefined && expectedTotal !== total) throw otherTotal(expectedTotal, total);
      });
    },

    async cancelBooking(pnr, reason, caller) {
      requireShort(reason, "reason");
      return make({ pnr, remove: ["all"], add: [] }, caller, { reason }, () => undefined);
    },
  };
};

/** The change would not be as it was quoted. */
class Moved extends Error {}

const OFFER_FIELDS: readonly unknown[] = ["flightIds", "hotelId", "carId", "extras"];

/** What is sold out was named in `add`. */
const rethrowAsAdded = (error: unknown): never => {
  if (!(error instanceof Failure && OFFER_FIELDS.includes(error.details.field))) throw error;
  throw new Failure(error.kind, error.message.replace("Nothing was booked.", "Nothing was changed."), {
    ...error.details,
    field: "add",
  });
};

const keyOf = (quoteId: string): string => `confirm:${quoteId}`;

/** What lines after the first `count` give back. */
const refundedIn = ({ ledger }: { readonly ledger: readonly LedgerLine[] }, count: number): readonly Refunded[] =>
  ledger
    .slice(count)
    .filter(({ kind }) => kind === "refund" || kind === "credit")
    .map(({ method = "account", amount, kind, reference }) => ({
      method,
      amount,
      ...(kind === "credit" && reference !== undefined && { code: reference }),
    }));

const LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

const lettersOf = (...words: readonly (string | number)[]): string =>
  Array.from({ length: 6 }, (_, i) => LETTERS[hash("quote", i, ...words) % LETTERS.length]).join("");

const unknownQuote = (quoteId: string): Failure =>
  notFound(`There is no quote ${quoteId.slice(0, 40)}.`, {
    field: "quoteId",
    value: quoteId.slice(0, 40),
    hint: "Quotes are kept for 30 minutes. Call quoteChange again.",
  });

const expiredQuote = ({ quoteId, expiresAt }: Quote): Failure =>
  ruleBroken(`Quote ${quoteId} expired at ${instantText(expiresAt)}. Nothing was changed.`, {
    field: "quoteId",
    value: quoteId,
    hint: "Call quoteChange again, and tell the traveller what it costs now.",
  });

const movedQuote = (before: Quote, now: Quote): Failure =>
  ruleBroken(
    `The change is ${inWords(now.total)} now, and was quoted as ${inWords(before.total)}. Nothing was changed.`,
    {
      field: "quoteId",
      value: before.quoteId,
      quoted: { total: before.total, lines: before.lines },
      now: { total: now.total, lines: now.lines },
      quoteId: now.quoteId,
      hint: `Tell the traveller, then confirm ${now.quoteId}.`,
    },
  );

const otherTotal = (expected: Cents, actual: Cents): Failure =>
  ruleBroken(`The change is ${inWords(actual)}, not ${inWords(expected)}. Nothing was changed.`, {
    field: "expectedTotal",
    value: expected,
    expectedTotal: expected,
    actualTotal: actual,
  });

/** `$69.00 to pay`, `$33.00 back` or `free of charge`. */
export const inWords = (total: Cents): string =>
  total === 0 ? "free of charge" : total > 0 ? `${usd(total)} to pay` : `${usd(-total)} back`;
