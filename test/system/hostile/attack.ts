import { CONFORMANCE_PATH } from "../../fixtures/conformance.ts";
import type { Draw } from "../../fixtures/hostile/draw.ts";
import type { Offers, RequestSource } from "./drawn-requests.ts";
import { type Asked, type HeaderList, legacyHeaders, modernHeaders, withEnvelope } from "./requests.ts";

/** What is sent at once, and how it may end. */
export interface Attack {
  readonly bytes: Buffer;
  /** One per intended request; there are never more answers than that. */
  readonly methods: readonly string[];
  /**
   * `answered`: each request has its answer. `or closed`: the connection may be closed instead. `abort` and `abort
   * stirred`: the attacker disconnects, at once or when the answer has begun.
   */
  readonly end: "answered" | "or closed" | "abort" | "abort stirred";
  /** Half-closes the connection afterwards, so that an incomplete request stays incomplete. */
  readonly half?: true;
  /** Sent to an endpoint with its own protocol. */
  readonly endpoint?: "other";
}

/** What an attacker knows of the server. */
export interface Knowledge {
  readonly sessions: readonly string[];
  /** Sessions at the conformance fixtures. */
  readonly fixtureSessions: readonly string[];
  readonly offers: Offers;
  readonly pnrs: readonly string[];
  /** Request states from the server. */
  readonly states: readonly string[];
  readonly requests: RequestSource;
}

export type Family = (draw: Draw, known: Knowledge) => Attack;

export const one = (bytes: Buffer, end: Attack["end"] = "answered", method = "POST"): Attack => ({
  bytes,
  methods: [method],
  end,
});

export const UNKNOWN_SESSION = "3f0b1e0c-9d57-4a61-8f3e-0d6f7a9b2c11";
export const IDS = [
  0,
  1,
  -1,
  7,
  "7",
  "",
  "x".repeat(200),
  "__proto__",
  "\u0000",
  "\ud800",
  2 ** 52,
  Number.MAX_SAFE_INTEGER,
];

/** A request with its path and headers, of either era. */
export const addressed = (
  draw: Draw,
  known: Knowledge,
  asked: Asked,
): { path: string; headers: HeaderList; asked: Asked } => {
  const name = asked.params?.["name"];
  const isFixture = typeof name === "string" && name.startsWith("test_");
  const path = isFixture ? CONFORMANCE_PATH : "/mcp";
  const sessions = isFixture ? known.fixtureSessions : known.sessions;
  // A legacy client is asked during the call, and an attacker that does not answer would wait for long.
  const asks = typeof name === "string" && name.startsWith("test_input_required");
  if (asked.params === null || typeof asked.params !== "object" || (!asks && draw.chance(50))) {
    return { path, headers: legacyHeaders(draw.pick(sessions)), asked };
  }
  const modern = { ...asked, params: withEnvelope(asked.params) };
  const headers = modernHeaders(modern).filter(([, value]) => /^[\x20-\x7e]{0,500}$/.test(value));
  const inSession = draw.chance(30);
  return { path, headers: inSession ? [...headers, ["Mcp-Session-Id", draw.pick(sessions)]] : headers, asked: modern };
};
