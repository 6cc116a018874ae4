import { type AdminRoute, object } from "../../model/admin-route.ts";
import { instantText } from "../../model/calendar.ts";
import type { Caller } from "../../model/caller.ts";
import { notFound } from "../../model/failure.ts";
import type { Grant } from "../../model/grant.ts";
import type { Schema } from "../../model/schema.ts";
import type { InspectedBooking } from "../../travel/browse-bookings.ts";
import type { Quote } from "../../travel/change-desk.ts";
import type { Travel } from "../../travel/travel.ts";
import type { BookingDetail, BookingQuote } from "../contract.ts";
import { shownExtras } from "./shown-extras.ts";

export type ServicingTravel = Pick<
  Travel,
  "quoteChange" | "confirmChange" | "makeChange" | "payBooking" | "updateBooking" | "listExtras"
>;

interface Parts {
  readonly travel: ServicingTravel;
  /** The tenant's booking; throws a Failure if there is none. */
  readonly inspect: (grant: Grant, pnr: string | undefined) => Promise<InspectedBooking>;
  readonly detailOf: (inspected: InspectedBooking) => BookingDetail;
}

const MAX_REASON_LENGTH = 500;
const MAX_ID_LENGTH = 128;
const MAX_IDS = 60;

const text = (description: string, maxLength = MAX_ID_LENGTH): Schema => ({
  ...{ type: "string", minLength: 1, maxLength, description },
});
const ids = (description: string): Schema => ({
  ...{ type: "array", maxItems: MAX_IDS, items: text("An id."), default: [], description },
});
const cents = (description: string): Schema => ({ type: "integer", description });
const payment = text("account, or a test card such as card:tok_visa. Default: account.");

/** Changes, pays and cancels bookings of the caller's tenant by the rules that agents have. */
export const servicingRoutes = ({ travel, inspect, detailOf }: Parts): readonly AdminRoute[] => {
  type Change = (
    booking: InspectedBooking["booking"],
    caller: Caller,
    body: Readonly<Record<string, unknown>>,
  ) => unknown;

  /** A route that changes a booking, and answers it as it is then. */
  const changing = (verb: string, about: string, body: Schema, change: Change): AdminRoute => ({
    ...{ method: "POST", path: `/bookings/:pnr/${verb}`, about, body },
    async answer({ grant, params, body: given }) {
      const { booking } = await inspect(grant, params["pnr"]);
      await change(booking, callerFor(grant, booking.sessionId), given);
      return detailOf(await inspect(grant, booking.pnr));
    },
  });

  return [
    {
      method: "GET",
      path: "/bookings/:pnr/extras",
      about: "Returns the seat maps of the booking's flights, and the bags and services that are sold with them.",
      async answer({ grant, params }) {
        const { booking } = await inspect(grant, params["pnr"]);
        const found = await travel.listExtras({ pnr: booking.pnr }, callerFor(grant, booking.sessionId));
        return shownExtras(found, booking);
      },
    },
    {
      method: "POST",
      path: "/bookings/:pnr/quote",
      about: "Quotes a change or cancellation: what it would cost or give back. Changes nothing.",
      body: object({
        remove: ids("Ids on the booking: flights, hotels, cars, extras, travellers (P2); or all."),
        add: ids("Ids from searches or extras."),
      }),
      async answer({ grant, params, body }): Promise<BookingQuote> {
        const { booking } = await inspect(grant, params["pnr"]);
        const [remove, add] = [body["remove"], body["add"]] as [string[], string[]];
        const quote = await travel.quoteChange({ pnr: booking.pnr, remove, add }, callerFor(grant, booking.sessionId));
        return shownQuote(quote);
      },
    },
    changing(
      "confirm",
      "Makes a quoted change at the price of its quote, or not at all.",
      object({ quote_id: text("From the quote."), payment }, ["quote_id"]),
      ({ pnr }, caller, body) => {
        const quoteId = body["quote_id"] as string;
        if (!quoteId.startsWith(`Q-${pnr.slice(-6)}-`)) throw notOfBooking(quoteId, pnr);
        return travel.confirmChange({ quoteId, ...paymentIn(body) }, caller);
      },
    ),
    changing(
      "pay",
      "Pays a booking on hold and issues its tickets.",
      object({ expected_total: cents("What is due, in cents."), payment }, ["expected_total"]),
      ({ pnr }, caller, body) =>
        travel.payBooking({ pnr, expectedTotal: body["expected_total"] as number, ...paymentIn(body) }, caller),
    ),
    changing(
      "accept",
      "Accepts what airlines, hotels and car companies changed.",
      object({ notices: { ...ids("Ids of open notices."), minItems: 1 } }, ["notices"]),
      ({ pnr }, caller, body) => travel.updateBooking({ pnr, acceptNotices: body["notices"] as string[] }, caller),
    ),
    changing(
      "cancel",
      "Cancels a booking with all its parts. This cannot be undone.",
      object({
        reason: text("The reason, for the history.", MAX_REASON_LENGTH),
        expected_total: cents("The total of the quote; with another price nothing is done."),
      }),
      ({ pnr }, caller, body) => {
        const [reason, expectedTotal] = [body["reason"], body["expected_total"]] as [string?, number?];
        return travel.makeChange(
          { ...{ pnr, remove: ["all"], add: [], reason }, ...(expectedTotal !== undefined && { expectedTotal }) },
          caller,
        );
      },
    ),
  ];
};

/** As the session that made the booking, which shares its stock. */
const callerFor = (grant: Grant, sessionId: string): Caller => ({
  ...{ tenant: grant.tenant, sessionId, transport: "http", grant },
});

const paymentIn = (body: Readonly<Record<string, unknown>>): { readonly payment?: string } =>
  typeof body["payment"] === "string" ? { payment: body["payment"] } : {};

const shownQuote = (quote: Quote): BookingQuote => {
  const { quoteId, pnr, expiresAt, total, newTotal, lines, rule, refundTo = [], warnings } = quote;
  return {
    ...{ quote_id: quoteId, pnr, expires_at: instantText(expiresAt), total, new_total: newTotal },
    lines: lines.map(({ kind, amount, about, traveller, why }) => ({
      ...{ kind, amount },
      ...(about !== undefined && { about }),
      ...(traveller !== undefined && { traveller }),
      ...(why !== undefined && { why }),
    })),
    ...{ rule, refund_to: refundTo, warnings },
  };
};

const notOfBooking = (quoteId: string, pnr: string) =>
  notFound(`Quote ${quoteId.slice(0, 40)} is not of booking ${pnr}.`, {
    field: "quote_id",
    value: quoteId.slice(0, 40),
    hint: "Quote the change again.",
  });
