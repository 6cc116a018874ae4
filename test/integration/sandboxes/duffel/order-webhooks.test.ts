import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createOutbound } from "../../../../src/platform/outbound/guarded-outbound.ts";
import { type Answered, startOrders } from "./order-fixture.ts";
import { cents, refused } from "./sandbox-fixture.ts";

const ALL = [
  "order.created",
  "order.creation_failed",
  "order.airline_initiated_change_detected",
  "order_cancellation.created",
  "order_cancellation.confirmed",
];

/** A server that records its requests, and answers as the test defines. */
const startReceiver = async () => {
  const received: { signature: string; text: string; event: Answered }[] = [];
  const answers: number[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    received.push({ signature: String(request.headers["x-duffel-signature"]), text, event: JSON.parse(text) });
    response.writeHead(answers.shift() ?? 200).end("thanks");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const typesSeen = () => received.map(({ event }) => event.type);
  return { url: `http://127.0.0.1:${port}/hooks`, port, received, answers, typesSeen };
};

const start = (allow: readonly string[] = ["127.0.0.1"]) => {
  const naps: number[] = [];
  const outbound = createOutbound({ allow });
  const sleep = async (ms: number) => void naps.push(ms);
  const sandbox = startOrders({ outbound }, { sleep });
  onTestFinished(async () => {
    await sandbox.close();
    await outbound.close();
    expect(sandbox.defects).toEqual([]);
  });
  const subscribe = async (url: string, events: readonly string[] = ALL) =>
    (await sandbox.post("/air/webhooks", { url, events })).body.data;
  return { ...sandbox, naps, subscribe };
};

describe("Duffel webhooks", () => {
  it("report order events, signed as Duffel signs them", async () => {
    const { post, get, flexible, offersOf, order, subscribe } = start();
    const receiver = await startReceiver();
    const hook = await subscribe(receiver.url);
    expect(hook).toMatchObject({ active: true, live_mode: false, url: receiver.url, events: ALL });
    const booked = (await order(await flexible("LHR", "JFK"))).body.data;
    const quote = (await post("/air/order_cancellations", { order_id: booked.id })).body.data;
    await post(`/air/order_cancellations/${quote.id}/actions/confirm`, undefined);
    const moving = (await order((await offersOf("LHR", "LTN"))[0])).body.data;
    await get(`/air/airline_initiated_changes?order_id=${moving.id}`);
    await vi.waitFor(() => expect(receiver.received).toHaveLength(5));
    expect(receiver.typesSeen().sort()).toEqual(
      ["order.created", ...ALL.filter((type) => type !== "order.creation_failed")].sort(),
    );
    for (const { signature, text, event } of receiver.received) {
      const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
      expect(Math.abs(Number(t) - Date.now() / 1000)).toBeLessThan(60);
      expect(v1).toBe(createHmac("sha256", hook.secret).update(`${t}.${text}`).digest("hex"));
      expect(event).toMatchObject({ api_version: "v2", live_mode: false, idempotency_key: event.data.object.id });
      expect((await get(`/air/webhooks/events/${event.id}`)).body.data).toEqual(event);
    }
    const created = receiver.received.find(({ event }) => event.data.object.id === booked.id);
    expect(created?.event.data.object).toEqual(booked);
    await vi.waitFor(async () => {
      const list = (await get("/air/webhooks/deliveries?delivery_success=true&type=order.created")).body.data;
      expect(list).toHaveLength(2);
      expect(list[0]).toMatchObject({ endpoint_id: hook.id, response_status_code: 200, response_body: "thanks" });
    });
  });

  it("report asynchronous orders later, including those that fail", async () => {
    const { offersOf, order, subscribe, naps, get } = start();
    const receiver = await startReceiver();
    await subscribe(receiver.url);
    const [lost] = await offersOf("LCY", "STN");
    const { status, body } = await order(lost);
    expect([status, body.data.offer_id]).toEqual([202, lost.id]);
    await vi.waitFor(() => expect(receiver.typesSeen()).toEqual(["order.creation_failed"]));
    expect(receiver.received[0]?.event.data.object.offer_id).toBe(lost.id);
    expect(naps).toEqual([30_000]);
    expect((await get(`/air/orders?offer_id=${lost.id}`)).body.data).toEqual([]);
    const [slow] = await offersOf("SEN", "STN");
    expect((await order(slow)).status).toBe(202);
    await vi.waitFor(() => expect(receiver.typesSeen()).toContain("order.created"));
    expect(receiver.received.at(-1)?.event.data.object.offer_id).toBe(slow.id);
  });

  it("are retried with growing delays, and then given up", async () => {
    const { flexible, order, subscribe, naps, get, post } = start();
    const receiver = await startReceiver();
    await subscribe(receiver.url);
    receiver.answers.push(500, 302, 200);
    await order(await flexible("LHR", "JFK"));
    await vi.waitFor(() => expect(receiver.received).toHaveLength(3));
    expect(naps).toEqual([1_000, 2_000]);
    expect(new Set(receiver.received.map(({ text }) => text)).size).toBe(1);
    receiver.answers.push(500, 500, 500, 500, 500);
    await order(await flexible("LHR", "BOS"));
    const failures = async () => (await get("/air/webhooks/deliveries?delivery_success=false")).body.data;
    await vi.waitFor(async () => expect(await failures()).toHaveLength(7));
    expect(naps.slice(2)).toEqual([1_000, 2_000, 4_000, 8_000]);
    const { id } = receiver.received.at(-1)?.event ?? {};
    expect((await post(`/air/webhooks/events/${id}/actions/redeliver`, undefined)).status).toBe(204);
    await vi.waitFor(() => expect(receiver.received).toHaveLength(9));
  });

  it("never delay or fail an order", async () => {
    const { flexible, order, subscribe, close } = start();
    const silent = createServer(() => undefined).listen(0, "127.0.0.1");
    onTestFinished(() => {
      silent.closeAllConnections();
      silent.close();
    });
    await once(silent, "listening");
    await subscribe(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
    const asked = once(silent, "request");
    expect((await order(await flexible("LHR", "JFK"))).status).toBe(201);
    await asked;
    await close();
  });

  it("can be listed, changed, pinged and deleted by their account only", async () => {
    const { post, get, patch, call, subscribe, flexible, order } = start();
    const receiver = await startReceiver();
    const { id, secret } = await subscribe(receiver.url);
    expect(Buffer.from(secret, "base64")).toHaveLength(32);
    const second = await post("/air/webhooks", { url: receiver.url, events: ["order.created"] });
    expect(refused(second)).toEqual([422, "validation_error", "unsafe_unique"]);
    expect((await post(`/air/webhooks/${id}/actions/ping`, undefined)).status).toBe(204);
    expect(receiver.typesSeen()).toEqual(["ping.triggered"]);
    receiver.answers.push(405);
    const failed = await post(`/air/webhooks/${id}/actions/ping`, undefined);
    expect(refused(failed)).toEqual([422, "invalid_request_error", "webhook_client_error"]);
    const [delivery] = (await get("/air/webhooks/deliveries")).body.data;
    expect(delivery).toMatchObject({ type: "ping.triggered", response_status_code: 405, delivery_success: false });
    const changed = (await patch(`/air/webhooks/${id}`, { active: false, events: ["ping.triggered"] })).body.data;
    expect(changed).toMatchObject({ active: false, events: ["ping.triggered"], url: receiver.url });
    expect(changed).not.toHaveProperty("secret");
    expect((await get("/air/webhooks")).body.data).toEqual([changed]);
    await order(await flexible("LHR", "JFK"));
    expect((await call("DELETE", `/air/webhooks/${id}`)).status).toBe(204);
    for (const answer of [
      await patch(`/air/webhooks/${id}`, { active: true }),
      await call("DELETE", `/air/webhooks/${id}`),
      await post(`/air/webhooks/${id}/actions/ping`, undefined),
    ]) {
      expect(answer.status).toBe(404);
    }
    expect((await get("/air/webhooks")).body.data).toEqual([]);
    expect(receiver.received).toHaveLength(2);
  });

  it("are sent only to allowed addresses, for Duffel's events", async () => {
    const { post } = start([]);
    const receiver = await startReceiver();
    const pointerOf = async (data: object) => (await post("/air/webhooks", data)).body.errors[0].source.pointer;
    const events = ["order.created"];
    for (const url of [receiver.url, "http://169.254.169.254/latest", "file:///etc/passwd", "nowhere", 7]) {
      expect(await pointerOf({ url, events })).toBe("/url");
    }
    expect(await pointerOf({ url: receiver.url, events: ["order.eaten"] })).toBe("/events/0");
    expect(await pointerOf({ url: receiver.url, events: [] })).toBe("/events");
    expect(receiver.received).toEqual([]);
  });

  it("report payments", async () => {
    const { flexible, hold, post, subscribe } = start();
    const receiver = await startReceiver();
    await subscribe(receiver.url, ["payment.created"]);
    const held = (await hold(await flexible("LHR", "JFK"))).body.data;
    const amount = (cents(held.total_amount) / 100).toFixed(2);
    await post("/air/payments", { order_id: held.id, payment: { type: "balance", currency: "USD", amount } });
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1));
    expect(receiver.received[0]?.event.data.object).toMatchObject({ order_id: held.id, amount });
  });
});
