import { expect, it } from "vitest";
import { messagesIn } from "./answer-checks.ts";
import { complaintsIn, startHttpTaxiway } from "./measured-taxiway.ts";
import { ENVELOPE, message, modernHeaders, posted, withEnvelope } from "./requests.ts";
import { openWire } from "./wire.ts";

/** Converting it to a string throws a TypeError. */
const UNSPEAKABLE = { toString: 1, valueOf: 1 };
const VERSION = "io.modelcontextprotocol/protocolVersion";

const CALLS = {
  "as a tool's name": { method: "tools/call", params: withEnvelope({ name: UNSPEAKABLE, arguments: {} }) },
  "as a resource's address": { method: "resources/read", params: withEnvelope({ uri: UNSPEAKABLE }) },
  "as a prompt's name": { method: "prompts/get", params: withEnvelope({ name: UNSPEAKABLE }) },
  "as a protocol version": { method: "ping", params: { _meta: { ...ENVELOPE, [VERSION]: UNSPEAKABLE } } },
  "as a cursor": { method: "tools/list", params: withEnvelope({ cursor: UNSPEAKABLE }) },
  "as an argument": {
    method: "tools/call",
    params: withEnvelope({ name: "cancelBooking", arguments: { pnr: UNSPEAKABLE } }),
  },
  "as a log level": {
    method: "ping",
    params: { _meta: { ...ENVELOPE, "io.modelcontextprotocol/logLevel": UNSPEAKABLE } },
  },
  "as a thing to complete": {
    method: "completion/complete",
    params: withEnvelope({ ref: UNSPEAKABLE, argument: UNSPEAKABLE }),
  },
  "as a reference to complete": {
    method: "completion/complete",
    params: withEnvelope({
      ref: { type: UNSPEAKABLE, uri: UNSPEAKABLE },
      argument: { name: UNSPEAKABLE, value: UNSPEAKABLE },
    }),
  },
  "as what to listen to": {
    method: "subscriptions/listen",
    params: withEnvelope({ notifications: { resourceSubscriptions: UNSPEAKABLE } }),
  },
};

it("a value that cannot be converted to a string is rejected as invalid in every place", async () => {
  const server = await startHttpTaxiway();
  const wire = await openWire(server.port);
  const codes: Record<string, unknown> = {};
  for (const [where, asked] of Object.entries(CALLS)) {
    wire.send(posted(modernHeaders(asked), message(where, asked)));
    const answer = await wire.answer();
    const [said] = answer ? messagesIn(answer) : [];
    const refused = said?.result as { _meta?: Record<string, { code: number }> } | undefined;
    codes[where] = said?.error?.code ?? refused?._meta?.["taxiway/error"]?.code;
  }
  expect(complaintsIn(server.log)).toEqual([]);
  for (const [where, code] of Object.entries(codes)) expect([where, code]).not.toEqual([where, -32603]);
  expect(codes).toMatchObject({ "as a tool's name": -32602, "as an argument": -32602 });
});
