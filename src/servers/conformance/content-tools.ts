import { content } from "../../mcp/tools/content.ts";
import type { Tool } from "../../mcp/tools/tool.ts";
import { ruleBroken } from "../../model/failure.ts";
import { maybe, object, type Schema, string } from "../../model/schema.ts";
import { fixture, fixtureWith, text } from "./fixture-tool.ts";
import { PNG, WAV } from "./sample-media.ts";

const image = { type: "image", data: PNG, mimeType: "image/png" } as const;

const resource = (uri: string, mimeType: string, body: string) =>
  ({ type: "resource", resource: { uri, mimeType, text: body } }) as const;

/** Every keyword here must come out of `tools/list` as it went in. */
const EVERY_KEYWORD: Schema<object> = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};

/** What a tool's result can be made of. */
export const contentTools: readonly Tool[] = [
  fixture("test_simple_text", "Returns one line of text.", () => text("This is a simple text response for testing.")),

  fixture("test_image_content", "Returns a picture.", () => content([image])),

  fixture("test_audio_content", "Returns a sound.", () =>
    content([{ type: "audio", data: WAV, mimeType: "audio/wav" }]),
  ),

  fixture("test_embedded_resource", "Returns a resource inside its result.", () =>
    content([resource("test://embedded-resource", "text/plain", "This is an embedded resource content.")]),
  ),

  fixture("test_multiple_content_types", "Returns text, a picture and a resource together.", () =>
    content([
      { type: "text", text: "Multiple content types test:" },
      image,
      resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
    ]),
  ),

  fixture("test_error_handling", "Always fails.", () => {
    throw ruleBroken("This tool intentionally returns an error for testing.");
  }),

  fixtureWith({
    name: "json_schema_2020_12_tool",
    description: "Takes an input described with every kind of JSON Schema keyword, and returns it.",
    input: EVERY_KEYWORD,
    run: (input) => text(JSON.stringify(input)),
  }),

  fixtureWith({
    name: "test_header_parameter",
    description: "Takes a parameter that modern clients repeat in the header Mcp-Param-Region.",
    input: object({ region: maybe(string({ description: "Any text", "x-mcp-header": "Region" })) }),
    run: ({ region }) => text(`Region: ${region ?? "none"}`),
  }),
];
