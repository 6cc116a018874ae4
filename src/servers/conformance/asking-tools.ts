import type { Call, Question, Tool } from "../../mcp/tools/tool.ts";
import { object, string } from "../../model/schema.ts";
import { fixture, fixtureWith, text } from "./fixture-tool.ts";
import { form, prompt } from "./questions.ts";

const ask = async (call: Call, question: Question): Promise<string> => {
  const { answer } = await call.ask({ answer: question });
  return JSON.stringify(answer);
};

const EVERY_DEFAULT = form("Please review these values", {
  name: { type: "string", default: "John Doe" },
  age: { type: "integer", default: 30 },
  score: { type: "number", default: 95.5 },
  status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
  verified: { type: "boolean", default: true },
});

const OPTIONS = ["option1", "option2", "option3"];
const TITLED_OPTIONS = [
  { const: "value1", title: "First Option" },
  { const: "value2", title: "Second Option" },
  { const: "value3", title: "Third Option" },
];

const EVERY_ENUM = form("Please choose", {
  untitledSingle: { type: "string", enum: OPTIONS },
  titledSingle: { type: "string", oneOf: TITLED_OPTIONS },
  legacyEnum: {
    type: "string",
    enum: ["opt1", "opt2", "opt3"],
    enumNames: ["Option One", "Option Two", "Option Three"],
  },
  untitledMulti: { type: "array", items: { type: "string", enum: OPTIONS } },
  titledMulti: { type: "array", items: { anyOf: TITLED_OPTIONS } },
});

/** Questions to the client or its user, in the form clients up to 2025-11-25 are tested with. */
export const askingTools: readonly Tool[] = [
  fixtureWith({
    name: "test_sampling",
    description: "Asks the client's model and returns what it said.",
    input: object({ prompt: string({ description: "What to ask" }) }),
    run: async (input, call) => text(`LLM response: ${await ask(call, prompt(input.prompt))}`),
  }),

  fixtureWith({
    name: "test_elicitation",
    description: "Asks the user for a name and an address and returns the answer.",
    input: object({ message: string({ description: "What the user is told" }) }),
    run: async ({ message }, call) => {
      const question = form(message, {
        username: { type: "string", description: "User's response" },
        email: { type: "string", description: "User's email address" },
      });
      return text(`User response: ${await ask(call, question)}`);
    },
  }),

  fixture("test_elicitation_sep1034_defaults", "Asks the user with a form full of defaults.", async (call) =>
    text(`Elicitation completed: ${await ask(call, EVERY_DEFAULT)}`),
  ),

  fixture("test_elicitation_sep1330_enums", "Asks the user to choose, in every way there is.", async (call) =>
    text(`Elicitation completed: ${await ask(call, EVERY_ENUM)}`),
  ),

  fixture("test_missing_capability", "Needs a client that has a model to ask.", async (call) =>
    text(`LLM response: ${await ask(call, prompt("Are you there?"))}`),
  ),

  fixture("test_streaming_elicitation", "Asks the user after it has reported progress.", async (call) => {
    call.progress(0, 1);
    return text(`User response: ${await ask(call, form("Go on?", { ok: { type: "boolean" } }))}`);
  }),
];
