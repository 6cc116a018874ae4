import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  REPLAY_WINDOW_SECONDS,
  type SignedRequest,
  verify,
} from "../../../../test/fixtures/servers/toolbox/verify-signature.ts";
import { sign } from "./http-backend.ts";

const SECOND = 1_790_000_000;
const body = '{"jsonrpc":"2.0","id":1,"method":"tools/call"}';
const good: SignedRequest = {
  secret: "s3cret",
  timestamp: String(SECOND),
  signature: sign("s3cret", SECOND, body),
  body,
  now: SECOND * 1000,
};

describe("the signature of a request to a service", () => {
  it("is the HMAC-SHA-256 of timestamp, full stop and body", () => {
    const expected = createHmac("sha256", "s3cret").update(`${SECOND}.${body}`).digest("hex");
    expect(sign(Buffer.from("s3cret"), SECOND, Buffer.from(body))).toBe(`sha256=${expected}`);
  });

  it("is valid for the right secret", () => {
    expect(verify(good)).toBe(true);
  });

  it.each<[string, Partial<SignedRequest>]>([
    ["another secret", { secret: "secret" }],
    ["a changed body", { body: `${body} ` }],
    ["a changed timestamp", { timestamp: String(SECOND + 1) }],
    ["the same instant, written differently", { timestamp: `0${SECOND}` }],
    ["no signature", { signature: undefined }],
    ["no timestamp", { timestamp: undefined }],
    ["a timestamp that is none", { timestamp: "now" }],
    ["a signature cut short", { signature: good.signature?.slice(0, -1) }],
    ["a signature without its algorithm", { signature: good.signature?.slice("sha256=".length) }],
    ["letters that take two bytes", { signature: `${good.signature?.slice(0, -2)}é` }],
  ])("is invalid with %s", (_, change) => {
    expect(verify({ ...good, ...change })).toBe(false);
  });

  it("is invalid if it is too old or from the future", () => {
    const at = (seconds: number): boolean => verify({ ...good, now: (SECOND + seconds) * 1000 });
    expect(at(REPLAY_WINDOW_SECONDS)).toBe(true);
    expect(at(REPLAY_WINDOW_SECONDS + 1)).toBe(false);
    expect(at(-REPLAY_WINDOW_SECONDS)).toBe(true);
    expect(at(-REPLAY_WINDOW_SECONDS - 1)).toBe(false);
  });
});
