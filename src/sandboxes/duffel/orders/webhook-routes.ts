import type { Outbound } from "../../../platform/outbound/outbound.ts";
import { DuffelError, malformed, notAllowed } from "../duffel-error.ts";
import { booleanParam, dataOf, listAt, oneOfAt, textAt } from "../fields.ts";
import { pageOf } from "../paging.ts";
import type { Route } from "../router.ts";
import { instantOf } from "../wire-format.ts";
import {
  WEBHOOK_EVENTS,
  type Webhook,
  type WebhookDelivery,
  type WebhookEventType,
  type Webhooks,
} from "./webhooks.ts";

const LONGEST_URL = 2_000;

export const webhookRoutes = ({
  webhooks,
  outbound,
}: {
  readonly webhooks: Webhooks;
  readonly outbound: Outbound;
}): readonly Route[] => {
  const readUrl = async (value: unknown): Promise<string> => {
    const url = textAt(value, "/url", { max: LONGEST_URL });
    if (!/^https?:\/\//i.test(url)) throw malformed("/url", "a URL that begins with https:// or http://");
    const problem = await outbound.problemOf(url);
    if (problem !== undefined) throw notAllowed("/url", [problem.message, problem.hint ?? ""].join(" ").trim());
    return url;
  };

  return [
    {
      method: "POST",
      path: "/air/webhooks",
      async run({ data: sent, caller }) {
        const data = dataOf(sent);
        const events = readEvents(data.events);
        const webhook = await webhooks.create(await readUrl(data.url), events, caller);
        if (webhook === undefined) throw onlyOne();
        // The only response that includes the secret.
        return { status: 201, data: { ...webhookWire(webhook), secret: webhook.secret } };
      },
    },
    {
      method: "GET",
      path: "/air/webhooks",
      async run({ query, caller }) {
        const webhook = await webhooks.find(caller);
        const { items, meta } = pageOf(webhook ? [webhook] : [], query, ({ id }) => id);
        return { data: items.map(webhookWire), meta };
      },
    },
    {
      method: "GET",
      path: "/air/webhooks/deliveries",
      async run({ query, caller }) {
        const { items, meta } = pageOf(
          selectDeliveries(await webhooks.deliveries(caller), query),
          query,
          ({ id }) => id,
        );
        return { data: items, meta };
      },
    },
    {
      method: "GET",
      path: "/air/webhooks/events/:id",
      run: async ({ id, caller }) => ({ data: await webhooks.event(id, caller) }),
    },
    {
      method: "POST",
      path: "/air/webhooks/events/:id/actions/redeliver",
      async run({ id, caller }) {
        webhooks.redeliver(await webhooks.event(id, caller), caller);
        return {};
      },
    },
    {
      method: "PATCH",
      path: "/air/webhooks/:id",
      async run({ id, data: sent, caller }) {
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
      },
    },
    {
      method: "DELETE",
      path: "/air/webhooks/:id",
      async run({ id, caller }) {
        await webhooks.remove(id, caller);
        return {};
      },
    },
    {
      method: "POST",
      path: "/air/webhooks/:id/actions/ping",
      async run({ id, caller }) {
        if (!(await webhooks.ping(await webhooks.require(id, caller), caller))) throw pingFailed();
        return {};
      },
    },
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
