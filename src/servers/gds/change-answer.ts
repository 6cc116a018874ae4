import { usd } from "../../model/money.ts";
import { array, extend, integer, maybe, object, type Schema, type Static, string } from "../../model/schema.ts";
import type { ChangeResult } from "../../travel/change-desk.ts";
import { type BookingAnswer, BookingOutline, bookingAnswer } from "./booking-answer.ts";
import { bookingText } from "./compact-text.ts";

const Refund = object({
  total: integer({ description: "US cents" }),
  rule: string(),
  to: array(object({})),
});

/** A booking after a change, and what came back. */
export const ChangeOutline = extend(BookingOutline as Schema<BookingAnswer>, { refund: maybe(Refund) });
type ChangeAnswer = Static<typeof ChangeOutline>;

export const changeAnswer = ({ refund, ...result }: ChangeResult): ChangeAnswer => ({
  ...bookingAnswer(result),
  ...(refund !== undefined && { refund: { ...refund, to: [...refund.to] } }),
});

export const changeText = ({ refund, ...booking }: ChangeAnswer): string =>
  [
    bookingText(booking as BookingAnswer),
    ...(refund === undefined ? [] : [`Refund: ${usd(refund.total)} (${refund.rule})`]),
  ].join("\n");
