import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { createLocalBus } from "../../platform/stores/local-bus.ts";
import { createMemoryStore } from "../../platform/stores/memory.ts";
import { createEventLog } from "./event-log.ts";

const OWNER = { tenant: "default", sessionId: "s" };
const ignore = () => undefined;

/** Starts two nodes on one store. */
const setUp = () => {
  const clock = { now: () => Date.now(), configured: false };
  const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
  const shared = { store: createMemoryStore({ now: clock.now }), bus: createLocalBus(), clock, log };
  const nodes = [createEventLog(shared), createEventLog(shared)] as const;
  onTestFinished(async () => void (await Promise.all(nodes.map((node) => node.close()))));
  return nodes;
};

describe("a server stream resumed on another node", () => {
  it("includes events that its node had received but not yet stored", async () => {
    const [one, two] = setUp();
    const stream = one.begin(OWNER);
    stream.onTakenOver = async () => {
      await sleep(60);
      stream.add("late");
      stream.end();
    };
    const heard: string[] = [];
    const past = await two.find(OWNER, stream.firstId);
    await past?.replay((id, json) => void heard.push(`${id} ${json}`));
    expect(heard).toEqual([`${stream.firstId.slice(0, -1)}1 late`]);
  });

  it("is replayed without waiting when it has ended already", async () => {
    const [one, two] = setUp();
    const stream = one.begin(OWNER);
    stream.add("early");
    stream.end();
    const heard: string[] = [];
    const past = await two.find(OWNER, stream.firstId);
    await past?.replay((_id, json) => void heard.push(json));
    expect(heard).toEqual(["early"]);
  });
});
