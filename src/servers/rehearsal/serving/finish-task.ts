import { defineTool } from "../../../mcp/tools/tool.ts";
import { array, boolean, integer, maybe, object, oneOf, string } from "../../../model/schema.ts";
import { OUTCOMES } from "../scenario/schema-fields.ts";
import type { Finish } from "../verdict/verdict.ts";

export interface FinishServices {
  finish(finish: Finish): void;
}

export const finishTask = defineTool<FinishServices>()({
  name: "finishTask",
  title: "Finish the task",
  description:
    "Ends the task with your last message to the traveller. Call it once, when everything is done or nothing more can be " +
    "done; nothing can be booked or changed afterwards. outcome: declined if the task cannot be done as asked, " +
    "handed_over if a person has to decide.",
  effect: "create",
  input: object({
    outcome: oneOf(OUTCOMES),
    message: string({
      minLength: 1,
      maxLength: 8_000,
      description: "To the traveller, with locators, times and totals.",
    }),
    pnrs: maybe(array(string(), { maxItems: 50, description: "Record locators that the task was about." })),
    total: maybe(integer({ description: "What the traveller pays, in US cents." })),
  }),
  output: object({ finished: boolean() }),
  run: ({ outcome, message, pnrs, total }, { finish }) => {
    finish({ outcome, message, ...(pnrs && { pnrs }), ...(total !== undefined && { total }) });
    return { finished: true };
  },
  compact: () => "The task is finished.",
});
