import type { Outbound } from "../../../platform/outbound/outbound.ts";
import { DuffelError } from "../duffel-error.ts";
import { dataOf, listAt, oneOfAt, textAt } from "../fields.ts";
import { pageOf } from "../paging.ts";
import { badParameter, malformed, notAllowed } from "../problems.ts";
import type { Route } from "../route.ts";
import { instantOf } from "../wire-forms.ts";
import { WEBHOOK_EVENTS, type Webhook, type WebhookEventType, type Webhooks } from "./webhooks.ts";

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
    if (!/^https?:\/\//i.test(url)) throw malformed("/url", "an address that begins with https:// or http://");
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
        // The one time that the secret is shown.
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
        const { items, meta } = pageOf(narrowed(await webhooks.deliveries(caller), query), query, ({ id }) => id);
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

const narrowed = <
  T extends { readonly type: string; readonly endpoint_id: string; readonly delivery_success: boolean },
>(
  deliveries: readonly T[],
  query: URLSearchParams,
): readonly T[] => {
  const [type, endpoint, success] = ["type", "endpoint_id", "delivery_success"].map((name) => query.get(name));
  if (success !== null && success !== "true" && success !== "false") {
    throw badParameter("delivery_success", "Query parameter 'delivery_success' must be true or false.");
  }
  return deliveries.filter(
    (delivery) =>
      (type === null || delivery.type === type) &&
      (endpoint === null || delivery.endpoint_id === endpoint) &&
      (success === null || String(delivery.delivery_success) === success),
  );
};

const onlyOne = (): DuffelError =>
  new DuffelError(422, {
    type: "validation_error",
    code: "unsafe_unique",
    title: "Not unique",
    message: "An account has one webhook, and this one has its. Change it, or delete it first.",
  });

const pingFailed = (): DuffelError =>
  new DuffelError(422, {
    type: "invalid_request_error",
    code: "webhook_client_error",
    title: "Webhook client error",
    message: "The webhook's address did not answer the ping with success. Its delivery says what came back.",
  });
