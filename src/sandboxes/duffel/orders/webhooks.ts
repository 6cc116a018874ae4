import { randomBytes } from "node:crypto";
import type { Caller } from "../../../model/caller.ts";
import { keys } from "../../../model/keys.ts";
import { OutboundError } from "../../../platform/outbound/outbound.ts";
import type { RecordValue } from "../../../platform/stores/store.ts";
import { DuffelError } from "../duffel-error.ts";
import { idOf } from "../ids.ts";
import { notFound } from "../problems.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import { instantOf } from "../wire-forms.ts";
import type { Background } from "./background.ts";
import { webhookSignature } from "./webhook-signature.ts";

export const WEBHOOK_EVENTS = [
  "order.created",
  "order.creation_failed",
  "order.airline_initiated_change_detected",
  "order_cancellation.created",
  "order_cancellation.confirmed",
  "payment.created",
  "ping.triggered",
] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENTS)[number];

/** Where an account wants to hear what happens to its orders. Duffel lets it have one. */
export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly events: readonly WebhookEventType[];
  readonly active: boolean;
  readonly secret: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface WebhookEvent {
  readonly id: string;
  readonly type: WebhookEventType;
  readonly api_version: "v2";
  readonly live_mode: false;
  readonly data: { readonly object: unknown };
  readonly idempotency_key: string;
  readonly created_at: string;
}

export interface WebhookDelivery {
  readonly id: string;
  readonly live_mode: false;
  readonly created_at: string;
  readonly endpoint_id: string;
  readonly event_id: string;
  readonly type: WebhookEventType;
  readonly url: string;
  readonly delivery_success: boolean;
  /** Null when there was no answer. */
  readonly response_status_code: number | null;
  readonly response_body: string | null;
}

/** Calls what an account gave, in the background: nobody who orders waits for it. */
export interface Webhooks {
  find(caller: Caller): Promise<Webhook | undefined>;
  /** Throws Duffel's 404. */
  require(id: string, caller: Caller): Promise<Webhook>;
  /** Undefined if there is one already. */
  create(url: string, events: readonly WebhookEventType[], caller: Caller): Promise<Webhook | undefined>;
  change(id: string, edit: (webhook: Webhook) => Webhook, caller: Caller): Promise<Webhook>;
  remove(id: string, caller: Caller): Promise<void>;
  /** Returns at once. `key` names what happened, the same for every delivery of it. */
  announce(type: WebhookEventType, object: object, key: string, caller: Caller): void;
  /** One delivery, now; whether it arrived. */
  ping(webhook: Webhook, caller: Caller): Promise<boolean>;
  event(id: string, caller: Caller): Promise<WebhookEvent>;
  redeliver(event: WebhookEvent, caller: Caller): void;
  /** Newest first. */
  deliveries(caller: Caller): Promise<readonly WebhookDelivery[]>;
}

const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 1_000;
const TIMEOUT_MS = 10_000;
const ANSWER_BYTES = 64 * 1024;
const ANSWER_KEPT = 500;
const DELIVERIES_KEPT = 200;
/** After its last change or delivery. */
const LIFETIME_MS = 30 * 24 * 3_600_000;
/** Any text is a token: without this, an address could have any number. */
const MOST_PER_ADDRESS = 50;
const KEPT_MS = 7 * 24 * 3_600_000;

/** `realTime` is what receivers compare a signature's time with, whatever the configured clock says. */
export const createWebhooks = ({
  store,
  clock,
  outbound,
  log,
  background,
  realTime = Date.now,
}: Pick<SandboxContext, "store" | "clock" | "outbound" | "log"> & {
  readonly background: Background;
  readonly realTime?: () => number;
}): Webhooks => {
  const webhookKey = (caller: Pick<Caller, "tenant" | "sessionId">): string =>
    keys.duffel(caller.tenant, caller.sessionId, "webhook");
  const deliveriesKey = (caller: Caller): string => keys.duffel(caller.tenant, caller.sessionId, "webhook_deliveries");

  const read = async (caller: Caller) => {
    const found = await store.get(webhookKey(caller));
    return found && { webhook: found.value as unknown as Webhook, version: found.version };
  };
  const write = (webhook: Webhook, ifVersion: number, caller: Caller) =>
    store.put(webhookKey(caller), webhook as unknown as RecordValue, {
      ...{ ifVersion, durable: true },
      expiresAt: clock.now() + LIFETIME_MS,
    });

  /** The accounts whose webhooks an address made. */
  const madeFromKey = ({ tenant }: Caller, address: string): string => keys.duffel(tenant, address, "webhooks");
  const requireRoom = async (caller: Caller): Promise<void> => {
    const { tenant, address } = caller;
    if (address === undefined) return;
    const key = madeFromKey(caller, address);
    const accounts = await store.members(key);
    const found = await store.getMany(accounts.map((account) => webhookKey({ tenant, sessionId: account })));
    const gone = accounts.filter((_, i) => found[i] === undefined);
    for (const account of gone) await store.removeMember(key, account);
    if (accounts.length - gone.length >= MOST_PER_ADDRESS) throw tooManyWebhooks();
  };

  const post = async ({ url, secret }: Webhook, event: WebhookEvent) => {
    const body = JSON.stringify(event);
    try {
      const { status, body: answer } = await outbound.request(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "user-agent": "Taxiway-Duffel-Sandbox",
          "x-duffel-signature": webhookSignature(body, secret, Math.floor(realTime() / 1000)),
        },
        body,
        timeoutMs: TIMEOUT_MS,
        maxBytes: ANSWER_BYTES,
        signal: background.signal,
      });
      return { status, answer: answer.toString("utf8").slice(0, ANSWER_KEPT) };
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      return { status: null, answer: error.message };
    }
  };

  const deliver = async (webhook: Webhook, event: WebhookEvent, attempt: number, caller: Caller): Promise<boolean> => {
    const { status, answer } = await post(webhook, event);
    const arrived = status !== null && status >= 200 && status < 300;
    const now = clock.now();
    const delivery: WebhookDelivery = {
      id: idOf("wde", event.id, attempt, realTime()),
      live_mode: false,
      created_at: instantOf(now),
      endpoint_id: webhook.id,
      event_id: event.id,
      type: event.type,
      url: webhook.url,
      delivery_success: arrived,
      response_status_code: status,
      response_body: answer,
    };
    await store.append(deliveriesKey(caller), [JSON.stringify(delivery)], {
      keep: DELIVERIES_KEPT,
      expiresAt: now + KEPT_MS,
    });
    if (arrived) await store.expire(webhookKey(caller), now + LIFETIME_MS);
    return arrived;
  };

  const insist = async (event: WebhookEvent, caller: Caller): Promise<void> => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const webhook = (await read(caller))?.webhook;
      if (!webhook?.active || !webhook.events.includes(event.type)) return;
      if (await deliver(webhook, event, attempt, caller)) return;
      if (attempt < ATTEMPTS) await background.sleep(FIRST_PAUSE_MS * 2 ** (attempt - 1));
    }
    log.warn("duffel webhook given up", { event: event.type, attempts: ATTEMPTS });
  };

  const eventOf = async (type: WebhookEventType, object: object, key: string, caller: Caller) => {
    const now = clock.now();
    const event: WebhookEvent = {
      id: idOf("wev", caller.sessionId, type, key, now),
      type,
      api_version: "v2",
      live_mode: false,
      data: { object },
      idempotency_key: key,
      created_at: instantOf(now),
    };
    await store.put(keys.duffel(caller.tenant, caller.sessionId, event.id), event as unknown as RecordValue, {
      expiresAt: now + KEPT_MS,
    });
    return event;
  };

  const requireWebhook = async (id: string, caller: Caller) => {
    const found = await read(caller);
    if (found?.webhook.id !== id) throw notFound("The webhook");
    return found;
  };

  return {
    find: async (caller) => (await read(caller))?.webhook,
    require: async (id, caller) => (await requireWebhook(id, caller)).webhook,

    async create(url, events, caller) {
      if ((await read(caller)) !== undefined) return undefined;
      await requireRoom(caller);
      const now = clock.now();
      const secret = randomBytes(32).toString("base64");
      const id = idOf("sev", caller.sessionId, now, secret);
      const webhook: Webhook = { id, url, events, active: true, secret, createdAt: now, updatedAt: now };
      if ((await write(webhook, 0, caller)) === undefined) return undefined;
      if (caller.address !== undefined) {
        const key = madeFromKey(caller, caller.address);
        await store.addMember(key, caller.sessionId, { expiresAt: now + LIFETIME_MS });
      }
      return webhook;
    },

    async change(id, edit, caller) {
      for (;;) {
        const { webhook, version } = await requireWebhook(id, caller);
        const changed = { ...edit(webhook), updatedAt: clock.now() };
        if ((await write(changed, version, caller)) !== undefined) return changed;
      }
    },

    async remove(id, caller) {
      await requireWebhook(id, caller);
      await store.delete(webhookKey(caller));
    },

    announce(type, object, key, caller) {
      background.run("duffel webhook", async () => {
        const webhook = (await read(caller))?.webhook;
        if (!webhook?.active || !webhook.events.includes(type)) return;
        await insist(await eventOf(type, object, key, caller), caller);
      });
    },

    ping: async (webhook, caller) =>
      deliver(webhook, await eventOf("ping.triggered", {}, webhook.id, caller), 1, caller),

    async event(id, caller) {
      const found = /^wev_0000[0-9A-Za-z]{18}$/.test(id)
        ? await store.get(keys.duffel(caller.tenant, caller.sessionId, id))
        : undefined;
      if (found === undefined) throw notFound("The event");
      return found.value as unknown as WebhookEvent;
    },

    redeliver: (event, caller) => background.run("duffel webhook", () => insist(event, caller)),

    async deliveries(caller) {
      const items = await store.items(deliveriesKey(caller));
      return items.map((item) => JSON.parse(item) as WebhookDelivery).reverse();
    },
  };
};

const tooManyWebhooks = (): DuffelError =>
  new DuffelError(422, {
    type: "validation_error",
    code: "too_many_webhooks",
    title: "Too many webhooks",
    message: `An address has ${MOST_PER_ADDRESS} webhooks at most. Delete one, or wait: a webhook expires 30 days after its last change or delivery.`,
  });
