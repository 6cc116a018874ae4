import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createEvents } from "./events.ts";

/** A stand-in for the browser's EventSource; the test plays the server. */
class FakeSource extends EventTarget {
  readyState = 0;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  close(): void {
    this.readyState = 2;
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  say(name: string, data: string): void {
    this.dispatchEvent(new MessageEvent(name, { data }));
  }
  fail(readyState: number): void {
    this.readyState = readyState;
    this.onerror?.();
  }
}

const connected = () => {
  const opened: FakeSource[] = [];
  const events = createEvents(() => {
    const source = new FakeSource();
    opened.push(source);
    return source as unknown as EventSource;
  });
  events.connect();
  return { events, opened, latest: () => opened.at(-1) as FakeSource };
};

describe("the event stream", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("delivers events to all subscribers over one connection", () => {
    const { events, opened, latest } = connected();
    const heard: unknown[] = [];
    const stop = events.on("booking", (booking) => heard.push(booking.pnr));
    events.on("booking", ({ status }) => heard.push(status));
    latest().open();
    latest().say("booking", '{"pnr":"TEST-ABC234","status":"confirmed"}');
    latest().say("call", "[]");
    stop();
    latest().say("booking", '{"pnr":"TEST-ABC234","status":"cancelled"}');
    expect(heard).toEqual(["TEST-ABC234", "confirmed", "cancelled"]);
    expect(opened).toHaveLength(1);
  });

  it("ignores data that is not JSON", () => {
    const { events, latest } = connected();
    const heard: unknown[] = [];
    events.on("tools", (data) => heard.push(data));
    latest().say("tools", "{");
    latest().say("tools", '{"server":"toolbox"}');
    expect(heard).toEqual([{ server: "toolbox" }]);
  });

  it("lets the browser reconnect after a network error", () => {
    const { events, opened, latest } = connected();
    latest().open();
    expect(events.connection.get()).toBe("open");
    latest().fail(0);
    expect(events.connection.get()).toBe("connecting");
    vi.advanceTimersByTime(60_000);
    expect(opened).toHaveLength(1);
    latest().open();
    expect(events.connection.get()).toBe("open");
  });

  it("reopens after an HTTP error with growing delays, which a success resets", () => {
    const { events, opened, latest } = connected();
    latest().fail(2);
    expect(events.connection.get()).toBe("waiting");
    vi.advanceTimersByTime(1_000);
    expect(opened).toHaveLength(2);
    latest().fail(2);
    vi.advanceTimersByTime(1_000);
    expect(opened).toHaveLength(2);
    vi.advanceTimersByTime(1_000);
    expect(opened).toHaveLength(3);
    latest().open();
    latest().fail(2);
    vi.advanceTimersByTime(1_000);
    expect(opened).toHaveLength(4);
  });

  it("stays closed after close()", () => {
    const { events, opened, latest } = connected();
    latest().fail(2);
    events.close();
    vi.advanceTimersByTime(60_000);
    expect(opened).toHaveLength(1);
    expect(events.connection.get()).toBe("off");
  });
});
