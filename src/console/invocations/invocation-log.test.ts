import { describe, expect, it } from "vitest";
import type { CallRecord } from "../../mcp/tools/call-record.ts";
import type { Tool } from "../../mcp/tools/tool.ts";
import { Failure } from "../../model/failure.ts";
import type { Log } from "../../model/log.ts";
import { createMemoryStore } from "../../platform/stores/memory.ts";
import type { Store } from "../../platform/stores/store.ts";
import { createInvocationLog } from "./invocation-log.ts";

interface Called extends Partial<Omit<CallRecord, "tool" | "caller">> {
  readonly tenant?: string;
  readonly tool?: string;
  readonly keyId?: string;
  readonly correlationId?: string;
}

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
    version: "1.0.0",
    ...(most !== undefined && { most }),
  });
  const call = ({ tenant = "acme", tool = "availability_search", keyId, correlationId = "c", ...more }: Called = {}) =>
    invocations.append({
      server: "capcorn",
      tool: { name: tool, input: {} } as unknown as Tool,
      arguments: {},
      outcome: "ok",
      milliseconds: 12.3456,
      caller: {
        tenant,
        sessionId: "session-1",
        transport: "http",
        ...(keyId !== undefined && { grant: { tenant, keyId, admin: false } }),
      },
      notes: { correlationId },
      ...more,
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
  it("has caller, tool, time and outcome of each call, without secrets", async () => {
    const { invocations, call } = setUp();
    call({
      keyId: "key-1",
      outcome: "refused",
      thrown: new Failure("not_found", "No guest a@b.example.", { http_status: 404 }),
      arguments: { hotelId: "9100", pin: "1234" },
      notes: { correlationId: "corr", version: 3, source: "live", steps: { http: 10 } },
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

  it("has the version of the product and the request ID if the tool notes none", async () => {
    const { invocations, call } = setUp();
    call({ notes: undefined, requestId: "request-1" });
    const [invocation] = (await invocations.list("acme")).invocations;
    expect(invocation).toMatchObject({ version: "1.0.0", correlation_id: "request-1", outcome: "ok" });
  });

  it("describes cancelled calls and defects without internal details", async () => {
    const { invocations, call } = setUp();
    call({ outcome: "cancelled", thrown: new Error("aborted at line 3") });
    call({ outcome: "defect", thrown: new Error("undefined is not a function") });
    expect((await invocations.list("acme")).invocations.map(({ error }) => error)).toEqual([
      { kind: "defect", message: "Internal server error." },
      { kind: "cancelled", message: "The client cancelled the call." },
    ]);
  });

  it("is read in pages, newest first, which do not change with new calls", async () => {
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

  it("is separate for each tenant", async () => {
    const { invocations, call } = setUp();
    call({ tenant: "acme" });
    call({ tenant: "default" });
    expect((await invocations.list("acme")).invocations).toHaveLength(1);
    expect((await invocations.list("other")).invocations).toEqual([]);
  });

  it("can be filtered", async () => {
    const { invocations, call, pass } = setUp();
    call({ tool: "a", keyId: "k1" });
    call({ tool: "b", outcome: "defect", thrown: new Error("secret") });
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

  it("drops old entries and those over the limit", async () => {
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

  it("drops entries that cannot be written, and logs how many", async () => {
    const { invocations, call, lines } = setUp({ broken: true });
    for (let n = 0; n < 2_500; n++) call();
    await invocations.flush();
    expect(lines.join("\n")).toContain('invocations not logged {"dropped":500}');
    expect(lines.join("\n")).toContain("away");
  });
});
