import { type FakeRequest, type FakeRoute, Refusal } from "./fake-route.ts";

type Key = Readonly<Record<string, unknown>> & { readonly key_id: string; readonly tenant: string };

const DAY_MS = 86_400_000;
const LETTERS = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const daysAway = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
const letters = (count: number): string =>
  Array.from({ length: count }, () => LETTERS[Math.floor(Math.random() * LETTERS.length)]).join("");

const key = (name: string, more: Readonly<Record<string, unknown>> = {}): Key => ({
  ...{ key_id: letters(8), tenant: "default", name, admin: false, created_at: daysAway(-40) },
  ...more,
});

/** Of every state, with and without limits, and one whose name means harm. */
let keys: readonly Key[] = [
  key("travel bot", {
    ...{ servers: ["gds", "flights"], tools: ["search*"], per_minute: 60, per_day: 5_000, expires_at: daysAway(50) },
    ...{ last_used_at: daysAway(-0.0004), used_this_minute: 51, used_today: 1_204 },
  }),
  key("front desk", { tenant: "grand-hotel", admin: true, last_used_at: daysAway(-0.1) }),
  key("night audit", {
    ...{ tenant: "grand-hotel", servers: ["gds"], per_day: 200, used_today: 200, last_used_at: daysAway(-0.5) },
    ...{ rotated_at: daysAway(-0.2), old_key_until: daysAway(0.8) },
  }),
  key("evaluation run", {
    ...{ tenant: "acme", per_minute: 600, used_this_minute: 0, expires_at: daysAway(3), last_used_at: daysAway(-2) },
  }),
  key("last year's demo", { tenant: "acme", expires_at: daysAway(-12), last_used_at: daysAway(-13) }),
  key("from the old machine", { tenant: "acme", unusable: true }),
  key("<img src=x onerror=alert(1)> with a name that is as long as a name of a key may be at most", {
    tenant: "t".repeat(48),
    servers: Array.from({ length: 40 }, (_, index) => `server-${index}-${"x".repeat(40)}`),
  }),
];

const found = ({ params }: FakeRequest): Key => {
  const known = keys.find(({ key_id }) => key_id === params["key_id"]);
  if (!known) throw new Refusal(404, "not_found", "There is no such key.", { hint: "List the keys to see them all." });
  return known;
};

const replace = (next: Key): Key => {
  keys = keys.map((each) => (each.key_id === next.key_id ? next : each));
  return next;
};

const handedOut = (made: Key) => ({ key: `twk_${made.key_id}_${letters(34)}`, ...made });

const create = ({ body: { expires, ...wish } }: FakeRequest) => {
  if (wish["name"] === "refuse") {
    throw new Refusal(403, "forbidden", "A key cannot hand out one that may more than itself.", {
      ...{
        field: "per_minute",
        allowed: "at most 60",
        hint: "Ask for less, or have it done with a key that may more.",
      },
    });
  }
  const days = Number(/^(\d+)d$/.exec(String(expires))?.[1]);
  const ends = Number.isNaN(days) ? expires && new Date(String(expires)).toISOString() : daysAway(days);
  const made = key(String(wish["name"]), { ...wish, created_at: daysAway(0), ...(ends ? { expires_at: ends } : {}) });
  keys = [...keys, made];
  return handedOut(made);
};

const HOURS: Readonly<Record<string, number>> = { "0": 0, "1h": 1, "24h": 24, "7d": 168, "30d": 720 };

export const KEY_ROUTES: readonly FakeRoute[] = [
  ["GET", "/tenants", () => ({ tenants: [...new Set(["default", ...keys.map(({ tenant }) => tenant)])] })],
  [
    ...(["GET", "/keys"] as const),
    ({ query: { tenant } }) => ({ keys: keys.filter((each) => tenant === undefined || each.tenant === tenant) }),
  ],
  ["POST", "/keys", create],
  [
    ...(["POST", "/keys/:key_id/rotate"] as const),
    (request) => {
      const hours = HOURS[String(request.body["overlap"])] ?? 24;
      const { old_key_until: _, ...before } = found(request);
      const until = hours > 0 ? { old_key_until: daysAway(hours / 24) } : {};
      return handedOut(replace({ ...before, rotated_at: daysAway(0), ...until } as Key));
    },
  ],
  [
    ...(["DELETE", "/keys/:key_id"] as const),
    (request) => {
      const gone = found(request);
      keys = keys.filter((each) => each !== gone);
      return gone;
    },
  ],
];
