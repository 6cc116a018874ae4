import { maybe, object, string } from "../../model/schema.ts";
import { ChangeOutline, changeAnswer, changeText } from "./change-answer.ts";
import { pnrField } from "./fields.ts";
import { defineGdsTool } from "./gds-tool.ts";

export const cancelBooking = defineGdsTool({
  name: "cancelBooking",
  title: "Cancel a booking",
  description:
    "Cancels a whole booking by the rules of its fares and rates; refund says what comes back. Cannot be undone: quote " +
    "it first (quoteChange, remove all) and ask the traveller.",
  effect: "destructive",
  input: object({
    pnr: pnrField("Record locator of the booking to cancel."),
    reason: maybe(string({ description: "Why, for the record." })),
  }),
  output: ChangeOutline,
  run: async ({ pnr, reason }, { travel, caller }) => changeAnswer(await travel.cancelBooking(pnr, reason, caller)),
  compact: changeText,
});
