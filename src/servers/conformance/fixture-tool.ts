import { type Content, content } from "../../mcp/tools/content.ts";
import type { Call, Tool } from "../../mcp/tools/tool.ts";
import { object, type Schema, type Static } from "../../model/schema.ts";

export const text = (line: string): Content => content([{ type: "text", text: line }]);

interface Fixture<I extends Schema> {
  readonly name: string;
  readonly description: string;
  readonly input: I;
  run(input: Static<I>, call: Call): Content | Promise<Content>;
}

/** A tool that exists for the sake of one scenario of the conformance suite. */
export const fixtureWith = <I extends Schema>(fixture: Fixture<I>): Tool => ({
  title: fixture.name,
  effect: "read",
  ...fixture,
});

const NO_INPUT = object({});

export const fixture = (name: string, description: string, run: (call: Call) => Content | Promise<Content>): Tool =>
  fixtureWith({ name, description, input: NO_INPUT, run: (_, call) => run(call) });
