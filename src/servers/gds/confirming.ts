import { randomUUID } from "node:crypto";
import type { Answers, Call, Lazy, Question, Tool } from "../../mcp/tools/tool.ts";
import type { Booking } from "../../model/booking.ts";
import { dateOf, type IsoDate } from "../../model/calendar.ts";
import type { Caller } from "../../model/caller.ts";
import { type Failure, ruleBroken } from "../../model/failure.ts";
import { usd } from "../../model/money.ts";
import type { Passenger } from "../../model/passenger.ts";
import type { BookCar, BookFlight, BookHotel, BookingPreview, Services } from "../../travel/booking-requests.ts";
import { type ChangePreview, inWords, type Quote } from "../../travel/change-desk.ts";
import { parseExtraId } from "../../travel/extra-ids.ts";
import { fingerprintOf } from "../../travel/idempotency.ts";
import type { Travel } from "../../travel/travel.ts";
import { counted, operatedBy } from "./compact-text.ts";
import type { GdsServices } from "./gds-tool.ts";

/** The question that a tool asks before it runs. */
interface Confirmation {
  /** Describes what the call would do. Undefined if it would do nothing new or would be refused, or throws the refusal. */
  describe(input: never, travel: Travel, caller: Caller): Promise<string | undefined>;
  /** The labels of the checkbox: what ticking it and leaving it empty means. */
  readonly yes: string;
  readonly otherwise: string;
  /** For the error message to the model after a refusal. */
  readonly untouched: string;
  readonly hint: string;
}

const booking = (preview: (input: never, travel: Travel, caller: Caller) => Promise<BookingPreview | undefined>) => ({
  async describe(input: never, travel: Travel, caller: Caller) {
    const found = await preview(input, travel, caller);
    return found && bookingQuestion(found);
  },
  yes: "Yes, book it",
  otherwise: "Nothing is booked unless you say yes.",
  untouched: "Nothing was booked.",
  hint: "Ask the traveller what should be different before you search or book again.",
});

const CONFIRMATIONS: Readonly<Record<string, Confirmation>> = {
  bookFlight: booking((request: BookFlight, travel, caller) => travel.previewFlight(request, caller)),
  bookHotel: booking((request: BookHotel, travel, caller) => travel.previewHotel(request, caller)),
  bookCar: booking((request: BookCar, travel, caller) => travel.previewCar(request, caller)),
  payBooking: {
    async describe({ pnr, expectedTotal }: { readonly pnr: string; readonly expectedTotal: number }, travel, caller) {
      const held = await travel.retrieveBooking(pnr, caller);
      const isRefused = held.status !== "pending" || held.payment.due !== expectedTotal;
      return isRefused ? undefined : paymentQuestion(held);
    },
    yes: "Yes, pay it",
    otherwise: "Nothing is paid unless you say yes.",
    untouched: "Nothing was paid.",
    hint: "Ask the traveller whether to keep the booking on hold or to cancel it.",
  },
  confirmChange: {
    async describe({ quoteId }: { readonly quoteId: string }, travel, caller) {
      const quote = await travel.findQuote(quoteId, caller);
      return quote && changeQuestion(await travel.retrieveBooking(quote.pnr, caller), quote);
    },
    yes: "Yes, change it",
    otherwise: "The booking stays as it is unless you say yes.",
    untouched: "Nothing was changed.",
    hint: "Ask the traveller what should be different before you quote again.",
  },
  cancelBooking: {
    describe: async ({ pnr }: { readonly pnr: string }, travel, caller) =>
      cancellationQuestion(
        await travel.retrieveBooking(pnr, caller),
        await travel.previewChange({ pnr, remove: ["all"], add: [] }, caller),
      ),
    yes: "Yes, cancel it",
    otherwise: "The booking stays as it is unless you say yes.",
    untouched: "Nothing was cancelled.",
    hint: "Ask the traveller what to do with the booking before you change it.",
  },
};

const FORM = "elicitation/create";

/** Has no default, so that a form submitted unread is not a yes. */
const form = (message: string, { yes, otherwise }: Confirmation): Question => ({
  method: FORM,
  params: {
    message,
    requestedSchema: {
      type: "object",
      properties: { confirm: { type: "boolean", title: yes, description: otherwise } },
      required: ["confirm"],
    },
  },
});

const REFUSALS: ReadonlyMap<unknown, string> = new Map([
  ["accept", "The traveller was asked and did not agree."],
  ["decline", "The traveller was asked and said no."],
  ["cancel", "The traveller was asked and closed the question without an answer."],
]);

const refusal = (action: unknown, { untouched, hint }: Confirmation): Failure =>
  ruleBroken(`${REFUSALS.get(action) ?? "The traveller was asked and gave no clear answer."} ${untouched}`, {
    confirmed: false,
    hint,
  });

const isYes = ({ action, content }: NonNullable<Answers[string]>): boolean =>
  action === "accept" && (content as { readonly confirm?: unknown } | null | undefined)?.confirm === true;

/** A question that was asked earlier; modern clients return this state with the answer. */
interface AskedQuestion {
  /** The name of the answer. Known only from the sealed state, so an answer without its state is ignored. */
  readonly id: string;
  readonly request: string;
  readonly question: string;
}

const recall = (state: string | undefined, request: string): AskedQuestion | undefined => {
  if (state === undefined) return undefined;
  const asked = JSON.parse(state) as AskedQuestion;
  return asked.request === request ? asked : undefined;
};

/** `true`: ask if the client supports it. `required`: clients that do not support it cannot book or cancel. */
export type Confirm = "true" | "required";

const cannotAsk = ({ untouched }: Confirmation): Failure =>
  ruleBroken(
    `This server books and cancels only what the traveller has confirmed, and this client cannot ask them: it did not declare elicitation. ${untouched}`,
    {
      confirmed: false,
      hint: "Tell the traveller to use a client that supports elicitation (forms), or the operator to set TAXIWAY_CONFIRM_BOOKINGS to true.",
    },
  );

/**
 * Wraps a tool so that the traveller must confirm before it runs, if the client supports elicitation. If the price or
 * anything else in the question has changed meanwhile, the traveller is asked again.
 */
export const confirming = (tool: Tool, services: Lazy<Pick<GdsServices, "travel">>, confirm: Confirm): Tool => {
  const confirmation = CONFIRMATIONS[tool.name];
  if (confirmation === undefined) return tool;
  return {
    ...tool,
    async run(input: never, call: Call) {
      if (!call.canAsk({ method: FORM })) {
        if (confirm === "required") throw cannotAsk(confirmation);
        return tool.run(input, call);
      }
      const { travel } = await services();
      const request = fingerprintOf(input);
      const asked = recall(call.state, request);
      // One yes is one booking, even if the client sends it more than once.
      const keyed = asked === undefined ? input : ({ idempotencyKey: asked.id, ...(input as object) } as never);
      let agreed: string | undefined;
      for (;;) {
        const message = await confirmation.describe(keyed, travel, call.caller);
        if (message === undefined || message === agreed) return tool.run(keyed, call);
        const question = fingerprintOf(message);
        const { id } = asked?.question === question ? asked : { id: randomUUID() };
        const answers = await call.ask(
          { [id]: form(message, confirmation) },
          JSON.stringify({ id, request, question }),
        );
        const answer = answers[id] ?? {};
        if (!isYes(answer)) throw refusal(answer["action"], confirmation);
        agreed = message;
      }
    },
  };
};

const bookingQuestion = (preview: BookingPreview): string => {
  const { passengers, price, existing, warnings } = preview;
  const what = servicesInWords(preview);
  const question = existing
    ? `Add ${what} to ${existing.pnr} (${names(passengers)}): ${usd(price)} more, ${usd(existing.totalPrice + price)} in all?`
    : `Book ${what}, for ${counted(passengers.length, "traveller")} (${names(passengers)}): ${usd(price)} in all?`;
  return [question, ...warnings.map((warning) => `Note: ${warning}`)].join(" ");
};

const cancellationQuestion = (booking: Booking, change: ChangePreview): string =>
  `Cancel ${booking.pnr} (${names(booking.passengers)}) with everything on it: ${servicesInWords(booking)}, ` +
  `${usd(booking.totalPrice)} in all? ${moneyInWords(change)} This cannot be undone.`;

const changeQuestion = (booking: Booking, quote: Quote): string => {
  const { remove, add } = quote.request;
  const named = (ids: readonly string[]): string => ids.map(extraInWords).join(", ");
  const parts = [
    ...(remove.length > 0 ? [`take off ${named(remove)}`] : []),
    ...(add.length > 0 ? [`add ${named(add)}`] : []),
  ];
  return `Change ${booking.pnr} (${names(booking.passengers)}): ${parts.join(" and ")}? ${moneyInWords(quote)}`;
};

/** `seat 24A for P1`, `BAG for P1`; other ids as they are. */
const extraInWords = (id: string): string => {
  const extra = parseExtraId(id);
  if (extra === undefined) return id;
  const { code, designator, traveller, flightId } = extra;
  return `${designator === undefined ? code : `seat ${designator}`} for ${traveller} on ${flightId}`;
};

/** What comes back or is to pay, and what is lost. */
const moneyInWords = ({ total, lines, rule }: ChangePreview): string => {
  const lost = lines.reduce((all, { kind, amount }) => (kind === "fee" ? all + amount : all), 0);
  const price = `${inWords(total)} (${rule})`;
  return `${price.charAt(0).toUpperCase()}${price.slice(1)}${lost > 0 ? `; ${usd(lost)} of it are fees or not given back` : ""}.`;
};

const paymentQuestion = (booking: Booking): string =>
  `Pay ${usd(booking.payment.due)} for ${booking.pnr} (${names(booking.passengers)}): ${servicesInWords(booking)}?`;

const names = (people: readonly Passenger[]): string =>
  people.map(({ firstName, lastName }) => `${firstName} ${lastName}`).join(", ");

/** Tue 15 Dec 2026 */
const dayInWords = (date: IsoDate): string => new Date(`${date}T00:00:00Z`).toUTCString().slice(0, 16).replace(",", "");

/** Tue 15 Dec 2026 08:00, local time. */
const momentInWords = (localTime: string): string => `${dayInWords(dateOf(localTime))} ${localTime.slice(11, 16)}`;

const servicesInWords = ({ flights, hotels, cars, extras }: Services & Pick<Booking, "extras">): string =>
  [
    ...flights.map(
      (flight) =>
        `${flight.flightNumber} ${flight.originCode} to ${flight.destinationCode} on ` +
        `${momentInWords(flight.departureTime)}, ${flight.cabin.replace("_", " ")}${operatedBy(flight)}`,
    ),
    ...hotels.map(
      (hotel) =>
        `${hotel.hotelName} in ${hotel.cityName}, ${hotel.roomType}, ${dayInWords(hotel.checkInDate)} to ` +
        `${dayInWords(hotel.checkOutDate)} (${counted(hotel.nights, "night")}, ${counted(hotel.guestCount, "guest")}` +
        `${hotel.refundable ? "" : ", not refundable"})`,
    ),
    ...cars.map(
      (car) =>
        `a ${car.companyName} rental car (${car.vehicleModel}), ${car.pickupLocationCode} on ` +
        `${momentInWords(car.pickupDate)} to ${car.dropoffLocationCode} on ${momentInWords(car.dropoffDate)}`,
    ),
    ...extras.map(({ what, traveller, price }) => `${what} for ${traveller} (${usd(price)})`),
  ].join("; ");
