import { defineTool } from "../../../mcp/tools/tool.ts";
import { array, boolean, integer, maybe, object, string } from "../../../model/schema.ts";
import type { Question } from "../traveller/traveller.ts";

export interface TravellerServices {
  ask(question: Question): Promise<{ readonly reply: string; readonly agreed?: boolean }>;
}

export const askTraveller = defineTool<TravellerServices>()({
  name: "askTraveller",
  title: "Ask the traveller",
  description:
    "Sends a message to the traveller and returns the reply. Put what the traveller has not agreed to as a proposal, " +
    "with its total and the ids of the offer, before you book, pay, change or cancel it. agreed is true only for that " +
    "offer, up to that total.",
  effect: "create",
  input: object({
    message: string({ minLength: 1, maxLength: 4_000, description: "What you say." }),
    proposal: maybe(
      object({
        total: integer({ minimum: 0, description: "US cents, all in." }),
        flightIds: maybe(array(string())),
        hotelId: maybe(string()),
        carId: maybe(string()),
        pnr: maybe(string({ description: "Of the booking that would be changed." })),
      }),
    ),
  }),
  output: object({ reply: string(), agreed: maybe(boolean({ description: "Only if something was proposed" })) }),
  run: ({ message, proposal }, { ask }) => ask({ message, ...(proposal !== undefined && { proposal }) }),
  compact: ({ reply, agreed }) => (agreed === undefined ? reply : `${reply}\nagreed: ${agreed}`),
});
