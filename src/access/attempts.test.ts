import { describe, expect, it } from "vitest";
import { createAttempts } from "./attempts.ts";

const failing = (attempts: ReturnType<typeof createAttempts>, client: string, times: number): void => {
  for (let i = 0; i < times; i++) attempts.failed(client, `guess ${i}`);
};
const open = (limit = 20) => {
  let now = 60_000 * 1_000;
  const pass = (ms: number): void => {
    now += ms;
  };
  return { attempts: createAttempts({ limit, now: () => now }), pass };
};

describe("the count of failed attempts", () => {
  it("blocks only the address that exceeded the limit", () => {
    const { attempts } = open();
    failing(attempts, "203.0.113.9", 19);
    expect(attempts.refusal("203.0.113.9")).toBeUndefined();
    attempts.failed("203.0.113.9", "one more");
    expect(attempts.refusal("203.0.113.9")).toMatchObject({ allowed: false, limit: 20, remaining: 0 });
    expect(attempts.refusal("203.0.113.10")).toBeUndefined();
  });

  it("counts a repeated key once per minute", () => {
    const { attempts, pass } = open(2);
    for (let i = 0; i < 100; i++) attempts.failed("a", "an old key");
    expect(attempts.refusal("a")).toBeUndefined();
    pass(60_000);
    attempts.failed("a", "an old key");
    expect(attempts.refusal("a")).toBeDefined();
  });

  it("allows another attempt after the reported number of seconds", () => {
    const { attempts, pass } = open();
    failing(attempts, "a", 20);
    const { retryAfter = 0 } = attempts.refusal("a") ?? {};
    expect(retryAfter).toBeGreaterThan(60);
    expect(retryAfter).toBeLessThan(70);
    pass(60_000);
    expect(attempts.refusal("a")).toBeDefined();
    pass(retryAfter * 1_000 - 60_000);
    expect(attempts.refusal("a")).toBeUndefined();
    failing(attempts, "a", 2);
    expect(attempts.refusal("a")).toBeDefined();
  });

  it("does not count look-ups, and forgets attempts after two minutes", () => {
    const { attempts, pass } = open(1);
    attempts.failed("a", "guess");
    for (let i = 0; i < 100; i++) expect(attempts.refusal("a")?.current).toBe(2);
    pass(120_000);
    expect(attempts.refusal("a")).toBeUndefined();
  });

  it("keeps a bounded number of addresses", () => {
    const { attempts } = open(1);
    attempts.failed("first", "guess");
    for (let i = 0; i < 20_000; i++) attempts.failed(`2001:db8::${i}`, "guess");
    expect(attempts.refusal("first")).toBeUndefined();
    expect(attempts.refusal("2001:db8::19999")).toBeDefined();
  });
});
