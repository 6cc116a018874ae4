import type { Prompt, PromptMessage } from "../../mcp/tools/server-definition.ts";
import { filledIn, form } from "./questions.ts";
import { PNG } from "./sample-media.ts";

const user = (content: PromptMessage["content"]): PromptMessage => ({ role: "user", content });

export const fixturePrompts: readonly Prompt[] = [
  {
    name: "test_simple_prompt",
    title: "Simple prompt",
    description: "A prompt without arguments.",
    arguments: [],
    get: () => "This is a simple prompt for testing.",
  },
  {
    name: "test_prompt_with_arguments",
    title: "Prompt with arguments",
    description: "A prompt with two arguments, which can be completed.",
    arguments: [
      { name: "arg1", description: "First test argument", required: true },
      { name: "arg2", description: "Second test argument", required: true },
    ],
    get: ({ arg1, arg2 }) => `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`,
    complete: (_, begun) => ["paris", "park", "party"].filter((value) => value.startsWith(begun)),
  },
  {
    name: "test_prompt_with_embedded_resource",
    title: "Prompt with a resource",
    description: "A prompt that has a resource inside.",
    arguments: [{ name: "resourceUri", description: "Address of the resource to embed", required: true }],
    get: ({ resourceUri }) => [
      user({
        type: "resource",
        resource: { uri: resourceUri, mimeType: "text/plain", text: "Embedded resource content for testing." },
      }),
      user({ type: "text", text: "Please process the embedded resource above." }),
    ],
  },
  {
    name: "test_prompt_with_image",
    title: "Prompt with a picture",
    description: "A prompt that has a picture inside.",
    arguments: [],
    get: () => [
      user({ type: "image", data: PNG, mimeType: "image/png" }),
      user({ type: "text", text: "Please analyze the image above." }),
    ],
  },
  {
    name: "test_input_required_result_prompt",
    title: "Prompt that asks",
    description: "A prompt that asks the user something first.",
    arguments: [],
    get: async (_, call) => {
      const question = form("What context should the prompt use?", { context: { type: "string" } });
      const { user_context } = await call.ask({ user_context: question });
      return `Context: ${filledIn(user_context, "context") ?? "none"}`;
    },
  },
];
