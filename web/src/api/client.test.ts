import { describe, expect, it } from "vitest";
import { ApiError, addressOf, createClient, part } from "./client.ts";

interface Sent {
  readonly address: string;
  readonly request: RequestInit;
}

const clientOn = (answer: () => Response | Promise<Response>) => {
  const sent: Sent[] = [];
  const waits: number[] = [];
  let turnedAway = 0;
  const client = createClient({
    wait: async (milliseconds) => waits.push(milliseconds),
    fetch: async (address, request = {}) => {
      sent.push({ address: String(address), request });
      return answer();
    },
    onUnauthenticated: () => {
      turnedAway += 1;
    },
  });
  return { client, sent, waits, turnedAway: () => turnedAway };
};

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const caught = async (work: Promise<unknown>): Promise<ApiError> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ApiError) return error;
  throw new Error(`no ApiError but ${String(error)}`);
};

describe("the API client", () => {
  it("sends requests below /admin, with its own cookie only", async () => {
    const { client, sent } = clientOn(() => json({ version: "1" }));
    expect(await client.get("/overview", { query: { limit: 5, text: "", none: undefined } })).toEqual({ version: "1" });
    expect(sent[0]?.address).toBe("/admin/overview?limit=5");
    expect(sent[0]?.request).toMatchObject({ method: "GET", credentials: "same-origin", redirect: "error" });
    expect(sent[0]?.request.body).toBeUndefined();
  });

  it("sends changes as JSON, even without a body", async () => {
    const { client, sent } = clientOn(() => json({}));
    await client.post("/tools/echo/check");
    await client.put("/connectors/pets", { name: "pets" });
    expect(sent.map(({ request }) => request.body)).toEqual(["{}", '{"name":"pets"}']);
    expect(sent[0]?.request.headers).toMatchObject({ "Content-Type": "application/json" });
  });

  it("retries a GET on 503 within the limits of Retry-After, and never retries a change", async () => {
    const busy = (after: string) =>
      new Response('{"error":"Busy."}', { status: 503, headers: { "Retry-After": after } });
    const answers = [busy("1"), busy("60"), json({ version: "1" })];
    const once = clientOn(() => answers.shift() ?? json({}));
    expect(await once.client.get("/overview")).toEqual({ version: "1" });
    expect(once.waits).toEqual([1_000, 2_000]);
    const always = clientOn(() => busy("soon"));
    expect(await caught(always.client.get("/overview"))).toMatchObject({ status: 503, message: "Busy." });
    expect([always.sent.length, always.waits]).toEqual([3, [0, 0]]);
    expect(await caught(always.client.post("/keys"))).toMatchObject({ status: 503 });
    expect(always.sent).toHaveLength(4);
  });

  it("returns undefined for a 204", async () => {
    const { client } = clientOn(() => new Response(null, { status: 204 }));
    expect(await client.delete("/tools/echo")).toBeUndefined();
  });

  it("throws the server's error with field, hint and allowed values", async () => {
    const error = { kind: "invalid", message: "No.", hint: "So.", field: "name", allowed: ["a", "b"] };
    const { client } = clientOn(() => json({ error }, 400));
    expect(await caught(client.post("/keys", {}))).toMatchObject({ ...error, status: 400 });
  });

  it("reports a 401 as the end of the session and keeps its message", async () => {
    const { client, turnedAway } = clientOn(() => json({ error: { kind: "unauthenticated", message: "Who?" } }, 401));
    expect(await caught(client.get("/overview"))).toMatchObject({ status: 401, message: "Who?" });
    expect(turnedAway()).toBe(1);
  });

  it("reports an unreachable server and an unreadable response", async () => {
    const gone = clientOn(() => Promise.reject(new TypeError("Failed to fetch")));
    expect(await caught(gone.client.get("/overview"))).toMatchObject({ kind: "unreachable", status: 0 });
    const html = clientOn(() => new Response("<html>", { status: 502 }));
    expect(await caught(html.client.get("/overview"))).toMatchObject({ kind: "unreadable", status: 502 });
    const bare = clientOn(() => json("no", 500));
    expect(await caught(bare.client.get("/overview"))).toMatchObject({ kind: "failed", status: 500 });
  });

  it("passes aborts through", async () => {
    const { client } = clientOn(() => Promise.reject(new DOMException("left", "AbortError")));
    await expect(client.get("/overview")).rejects.toHaveProperty("name", "AbortError");
  });

  it("escapes untrusted names in paths", () => {
    expect(addressOf(`/connectors/${part("../keys?x#y")}`)).toBe("/admin/connectors/..%2Fkeys%3Fx%23y");
  });
});
