import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createIdleWatch, keepOpen } from "./connections.ts";

const connection = () => {
  const socket = Object.assign(new EventEmitter(), {
    bytesRead: 0,
    bytesWritten: 0,
    destroy: vi.fn(() => socket.emit("close")),
  });
  return { socket, asSocket: socket as unknown as Socket };
};

describe("the idle watch", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("closes only connections without traffic", () => {
    const watch = createIdleWatch(75_000);
    const [quiet, reading, writing] = [connection(), connection(), connection()];
    for (const { asSocket } of [quiet, reading, writing]) watch.watch(asSocket);
    for (let second = 0; second < 300; second += 15) {
      reading.socket.bytesRead += 1;
      writing.socket.bytesWritten += 1;
      vi.advanceTimersByTime(15_000);
    }
    expect(quiet.socket.destroy).toHaveBeenCalledOnce();
    expect(reading.socket.destroy).not.toHaveBeenCalled();
    expect(writing.socket.destroy).not.toHaveBeenCalled();
    expect(watch.watched()).toBe(2);
  });

  it("keeps a connection open while the server works on its answers", () => {
    const watch = createIdleWatch(75_000);
    const { socket, asSocket } = connection();
    watch.watch(asSocket);
    const ends = [keepOpen(asSocket), keepOpen(asSocket)];
    for (const end of ends) {
      vi.advanceTimersByTime(300_000);
      expect(socket.destroy).not.toHaveBeenCalled();
      end();
    }
    vi.advanceTimersByTime(75_000);
    expect(socket.destroy).toHaveBeenCalledOnce();
    watch.close();
  });

  it("keeps a connection for the full idle time, and forgets a closed one", () => {
    const watch = createIdleWatch(75_000);
    const [patient, gone] = [connection(), connection()];
    watch.watch(patient.asSocket);
    watch.watch(gone.asSocket);
    gone.socket.emit("close");
    vi.advanceTimersByTime(74_000);
    expect(patient.socket.destroy).not.toHaveBeenCalled();
    expect(watch.watched()).toBe(1);
    watch.close();
    vi.advanceTimersByTime(300_000);
    expect(patient.socket.destroy).not.toHaveBeenCalled();
  });
});
