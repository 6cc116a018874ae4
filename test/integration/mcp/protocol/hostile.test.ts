import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cases } from "../../../fixtures/cases.ts";
import { converse, envelope } from "../../../fixtures/mcp/protocol/conversation.ts";
import { createDemoServer } from "./demo-server.ts";

const METHODS = [
  "initialize",
  "ping",
  "logging/setLevel",
  "server/discover",
  "tools/list",
  "tools/call",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "resources/subscribe",
  "resources/unsubscribe",
  "prompts/list",
  "prompts/get",
  "completion/complete",
];
const FIELDS = ["name", "arguments", "uri", "cursor", "ref", "argument", "context", "level", "protocolVersion"];
const NAMES = ["searchFlights", "fail", "planTrip", "demo://session", "demo://airports/{code}", "ref/prompt", "to"];

const value = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom(...NAMES),
  fc.constantFrom("__proto__", "constructor", "toString", ""),
  fc.dictionary(
    fc.constantFrom("name", "type", "uri", "value", "origin", "to", "how"),
    fc.constantFrom(...NAMES, 7, null),
  ),
);
const meta = fc.oneof(
  fc.constant(undefined),
  fc.jsonValue({ maxDepth: 2 }),
  fc.constant(envelope()),
  fc.dictionary(fc.constantFrom(...Object.keys(envelope()), "progressToken"), fc.jsonValue({ maxDepth: 1 })),
);
const params = fc
  .tuple(fc.dictionary(fc.constantFrom(...FIELDS), value), meta)
  .map(([fields, _meta]) => ({ ...fields, ...(_meta !== undefined && { _meta }) }));

describe("arbitrary input from a client", () => {
  it("gets one answer per request and never causes an internal error", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...METHODS), params, async (method, sent) => {
        const { ask, defects } = converse(createDemoServer());
        const { result, error } = await ask(method, sent);
        expect((result === undefined) !== (error === undefined)).toBe(true);
        expect(defects.filter(({ stack }) => !String(stack).includes("secret path"))).toEqual([]);
      }),
      { numRuns: cases(600) },
    );
  });

  it("is rejected if it is not JSON or not a message", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string({ unit: "binary" }), fc.json()), async (text) => {
        const { connection, defects } = converse(createDemoServer());
        const answers: string[] = [];
        await connection.receive(text, { notify: (json) => answers.push(json), answer: (json) => answers.push(json) });
        expect(answers.map((json) => JSON.parse(json))).toMatchObject([{ id: null, error: {} }]);
        expect(defects).toEqual([]);
      }),
      { numRuns: cases(200) },
    );
  });
});
