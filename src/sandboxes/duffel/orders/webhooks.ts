import { createHmac, randomBytes } from "node:crypto";
import type { Caller } from "../../../model/caller.ts";
import { keys } from "../../../model/keys.ts";
import { OutboundError } from "../../../platform/outbound/outbound.ts";
import type { RecordValue } from "../../../platform/stores/store.ts";
import { DuffelError, notFound } from "../duffel-error.ts";
import { idOf } from "../ids.ts";
import { accountKey, type SandboxContext } from "../sandbox-context.ts";
import { instantOf } from "../wire-format.ts";
import type { Background } from "./background.ts";

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

/** An account's subscription to events of its orders. Duffel allows one per account. */
export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly events: readonly WebhookEventType[];
  readonly active: boolean;
  readonly secret: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

interface WebhookEvent {
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
  /** Null if the request failed. */
  readonly response_status_code: number | null;
  readonly response_body: string | null;
}

/** Stores webhooks and delivers events to them in the background. */
export interface Webhooks {
  find(caller: Caller): Promise<Webhook | undefined>;
  /** Throws Duffel's 404. */
  require(id: string, caller: Caller): Promise<Webhook>;
  /** Returns undefined if the account already has one. */
  create(url: string, events: readonly WebhookEventType[], caller: Caller): Promise<Webhook | undefined>;
  change(id: string, edit: (webhook: Webhook) => Webhook, caller: Caller): Promise<Webhook>;
  remove(id: string, caller: Caller): Promise<void>;
  /** Returns immediately. `key` identifies the event across deliveries. */
  announce(type: WebhookEventType, object: object, key: string, caller: Caller): void;
  /** Makes one delivery and returns whether it succeeded. */
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
/** From the last change or delivery. */
const LIFETIME_MS = 30 * 24 * 3_600_000;
/** Any text is a valid token: without this limit a client could create any number of accounts with webhooks. */
const MAX_PER_ADDRESS = 50;
const KEPT_MS = 7 * 24 * 3_600_000;

/** Signatures carry `realTime`, because receivers compare it with their own clock. */
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
  const webhookKey = (caller: Pick<Caller, "tenant" | "sessionId">): string => accountKey(caller, "webhook");
  const deliveriesKey = (caller: Caller): string => accountKey(caller, "webhook_deliveries");

  const read = async (caller: Caller) => {
    const found = await store.get(webhookKey(caller));
    return found && { webhook: found.value as unknown as Webhook, version: found.version };
  };
  const write = (webhook: Webhook, ifVersion: number, caller: Caller) =>
    store.put(webhookKey(caller), webhook as unknown as RecordValue, {
      ifVersion,
      durable: true,
      expiresAt: clock.now() + LIFETIME_MS,
    });

  /** The key of the accounts with a webhook that were created from an address. */
  const addressKey = ({ tenant }: Caller, address: string): string => keys.duffel(tenant, address, "webhooks");
  const requireFreeSlot = async (caller: Caller): Promise<void> => {
    const { tenant, address } = caller;
    if (address === undefined) return;
    const key = addressKey(caller, address);
    const accounts = await store.members(key);
    const found = await store.getMany(accounts.map((account) => webhookKey({ tenant, sessionId: account })));
    const gone = accounts.filter((_, i) => found[i] === undefined);
    for (const account of gone) await store.removeMember(key, account);
    if (accounts.length - gone.length >= MAX_PER_ADDRESS) throw tooManyWebhooks();
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
    const delivered = status !== null && status >= 200 && status < 300;
    const now = clock.now();
    const delivery: WebhookDelivery = {
      id: idOf("wde", event.id, attempt, realTime()),
      live_mode: false,
      created_at: instantOf(now),
      endpoint_id: webhook.id,
      event_id: event.id,
      type: event.type,
      url: webhook.url,
      delivery_success: delivered,
      response_status_code: status,
      response_body: answer,
    };
    await store.append(deliveriesKey(caller), [JSON.stringify(delivery)], {
      keep: DELIVERIES_KEPT,
      expiresAt: now + KEPT_MS,
    });
    if (delivered) await store.expire(webhookKey(caller), now + LIFETIME_MS);
    return delivered;
  };

  const deliverWithRetries = async (event: WebhookEvent, caller: Caller): Promise<void> => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const webhook = (await read(caller))?.webhook;
      if (!webhook?.active || !webhook.events.includes(event.type)) return;
      if (await deliver(webhook, event, attempt, caller)) return;
      if (attempt < ATTEMPTS) await background.sleep(FIRST_PAUSE_MS * 2 ** (attempt - 1));
    }
    log.warn("duffel webhook delivery abandoned", { event: event.type, attempts: ATTEMPTS });
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
    await store.put(accountKey(caller, event.id), event as unknown as RecordValue, {
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
      await requireFreeSlot(caller);
      const now = clock.now();
      const secret = randomBytes(32).toString("base64");
      const id = idOf("sev", caller.sessionId, now, secret);
      const webhook: Webhook = { id, url, events, active: true, secret, createdAt: now, updatedAt: now };
      if ((await write(webhook, 0, caller)) === undefined) return undefined;
      if (caller.address !== undefined) {
        const key = addressKey(caller, caller.address);
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
        await deliverWithRetries(await eventOf(type, object, key, caller), caller);
      });
    },

    ping: async (webhook, caller) =>
      deliver(webhook, await eventOf("ping.triggered", {}, webhook.id, caller), 1, caller),

    async event(id, caller) {
      const found = /^wev_0000[0-9A-Za-z]{18}$/.test(id) ? await store.get(accountKey(caller, id)) : undefined;
      if (found === undefined) throw notFound("The event");
      return found.value as unknown as WebhookEvent;
    },

    redeliver: (event, caller) => background.run("duffel webhook", () => deliverWithRetries(event, caller)),

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
    message: `This address already has ${MAX_PER_ADDRESS} webhooks, the maximum. Delete one, or wait: a webhook expires 30 days after its last change or delivery.`,
  });

/** `t=1616202842,v1=8aebaa7e…`: the Unix time in seconds, and an HMAC of the time, a dot and the body. */
export const webhookSignature = (body: string, secret: string, seconds: number): string =>
  `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`;
