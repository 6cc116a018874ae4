import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { withTimeout } from "./with-timeout.ts";

describe("waiting withTimeout", () => {
  it("gives the answer", async () => {
    expect(await withTimeout(Promise.resolve(7), 60_000)).toEqual({ answer: 7 });
  });

  it("takes an error for silence", async () => {
    expect(await withTimeout(Promise.reject(new Error("away")), 60_000)).toEqual({ silence: "Error: away" });
  });

  it("ends without an answer", async () => {
    const keepsRunning = setInterval(() => undefined, 10);
    expect(await withTimeout(new Promise(() => undefined), 5)).toEqual({ silence: "no answer within 5 ms" });
    clearInterval(keepsRunning);
  });

  it("hears an answer that came while this process was too busy to listen", async () => {
    const answer = new Promise<string>((resolve) => void setTimeout(resolve, 2, "there"));
    const waiting = withTimeout(answer, 1);
    const busyUntil = performance.now() + 20;
    while (performance.now() < busyUntil);
    expect(await waiting).toEqual({ answer: "there" });
    await nextTurn();
  });
});
