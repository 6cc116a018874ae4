import { describe, expect, it } from "vitest";
import { createBackground } from "./background.ts";

const open = (sleep?: (ms: number, signal: AbortSignal) => Promise<void>) => {
  const warned: string[] = [];
  const quiet = () => undefined;
  const log = { debug: quiet, info: quiet, error: quiet, warn: (event: string) => void warned.push(event) };
  return { warned, background: createBackground({ log, ...(sleep && { sleep }) }) };
};

describe("background work", () => {
  it("finishes before close resolves, and does not start after close", async () => {
    const { background } = open();
    const done: string[] = [];
    let finish = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      finish = resolve;
    });
    background.run("first", async () => {
      await gate;
      done.push("first");
    });
    const closed = background.close().then(() => done.push("closed"));
    background.run("second", async () => void done.push("second"));
    finish();
    await closed;
    expect(done).toEqual(["first", "closed"]);
  });

  it("ends a sleep on close without a warning", async () => {
    const { background, warned } = open();
    const done: string[] = [];
    background.run("sleeper", async () => {
      await background.sleep(3_600_000);
      done.push("slept");
    });
    await background.close();
    expect([done, warned, background.signal.aborted]).toEqual([[], [], true]);
  });

  it("logs a failure instead of throwing it", async () => {
    const { background, warned } = open();
    let failed = (): void => undefined;
    const over = new Promise<void>((resolve) => {
      failed = resolve;
    });
    background.run("duffel webhook", async () => {
      setImmediate(failed);
      throw new Error("unreachable");
    });
    await over;
    expect(warned).toEqual(["duffel webhook failed"]);
    await background.close();
  });
});
