import { object, string } from "../../model/schema.ts";
import { ChangeOutline, changeAnswer, changeText } from "./change-answer.ts";
import { payment, SECRET_ARGUMENTS } from "./fields.ts";
import { defineGdsTool } from "./gds-tool.ts";

export const confirmChange = defineGdsTool({
  name: "confirmChange",
  title: "Confirm a quote",
  description:
    "Does what was quoted, at that price or not at all. Ask the traveller first. A repeat does nothing more.",
  effect: "destructive",
  secretArguments: SECRET_ARGUMENTS,
  input: object({ quoteId: string({ description: "From quoteChange." }), payment }),
  output: ChangeOutline,
  run: async (request, { travel, caller }) => changeAnswer(await travel.confirmChange(request, caller)),
  compact: changeText,
});
