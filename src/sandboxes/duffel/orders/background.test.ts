import { describe, expect, it } from "vitest";
import { createBackground } from "./background.ts";

const open = (sleep?: (ms: number, signal: AbortSignal) => Promise<void>) => {
  const warned: string[] = [];
  const quiet = () => undefined;
  const log = { debug: quiet, info: quiet, error: quiet, warn: (event: string) => void warned.push(event) };
  return { warned, background: createBackground({ log, ...(sleep && { sleep }) }) };
};

describe("work in the background", () => {
  it("is waited for when everything is closed, and none begins after", async () => {
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

  it("is woken from a long sleep when everything is closed, and says nothing of that", async () => {
    const { background, warned } = open();
    const done: string[] = [];
    background.run("sleeper", async () => {
      await background.sleep(3_600_000);
      done.push("slept");
    });
    await background.close();
    expect([done, warned, background.signal.aborted]).toEqual([[], [], true]);
  });

  it("that fails is in the log, and nowhere else", async () => {
    const { background, warned } = open();
    let failed = (): void => undefined;
    const over = new Promise<void>((resolve) => {
      failed = resolve;
    });
    background.run("duffel webhook", async () => {
      setImmediate(failed);
      throw new Error("nobody there");
    });
    await over;
    expect(warned).toEqual(["duffel webhook failed"]);
    await background.close();
  });
});
