import type { Draw } from "../../fixtures/hostile/draw.ts";
import type { Attack, Family, Knowledge } from "./attack.ts";
import { chunkGarbage, halfSent, huge, notHttp, smuggled, wrongLength } from "./framing-attacks.ts";
import { wrongHeaders, wrongPlace } from "./header-attacks.ts";
import { brokenJson, pipelined, wrongFields, wrongMessage } from "./message-attacks.ts";
import { otherEndpoints } from "./other-endpoints.ts";
import { abortedStream, forgedAnswer, tamperedState } from "./session-attacks.ts";

/** Frequency in a thousand. */
const FAMILIES: readonly (readonly [share: number, family: Family, name: string])[] = [
  [330, wrongFields, "wrong fields"],
  [90, wrongMessage, "wrong message"],
  [130, brokenJson, "broken JSON"],
  [160, wrongHeaders, "wrong headers"],
  [60, otherEndpoints, "other faces"],
  [60, wrongPlace, "wrong method or path"],
  [15, notHttp, "not HTTP"],
  [15, smuggled, "smuggled request"],
  [10, chunkGarbage, "garbage in chunks"],
  [15, halfSent, "half a request"],
  [10, wrongLength, "wrong length"],
  [2, huge, "huge body"],
  [28, pipelined, "pipelined requests"],
  [15, abortedStream, "aborted stream"],
  [40, forgedAnswer, "forged answer"],
  [20, tamperedState, "tampered state"],
];

export const nextAttack = (draw: Draw, known: Knowledge): Attack & { readonly name: string } => {
  let left = draw.number(FAMILIES.reduce((sum, [share]) => sum + share, 0));
  for (const [share, family, name] of FAMILIES) {
    left -= share;
    if (left < 0) return { ...family(draw, known), name };
  }
  throw new Error("the shares do not add up");
};
