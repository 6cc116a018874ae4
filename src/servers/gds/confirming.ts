import { randomUUID } from "node:crypto";
import type { Answers, Call, Lazy, Question, Tool } from "../../mcp/tools/tool.ts";
import type { Caller } from "../../model/caller.ts";
import { type Failure, ruleBroken } from "../../model/failure.ts";
import type { BookCar, BookFlight, BookHotel, BookingPreview } from "../../travel/booking-requests.ts";
import { fingerprintOf } from "../../travel/idempotency.ts";
import type { Travel } from "../../travel/travel.ts";
import { bookingQuestion, cancellationQuestion } from "./confirmation-question.ts";
import type { GdsServices } from "./gds-tool.ts";

/** How a tool asks before it does what it is there for. */
interface Confirmation {
  /** Says what the call would do. Undefined when it would do nothing new; throws what the call would throw. */
  describe(input: never, travel: Travel, caller: Caller): Promise<string | undefined>;
  /** What ticking the box means, and what leaving it means. */
  readonly yes: string;
  readonly otherwise: string;
  /** What the model hears after a no. */
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
  cancelBooking: {
    describe: async ({ pnr }: { readonly pnr: string }, travel, caller) =>
      cancellationQuestion(await travel.previewCancellation(pnr, caller)),
    yes: "Yes, cancel it",
    otherwise: "The booking stays as it is unless you say yes.",
    untouched: "Nothing was cancelled.",
    hint: "Ask the traveller what to do with the booking before you change it.",
  },
};

const FORM = "elicitation/create";

/** No default: a form that is sent off unread is not a yes. */
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

/** A question that was put to somebody, as a modern client brings it back with the answer. */
interface Asked {
  /** The answer's name. Only the sealed state knows it, so an answer without its state answers nothing. */
  readonly id: string;
  readonly request: string;
  readonly question: string;
}

const recall = (state: string | undefined, request: string): Asked | undefined => {
  if (state === undefined) return undefined;
  const asked = JSON.parse(state) as Asked;
  return asked.request === request ? asked : undefined;
};

/** `true`: where the client can ask. `required`: a client that cannot ask books and cancels nothing. */
export type Confirm = "true" | "required";

const unaskable = ({ untouched }: Confirmation): Failure =>
  ruleBroken(
    `This server books and cancels only what the traveller has confirmed, and this client cannot ask them: it did not declare elicitation. ${untouched}`,
    {
      confirmed: false,
      hint: "Tell the traveller to use a client that supports elicitation (forms), or the operator to set TAXIWAY_CONFIRM_BOOKINGS to true.",
    },
  );

/**
 * Has the person behind the client say yes before the tool runs, where there is one to ask. What they said yes to is
 * what happens: if the price or anything else they were told has changed meanwhile, they are asked again.
 */
export const confirming = (tool: Tool, services: Lazy<Pick<GdsServices, "travel">>, confirm: Confirm): Tool => {
  const confirmation = CONFIRMATIONS[tool.name];
  if (confirmation === undefined) return tool;
  return {
    ...tool,
    async run(input: never, call: Call) {
      if (!call.canAsk({ method: FORM })) {
        if (confirm === "required") throw unaskable(confirmation);
        return tool.run(input, call);
      }
      const { travel } = await services();
      const request = fingerprintOf(input);
      const asked = recall(call.state, request);
      // One yes is one booking, however often a client sends it.
      const once = asked === undefined ? input : ({ idempotencyKey: asked.id, ...(input as object) } as never);
      let agreed: string | undefined;
      for (;;) {
        const message = await confirmation.describe(once, travel, call.caller);
        if (message === undefined || message === agreed) return tool.run(once, call);
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
