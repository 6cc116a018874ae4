import cluster from "node:cluster";
import { EventEmitter } from "node:events";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import type { Bus } from "../../../../src/platform/stores/bus.ts";
import { createWorkerBus, type NewsChannel, relayNews } from "../../../../src/platform/stores/worker-bus.ts";
import { describeBus } from "../../../fixtures/contracts/bus.ts";

/** A primary with workers, where a message takes a turn of the event loop and arrives as a copy, like over IPC. */
const startPrimary = () => {
  const workers: Record<string, ReturnType<typeof workerEnd>> = {};
  const primary = Object.assign(new EventEmitter(), { workers });
  const workerEnd = () => {
    const pipe = new EventEmitter();
    return {
      pipe,
      isConnected: () => true,
      send: (message: object) => setImmediate(() => pipe.emit("message", structuredClone(message))),
    };
  };
  const fork = (id: string): NewsChannel => {
    const worker = workerEnd();
    workers[id] = worker;
    return {
      send: (message) => setImmediate(() => primary.emit("message", worker, structuredClone(message))),
      onMessage(listener) {
        worker.pipe.on("message", listener);
        return () => worker.pipe.off("message", listener);
      },
    };
  };
  return { primary, fork };
};

const shared = startPrimary();
relayNews(shared.primary);
let workers = 0;

describeBus("the workers of one machine", async () => {
  const start = (): Bus => createWorkerBus(shared.fork(String(++workers)));
  return [start(), start(), start()];
});

describe("workers in real processes", () => {
  it("receive each other's messages through the primary", async () => {
    cluster.setupPrimary({ exec: join(import.meta.dirname, "worker-bus-child.ts"), execArgv: ["--import", "tsx"] });
    const end = relayNews(cluster);
    const [first, second] = [cluster.fork(), cluster.fork()];
    const heard: unknown[] = [];
    for (const worker of [first, second]) {
      worker.on("message", (message: { heard?: unknown }) => "heard" in message && heard.push(message.heard));
    }
    await vi.waitFor(() => expect(heard).toEqual(expect.arrayContaining([first.process.pid, second.process.pid])), {
      timeout: 20_000,
    });
    for (const worker of [first, second]) worker.kill();
    end();
  });
});

describe("the primary", () => {
  it("relays bus messages to workers that start later, and no other messages", async () => {
    const { primary, fork } = startPrimary();
    const end = relayNews(primary);
    const [first, raw] = [createWorkerBus(fork("1")), fork("2")];
    const messages: unknown[] = [];
    raw.onMessage((message) => messages.push(message));
    fork("1").send({ cmd: "something else" });
    first.publish("topic", "news");
    await vi.waitFor(() => expect(messages).toHaveLength(1));
    expect(messages).toEqual([{ "taxiway:news": { from: expect.any(String), topic: "topic", body: "news" } }]);
    end();
    expect(primary.listenerCount("message")).toBe(0);
  });

  it("ignores messages that do not belong to the bus", () => {
    const listeners: ((message: unknown) => void)[] = [];
    const heard = vi.fn();
    const bus = createWorkerBus({
      send: () => undefined,
      onMessage(listener) {
        listeners.push(listener);
        return () => undefined;
      },
    });
    bus.listen("topic", heard);
    for (const message of [undefined, null, "text", 7, {}, { "taxiway:news": null }, { "taxiway:news": { from: 1 } }]) {
      for (const listener of listeners) listener(message);
    }
    expect(heard).not.toHaveBeenCalled();
  });
});
