import { describe, expect, it } from "vitest";
import type { Log } from "../../model/log.ts";
import { createMemoryStore } from "../../platform/stores/memory.ts";
import type { Store } from "../../platform/stores/store.ts";
import { createInvocationLog, type NewInvocation } from "./invocation-log.ts";

const setUp = ({ most, broken }: { most?: number; broken?: boolean } = {}) => {
  let now = Date.parse("2026-03-01T00:00:00Z");
  const clock = { now: () => now, configured: true };
  const memory = createMemoryStore({ now: clock.now });
  const refuse = () => Promise.reject(new Error("away"));
  const store: Store = broken ? { ...memory, add: refuse, append: refuse } : memory;
  const lines: string[] = [];
  const line = (event: string, facts?: unknown) => void lines.push(`${event} ${JSON.stringify(facts)}`);
  const log: Log = { debug: line, info: line, warn: line, error: line };
  const invocations = createInvocationLog({
    store,
    clock,
    log,
    keepMs: 86_400_000,
    ...(most !== undefined && { most }),
  });
  const call = (fields: Partial<NewInvocation> = {}, tenant = "acme") =>
    invocations.append(tenant, {
      server: "capcorn",
      tool: "availability_search",
      outcome: "ok",
      milliseconds: 12.3456,
      arguments: {},
      correlationId: "c",
      ...fields,
    });
  return {
    invocations,
    call,
    lines,
    store: memory,
    pass: (ms: number) => {
      now += ms;
    },
  };
};

describe("the invocation log", () => {
  it("has who called what, when, and what came of it, with nothing secret in it", async () => {
    const { invocations, call } = setUp();
    call({
      who: "session-1",
      keyId: "key-1",
      version: 3,
      outcome: "error",
      error: { kind: "not_found", message: "No guest a@b.example.", httpStatus: 404 },
      source: "live",
      steps: { http: 10 },
      arguments: { hotelId: "9100", pin: "1234" },
      correlationId: "corr",
    });
    expect((await invocations.list("acme")).invocations).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        at: "2026-03-01T00:00:00.000Z",
        who: "session-1",
        key_id: "key-1",
        server: "capcorn",
        tool: "availability_search",
        version: 3,
        outcome: "error",
        error: { kind: "not_found", message: "No guest [personal].", http_status: 404 },
        source: "live",
        milliseconds: 12.35,
        steps: { http: 10 },
        arguments: { hotelId: "9100", pin: "[secret]" },
        correlation_id: "corr",
      },
    ]);
  });

  it("is read newest first, page by page, and no page changes while others call", async () => {
    const { invocations, call } = setUp();
    for (let n = 0; n < 450; n++) {
      call({ correlationId: String(n) });
      if (n % 70 === 0) await invocations.flush();
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await invocations.list("acme", { limit: 33, cursor });
      seen.push(...page.invocations.map(({ correlation_id }) => correlation_id));
      cursor = page.nextCursor;
      call({ correlationId: "later" });
    } while (cursor !== undefined);
    expect(seen).toEqual(Array.from({ length: 450 }, (_, n) => String(449 - n)));
  });

  it("is each tenant's own", async () => {
    const { invocations, call } = setUp();
    call({}, "acme");
    call({}, "default");
    expect((await invocations.list("acme")).invocations).toHaveLength(1);
    expect((await invocations.list("other")).invocations).toEqual([]);
  });

  it("can be narrowed down", async () => {
    const { invocations, call, pass } = setUp();
    call({ tool: "a", keyId: "k1" });
    call({ tool: "b", outcome: "error" });
    pass(60_000);
    call({ tool: "b", server: "other" });
    const tools = async (query: Parameters<typeof invocations.list>[1]) =>
      (await invocations.list("acme", query)).invocations.map(({ tool, server }) => `${server} ${tool}`);
    expect(await tools({ tool: "b" })).toEqual(["other b", "capcorn b"]);
    expect(await tools({ server: "capcorn", outcome: "ok" })).toEqual(["capcorn a"]);
    expect(await tools({ keyId: "k1" })).toEqual(["capcorn a"]);
    expect(await tools({ since: "2026-03-01T00:00:30Z" })).toEqual(["other b"]);
    await expect(invocations.list("acme", { since: "yesterday" })).rejects.toMatchObject({ kind: "invalid" });
    await expect(invocations.list("acme", { cursor: "nonsense" })).rejects.toMatchObject({ kind: "invalid" });
  });

  it("forgets what is old, and what is too much", async () => {
    const { invocations, call, pass, store } = setUp({ most: 400 });
    for (let n = 0; n < 1_500; n++) call({ correlationId: String(n) });
    const { invocations: newest } = await invocations.list("acme", { limit: 1 });
    expect(newest[0]?.correlation_id).toBe("1499");
    let kept = 0;
    for (let cursor: string | undefined, more = true; more; ) {
      const page = await invocations.list("acme", { limit: 200, cursor });
      kept += page.invocations.length;
      cursor = page.nextCursor;
      more = cursor !== undefined;
    }
    expect(kept).toBeGreaterThanOrEqual(200);
    expect(kept).toBeLessThanOrEqual(600);
    pass(86_400_000);
    expect((await invocations.list("acme")).invocations).toEqual([]);
    const left: string[] = [];
    for await (const key of store.scan("tenant:acme:invocations:")) left.push(key);
    expect(left).toEqual(["tenant:acme:invocations:count"]);
  });

  it("never holds anybody up: what cannot be written is dropped, and said", async () => {
    const { invocations, call, lines } = setUp({ broken: true });
    for (let n = 0; n < 2_500; n++) call();
    await invocations.flush();
    expect(lines.join("\n")).toContain('invocations not logged {"dropped":500}');
    expect(lines.join("\n")).toContain("away");
  });
});
