import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Bus } from "../../src/platform/stores/bus.ts";
import type { JsonValue } from "../../src/platform/stores/store.ts";

/** The contract of `src/platform/stores/bus.ts`; every bus runs it. `open` gives the buses of as many processes as can share one. */
export function describeBus(name: string, open: () => Promise<readonly [Bus, ...Bus[]]>): void {
  describe(`the bus contract on ${name}`, () => {
    let bus: Bus;
    let all: readonly Bus[];
    let tests = 0;
    let topic: string;

    beforeAll(async () => {
      all = await open();
      bus = all[0] as Bus;
    });
    afterAll(() => Promise.all(all.map((each) => each.close())));

    const test = (sentence: string, run: () => Promise<void>): void =>
      it(sentence, async () => {
        topic = `test:${++tests}`;
        await run();
      });

    /** Everything that was published before this has been heard once it resolves. */
    const settled = async (): Promise<void> => {
      for (const asking of all) {
        const question = `settled:${Math.random()}`;
        const answers = new Set<number>();
        const ends = all.flatMap((each, index) => [
          each.listen(question, () => each.publish(`${question}:answer`, index)),
          ...(each === asking ? [each.listen(`${question}:answer`, (answer) => answers.add(Number(answer)))] : []),
        ]);
        asking.publish(question, null);
        await vi.waitFor(() => expect(answers.size).toBe(all.length), { timeout: 10_000 });
        for (const end of ends) end();
      }
    };

    test("this process has heard the news before publish returns", async () => {
      const heard: JsonValue[] = [];
      bus.listen(topic, (body) => heard.push(body));
      bus.publish(topic, { status: "confirmed", legs: [1, "1", null] });
      expect(heard).toEqual([{ status: "confirmed", legs: [1, "1", null] }]);
    });

    test("everybody hears everything once, and what one says in the order it was said", async () => {
      const heard = all.map((each) => {
        const bodies: JsonValue[] = [];
        each.listen(topic, (body) => bodies.push(body));
        return bodies;
      });
      for (let turn = 0; turn < 50; turn++) for (const [node, each] of all.entries()) each.publish(topic, [node, turn]);
      await settled();
      for (const bodies of heard) {
        expect(bodies).toHaveLength(50 * all.length);
        for (const node of all.keys()) {
          const turns = bodies.filter((body) => (body as [number, number])[0] === node);
          expect(turns).toEqual(Array.from({ length: 50 }, (_, turn) => [node, turn]));
        }
      }
    });

    test("every listener of a process hears it, and none of another topic", async () => {
      const [first, second, other] = [vi.fn(), vi.fn(), vi.fn()];
      for (const each of all) {
        each.listen(topic, first);
        each.listen(topic, second);
        each.listen(`${topic}:other`, other);
      }
      bus.publish(topic, "news");
      await settled();
      expect(first).toHaveBeenCalledTimes(all.length);
      expect(second).toHaveBeenCalledTimes(all.length);
      expect(other).not.toHaveBeenCalled();
    });

    test("who has stopped listening hears nothing more, and the same listener may listen twice", async () => {
      const listener = vi.fn();
      const ends = all.map((each) => [each.listen(topic, listener), each.listen(topic, listener)] as const);
      for (const [end] of ends) {
        end();
        end();
      }
      bus.publish(topic, 1);
      await settled();
      expect(listener).toHaveBeenCalledTimes(all.length);
      for (const [, end] of ends) end();
      bus.publish(topic, 2);
      await settled();
      expect(listener).toHaveBeenCalledTimes(all.length);
    });

    test("a listener that throws keeps nobody else from hearing it", async () => {
      const heard = vi.fn();
      for (const each of all) {
        each.listen(topic, () => {
          throw new Error("not my day");
        });
        each.listen(topic, heard);
      }
      bus.publish(topic, "news");
      await settled();
      expect(heard).toHaveBeenCalledTimes(all.length);
    });

    test("after close, which may come twice, nothing is said and nothing is heard", async () => {
      const [closing, ...others] = await open();
      const [closedHeard, othersHeard] = [vi.fn(), vi.fn()];
      closing.listen(topic, closedHeard);
      for (const other of [bus, ...others]) other.listen(topic, othersHeard);
      await closing.close();
      await closing.close();
      closing.publish(topic, "late");
      await settled();
      expect(othersHeard).not.toHaveBeenCalled();
      bus.publish(topic, "news");
      await settled();
      expect(othersHeard).toHaveBeenCalled();
      expect(closedHeard).not.toHaveBeenCalled();
      await Promise.all(others.map((each) => each.close()));
    });
  });
}
