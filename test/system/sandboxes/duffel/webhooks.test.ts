import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { startHttpTaxiway } from "../../../fixtures/http-taxiway.ts";
import { type Answered, card, connectDuffel, offersOf, orderFor, refusalOf, SETTINGS } from "./duffel-client.ts";

const EVENTS = ["order.created", "order.creation_failed", "order_cancellation.confirmed", "ping.triggered"];

interface Received {
  readonly signature: string;
  readonly text: string;
}

const startReceiver = async () => {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request.setEncoding("utf8")) text += chunk;
    received.push({ signature: String(request.headers["x-duffel-signature"]), text });
    response.writeHead(200).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hooks`, received };
};

/** The check that docs/duffel-sandbox.md documents for receivers; the client has no helper for it. */
const isGenuine = ({ signature, text }: Received, secret: string): boolean => {
  const { t, v1 = "" } = Object.fromEntries(signature.split(",").map((part) => part.split("=")));
  const expected = createHmac("sha256", secret).update(`${t}.${text}`).digest();
  const given = Buffer.from(v1, "hex");
  return given.length === expected.length && timingSafeEqual(given, expected);
};

it("Duffel's own client creates a webhook that receives signed order events", async () => {
  const taxiway = await startHttpTaxiway({ ...SETTINGS, TAXIWAY_OUTBOUND_ALLOW: "webhooks=127.0.0.1" });
  const duffel = await connectDuffel(taxiway);
  const { url, received } = await startReceiver();
  const { data: webhook } = await duffel.webhooks.create({ url, events: EVENTS });
  expect(webhook).toMatchObject({ url, events: EVENTS, active: true, live_mode: false });
  expect((await duffel.webhooks.list({})).data).toEqual([{ ...webhook, secret: undefined }]);
  const typesSeen = () => received.map(({ text }) => JSON.parse(text).type);

  // The client fails on the empty answer that Duffel, and so Taxiway, gives to a ping. The ping was sent all the same.
  await expect(duffel.webhooks.ping(webhook.id)).rejects.toThrow(TypeError);
  expect(typesSeen()).toEqual(["ping.triggered"]);

  const ordered = async (origin: string, destination: string): Promise<Answered> => {
    const [offer] = await offersOf(duffel, origin, destination);
    return (await duffel.orders.create(orderFor(offer, { payments: [card(offer.total_amount)] }))).data;
  };
  const failing = await ordered("LCY", "STN");
  const late = await ordered("SEN", "STN");
  const order = await ordered("LTN", "SYD");
  const { data: quote } = await duffel.orderCancellations.create({ order_id: order.id });
  await duffel.orderCancellations.confirm(quote.id);
  await vi.waitFor(() => expect(typesSeen()).toContain("order_cancellation.confirmed"));
  // Orders on LCY-STN and SEN-STN are reported later, as Duffel documents: after 30 seconds, and after a few.
  await vi.waitFor(() => expect(typesSeen()).toContain("order.creation_failed"), { timeout: 60_000, interval: 250 });

  expect(received).toHaveLength(5);
  for (const one of received) expect(isGenuine(one, webhook.secret), one.text).toBe(true);
  const [{ signature, text }] = received as [Received];
  expect(isGenuine({ signature, text: `${text} ` }, webhook.secret)).toBe(false);
  const events: Answered[] = received.map((one) => JSON.parse(one.text));
  const created = events.filter(({ type }) => type === "order.created").map(({ data }) => data.object);
  expect(created.map(({ offer_id }) => offer_id).sort()).toEqual([late.offer_id, order.offer_id].sort());
  const failed = events.find(({ type }) => type === "order.creation_failed");
  expect(failed.data.object.offer_id).toBe(failing.offer_id);

  const { data: deliveries } = await duffel.webhooks.listDeliveries({ type: "order.created", delivery_success: true });
  expect(deliveries.map(({ endpoint_id }: Answered) => endpoint_id)).toEqual([webhook.id, webhook.id]);
  expect((await duffel.webhooks.get(failed.id)).data).toEqual(failed);
  await expect(duffel.webhooks.redeliver(failed.id)).rejects.toThrow(TypeError);
  await vi.waitFor(() => expect(received).toHaveLength(6));
  expect((await duffel.webhooks.update(webhook.id, { active: false })).data.active).toBe(false);
  await expect(duffel.webhooks.delete(webhook.id)).rejects.toThrow(TypeError);
  expect((await duffel.webhooks.list({})).data).toEqual([]);
}, 90_000);

it("a webhook is not sent to addresses that the operator did not allow", async () => {
  const duffel = await connectDuffel(await startHttpTaxiway(SETTINGS));
  for (const url of ["http://127.0.0.1:9/hooks", "http://169.254.169.254/latest", "file:///etc/passwd"]) {
    expect((await refusalOf(duffel.webhooks.create({ url, events: EVENTS })))[0]).toBe(422);
  }
});
