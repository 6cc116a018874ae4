import { DuffelError, malformed, notAllowed } from "../duffel-error.ts";
import { booleanParam, dataOf, listAt, oneOfAt, textAt } from "../fields.ts";
import { pageOf } from "../paging.ts";
import { del, get, patch, post, type Route } from "../router.ts";
import { instantOf } from "../wire-format.ts";
import type { OrderContext } from "./orders.ts";
import { WEBHOOK_EVENTS, type Webhook, type WebhookDelivery, type WebhookEventType } from "./webhooks.ts";

const MAX_URL_LENGTH = 2_000;

export const webhookRoutes = ({ webhooks, outbound }: OrderContext): readonly Route[] => {
  const readUrl = async (value: unknown): Promise<string> => {
    const url = textAt(value, "/url", { max: MAX_URL_LENGTH });
    if (!/^https?:\/\//i.test(url)) throw malformed("/url", "a URL that begins with https:// or http://");
    const problem = await outbound.problemOf(url);
    if (problem !== undefined) throw notAllowed("/url", [problem.message, problem.hint ?? ""].join(" ").trim());
    return url;
  };

  return [
    post("/air/webhooks", async ({ data: sent, caller }) => {
      const data = dataOf(sent);
      const events = readEvents(data.events);
      const webhook = await webhooks.create(await readUrl(data.url), events, caller);
      if (webhook === undefined) throw onlyOne();
      // The only response that includes the secret.
      return { status: 201, data: { ...webhookWire(webhook), secret: webhook.secret } };
    }),
    get("/air/webhooks", async ({ query, caller }) => {
      const webhook = await webhooks.find(caller);
      const { items, meta } = pageOf(webhook ? [webhook] : [], query, ({ id }) => id);
      return { data: items.map(webhookWire), meta };
    }),
    get("/air/webhooks/deliveries", async ({ query, caller }) => {
      const { items, meta } = pageOf(selectDeliveries(await webhooks.deliveries(caller), query), query, ({ id }) => id);
      return { data: items, meta };
    }),
    get("/air/webhooks/events/:id", async ({ id, caller }) => ({ data: await webhooks.event(id, caller) })),
    post("/air/webhooks/events/:id/actions/redeliver", async ({ id, caller }) => {
      webhooks.redeliver(await webhooks.event(id, caller), caller);
      return {};
    }),
    patch("/air/webhooks/:id", async ({ id, data: sent, caller }) => {
      const data = dataOf(sent);
      const events = data.events === undefined ? undefined : readEvents(data.events);
      const url = data.url === undefined ? undefined : await readUrl(data.url);
      const { active } = data;
      if (active !== undefined && typeof active !== "boolean") throw malformed("/active", "true or false");
      const changed = await webhooks.change(
        id,
        (webhook) => ({
          ...webhook,
          ...(events && { events }),
          ...(url !== undefined && { url }),
          ...(active !== undefined && { active }),
        }),
        caller,
      );
      return { data: webhookWire(changed) };
    }),
    del("/air/webhooks/:id", async ({ id, caller }) => {
      await webhooks.remove(id, caller);
      return {};
    }),
    post("/air/webhooks/:id/actions/ping", async ({ id, caller }) => {
      if (!(await webhooks.ping(await webhooks.require(id, caller), caller))) throw pingFailed();
      return {};
    }),
  ];
};

const readEvents = (value: unknown): readonly WebhookEventType[] => [
  ...new Set(
    listAt(value, "/events", { min: 1, max: 50 }).map((event, i) => oneOfAt(event, `/events/${i}`, WEBHOOK_EVENTS)),
  ),
];

const webhookWire = ({ id, url, events, active, createdAt, updatedAt }: Webhook) => ({
  id,
  live_mode: false,
  active,
  url,
  events,
  created_at: instantOf(createdAt),
  updated_at: instantOf(updatedAt),
});

const selectDeliveries = (
  deliveries: readonly WebhookDelivery[],
  query: URLSearchParams,
): readonly WebhookDelivery[] => {
  const [type, endpoint] = ["type", "endpoint_id"].map((name) => query.get(name));
  const success = booleanParam(query, "delivery_success");
  return deliveries.filter(
    (delivery) =>
      (type === null || delivery.type === type) &&
      (endpoint === null || delivery.endpoint_id === endpoint) &&
      (success === undefined || delivery.delivery_success === success),
  );
};

const onlyOne = (): DuffelError =>
  new DuffelError(422, {
    type: "validation_error",
    code: "unsafe_unique",
    title: "Not unique",
    message: "The account already has a webhook, the maximum. Change it, or delete it first.",
  });

const pingFailed = (): DuffelError =>
  new DuffelError(422, {
    type: "invalid_request_error",
    code: "webhook_client_error",
    message: "The ping did not get a successful response from the webhook's URL. Its delivery has the response.",
  });
