import type { Draw } from "../../fixtures/hostile/draw.ts";
import type { Errands, Offers } from "./errands.ts";
import { type Asked, type HeaderList, legacyHeaders, modernHeaders, withEnvelope } from "./requests.ts";

/** What is sent at once, and what may come of it. */
export interface Shot {
  readonly bytes: Buffer;
  /** One per request that the sender means; there are never more answers than that. */
  readonly methods: readonly string[];
  /**
   * `answered`: each request has its answer. `or closed`: the connection may be closed instead. `abort` and
   * `abort stirred`: we leave, at once or when the answer has begun.
   */
  readonly end: "answered" | "or closed" | "abort" | "abort stirred";
  /** Sends no more after this, so that what is incomplete stays so. */
  readonly half?: true;
  /** Sent to an address that answers in a protocol of its own. */
  readonly face?: "other";
}

/** What an attacker knows of the server. */
export interface Loot {
  readonly sessions: readonly string[];
  readonly offers: Offers;
  readonly pnrs: readonly string[];
  /** States that the server gave us to keep. */
  readonly states: readonly string[];
  readonly errands: Errands;
}

export type Family = (draw: Draw, loot: Loot) => Shot;

export const one = (bytes: Buffer, end: Shot["end"] = "answered", method = "POST"): Shot => ({
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

/** A request with the headers that go with it, of either era. */
export const addressed = (draw: Draw, { sessions }: Loot, asked: Asked): { headers: HeaderList; asked: Asked } => {
  // A legacy client is asked in the middle of the call, and an attacker that does not answer would wait for long.
  const name = asked.params?.["name"];
  const asks = typeof name === "string" && name.startsWith("test_input_required");
  if (asked.params === null || typeof asked.params !== "object" || (!asks && draw.chance(50))) {
    return { headers: legacyHeaders(draw.pick(sessions)), asked };
  }
  const modern = { ...asked, params: withEnvelope(asked.params) };
  const headers = modernHeaders(modern).filter(([, value]) => /^[\x20-\x7e]{0,500}$/.test(value));
  return { headers: draw.chance(30) ? [...headers, ["Mcp-Session-Id", draw.pick(sessions)]] : headers, asked: modern };
};
