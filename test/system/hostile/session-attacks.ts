import { CONFORMANCE_PATH } from "../../fixtures/conformance.ts";
import { type Family, IDS, one, UNKNOWN_SESSION } from "./attack.ts";
import { VALUES } from "./header-attacks.ts";
import { json, mutated } from "./mutation.ts";
import { type HeaderList, legacyHeaders, message, modernHeaders, withEnvelope, written } from "./requests.ts";

const LISTEN = {
  method: "subscriptions/listen",
  params: withEnvelope({
    notifications: { toolsListChanged: true, resourceSubscriptions: ["gds://session/bookings"] },
  }),
};
const told = (name: string) => ({
  method: "tools/call",
  params: { name, arguments: { message: "?", prompt: "?" }, _meta: { progressToken: "p" } },
});
const STREAMING = [
  "test_tool_with_progress",
  "test_tool_with_logging",
  "test_reconnection",
  "test_elicitation",
  "test_streaming_elicitation",
];

export const abortedStream: Family = (draw, { sessions, fixtureSessions }) => {
  const session = draw.pick(sessions);
  const end = draw.pick(["abort", "abort stirred", "abort stirred"] as const);
  if (draw.chance(35)) {
    const since: HeaderList = draw.chance(40) ? [["Last-Event-ID", draw.pick(VALUES)]] : [];
    return one(
      written("GET", "/mcp", [
        ["Host", "localhost"],
        ["Accept", "text/event-stream"],
        ["Mcp-Session-Id", session],
        ...since,
      ]),
      end,
      "GET",
    );
  }
  if (draw.chance(50)) return one(written("POST", "/mcp", modernHeaders(LISTEN), json(message(1, LISTEN))), end);
  const asked = told(draw.pick(STREAMING));
  const headers = legacyHeaders(draw.pick(fixtureSessions));
  return one(written("POST", CONFORMANCE_PATH, headers, json(message(draw.pick(IDS), asked))), end);
};

/** Answers to questions that were never asked, or asked of another session. */
export const forgedAnswer: Family = (draw, { sessions, fixtureSessions }) => {
  const id = draw.pick([1, "1", "AAAAAAAA-1", "__proto__", "constructor", ...IDS]);
  const answer = draw.pick([
    { result: { action: "accept", content: {} } },
    { error: { code: -1, message: "no" } },
    { result: null },
    { error: null },
  ]);
  const body = draw.chance(20)
    ? { jsonrpc: "2.0", method: "notifications/cancelled", params: mutated(draw, { requestId: id, reason: "x" }) }
    : mutated(draw, { jsonrpc: "2.0", id, ...answer });
  const [path, own] = draw.chance(50) ? ["/mcp", sessions] : [CONFORMANCE_PATH, fixtureSessions];
  const session = draw.chance(70) ? draw.pick(own) : UNKNOWN_SESSION;
  return one(written("POST", path, legacyHeaders(session), json(body)));
};

const STATEFUL = "test_input_required_result_tampered_state";
export const tamperedState: Family = (draw, { states }) => {
  const state = draw.pick(states);
  const at = draw.number(state.length);
  const other = draw.pick([
    `${state.slice(0, at)}${draw.pick(["A", "_", "", ".", "=", "é"])}${state.slice(at + 1)}`,
    state.slice(at),
    `${state}.`,
    `${state}=`,
    state.toUpperCase(),
    7,
    null,
    [],
    {},
    "",
  ]);
  const requestState = other === state ? `${state}x` : other;
  const params = withEnvelope({
    name: STATEFUL,
    arguments: {},
    requestState,
    inputResponses: { confirm: { action: "accept", content: { ok: true } } },
  });
  const asked = { method: "tools/call", params };
  return one(written("POST", CONFORMANCE_PATH, modernHeaders(asked), json(message(1, asked))));
};
