import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { tryWithTimeout } from "./with-timeout.ts";

describe("waiting with a timeout", () => {
  it("returns an answer that arrives in time", async () => {
    expect(await tryWithTimeout(60_000, Promise.resolve(7))).toEqual({ answer: 7 });
  });

  it("reports a rejection as an error", async () => {
    expect(await tryWithTimeout(60_000, Promise.reject(new Error("down")))).toEqual({ error: "Error: down" });
  });

  it("reports a timeout as an error", async () => {
    const keepsRunning = setInterval(() => undefined, 10);
    expect(await tryWithTimeout(5, new Promise(() => undefined))).toEqual({ error: "no answer within 5 ms" });
    clearInterval(keepsRunning);
  });

  it("prefers an answer that arrived while the event loop was blocked", async () => {
    const answer = new Promise<string>((resolve) => void setTimeout(resolve, 2, "there"));
    const waiting = tryWithTimeout(1, answer);
    const busyUntil = performance.now() + 20;
    while (performance.now() < busyUntil);
    expect(await waiting).toEqual({ answer: "there" });
    await nextTurn();
  });
});
