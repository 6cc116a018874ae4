import type { Call, Tool } from "../../mcp/tools/tool.ts";
import { fixture, text } from "./fixture-tool.ts";
import { filledIn, form, prompt, ROOTS } from "./questions.ts";

const NAME = form("What is your name?", { name: { type: "string" } });
const COLOUR = form("What is your favourite colour?", { color: { type: "string" } });
const CONFIRM = form("Please confirm", { ok: { type: "boolean" } });
const CAPITAL = prompt("What is the capital of France?");

const CONFIRMING = "confirming";

const confirm = async (call: Call) => {
  await call.ask({ confirm: CONFIRM }, CONFIRMING);
  return text(call.state === CONFIRMING ? "state-ok" : "There was no state.");
};

/** Questions to the client or its user, in the form clients since 2026-07-28 are tested with. */
export const inputRequiredTools: readonly Tool[] = [
  fixture("test_input_required_result_elicitation", "Asks the user for a name.", async (call) => {
    const { user_name } = await call.ask({ user_name: NAME });
    return text(`Hello, ${filledIn(user_name, "name") ?? "stranger"}!`);
  }),

  fixture("test_input_required_result_sampling", "Asks the client's model.", async (call) => {
    const { capital_question } = await call.ask({ capital_question: CAPITAL });
    return text(`LLM response: ${JSON.stringify(capital_question)}`);
  }),

  fixture("test_input_required_result_list_roots", "Asks the client for its roots.", async (call) => {
    const { client_roots } = await call.ask({ client_roots: ROOTS });
    return text(`Roots: ${JSON.stringify(client_roots)}`);
  }),

  fixture("test_input_required_result_request_state", "Remembers that it has asked.", confirm),

  fixture("test_input_required_result_tampered_state", "Does not let what it remembers be changed.", confirm),

  fixture("test_input_required_result_multiple_inputs", "Asks three things at once.", async (call) => {
    const questions = { user_name: NAME, greeting: prompt("Generate a greeting", 50), client_roots: ROOTS };
    return text(`Answers: ${JSON.stringify(await call.ask(questions, "asked"))}`);
  }),

  fixture("test_input_required_result_multi_round", "Asks one thing after the other.", async (call) => {
    const named = "named:";
    const known = call.state?.startsWith(named) ? call.state.slice(named.length) : undefined;
    const name = known ?? filledIn((await call.ask({ step1: NAME }, "started"))["step1"], "name") ?? "Nobody";
    const { step2 } = await call.ask({ step2: COLOUR }, `${named}${name}`);
    return text(`${name} likes ${filledIn(step2, "color") ?? "no colour"}.`);
  }),

  fixture("test_input_required_result_capabilities", "Asks only what the client can answer.", async (call) => {
    const { sampling, elicitation, roots } = call.client;
    const answers = await call.ask({
      ...(sampling !== undefined && { capital_question: CAPITAL }),
      ...(elicitation !== undefined && { user_name: NAME }),
      ...(roots !== undefined && { client_roots: ROOTS }),
    });
    return text(`Answers: ${JSON.stringify(answers)}`);
  }),
];
