import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDraw, type Draw } from "../../../fixtures/hostile/draw.ts";
import { type HttpTaxiway, launchHttpTaxiway } from "../../../fixtures/http-taxiway.ts";
import { brokenText, json, mutated } from "../../hostile/mutation.ts";
import {
  type Answered,
  balance,
  connectDuffel,
  DEPARTURE,
  flexibleOffer,
  holdFor,
  named,
  oneWay,
  orderFor,
  SETTINGS,
} from "./duffel-client.ts";

/** TAXIWAY_HOSTILE_SEED repeats a run that failed, or tries something new. */
const SEED = Number(process.env["TAXIWAY_HOSTILE_SEED"] ?? 20_261_201);
const REQUESTS = Number(process.env["TAXIWAY_HOSTILE_REQUESTS"] ?? 2_000);
const AT_A_TIME = 8;

interface Attack {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

let taxiway: HttpTaxiway;
const agent = new Agent({ keepAlive: true, maxSockets: AT_A_TIME });
beforeAll(async () => {
  taxiway = await launchHttpTaxiway({ ...SETTINGS, LOG_LEVEL: "warn" });
});
afterAll(async () => {
  agent.destroy();
  await taxiway.stop();
});

const send = async ({ body, ...attack }: Attack): Promise<{ status: number; text: string }> => {
  const length = body === undefined ? {} : { "content-length": String(body.length) };
  const headers = { ...attack.headers, ...length };
  const asked = request({ ...attack, headers, host: "127.0.0.1", port: taxiway.port, agent });
  asked.end(body);
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  // A server that has rejected a request may stop reading; the rest of the body then fails to be sent.
  asked.on("error", () => undefined);
  let text = "";
  for await (const part of response.setEncoding("utf8")) text += part;
  return { status: response.statusCode ?? 0, text };
};

const headersOf = (token: string): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  "duffel-version": "v2",
  "content-type": "application/json",
});

interface Good {
  readonly method: string;
  readonly path: string;
  readonly data?: object;
}

/** Requests of a correct client: every one works, or would have a moment ago. */
const goodRequests = async (token: string): Promise<readonly Good[]> => {
  const duffel = await connectDuffel(taxiway, token);
  const { data: search } = await duffel.offerRequests.create(oneWay("LHR", "JFK"));
  const [, offer] = search.offers;
  const free = await flexibleOffer(duffel);
  const { data: order } = await duffel.orders.create(orderFor(await flexibleOffer(duffel)));
  const { data: held } = await duffel.orders.create(holdFor(await flexibleOffer(duffel)));
  const { data: quote } = await duffel.orderCancellations.create({ order_id: order.id });
  const slices = {
    remove: [{ slice_id: order.slices[0].id }],
    add: [{ origin: "JFK", destination: "EWR", departure_date: DEPARTURE, cabin_class: "economy" }],
  };
  const { data: changes } = await duffel.orderChangeRequests.create({ order_id: order.id, slices });
  const [passenger] = named(free);
  return [
    { method: "GET", path: `/air/offer_requests/${search.id}` },
    { method: "GET", path: "/air/offer_requests?limit=2" },
    { method: "GET", path: `/air/offers?offer_request_id=${search.id}&sort=total_amount&limit=3&max_connections=1` },
    { method: "GET", path: `/air/offers/${offer.id}?return_available_services=true` },
    { method: "GET", path: `/air/seat_maps?offer_id=${offer.id}` },
    {
      method: "POST",
      path: `/air/offers/${offer.id}/actions/price`,
      data: { intended_services: [{ id: "ase_1", quantity: 1 }], intended_payment_methods: [{ type: "balance" }] },
    },
    { method: "PATCH", path: `/air/offers/${free.id}/passengers/${passenger.id}`, data: passenger },
    { method: "POST", path: "/air/orders", data: orderFor(free, { services: [], metadata: { a: "b" }, users: [] }) },
    { method: "GET", path: "/air/orders?limit=2&sort=total_amount&awaiting_payment=true" },
    { method: "PATCH", path: `/air/orders/${order.id}`, data: { metadata: { trip: "spring" } } },
    { method: "POST", path: "/air/payments", data: { order_id: held.id, payment: balance("1.00") } },
    { method: "POST", path: "/air/order_cancellations", data: { order_id: order.id } },
    { method: "GET", path: `/air/order_cancellations/${quote.id}` },
    { method: "POST", path: "/air/order_change_requests", data: { order_id: order.id, slices } },
    { method: "GET", path: `/air/order_change_offers?order_change_request_id=${changes.id}&limit=2` },
    {
      method: "POST",
      path: "/air/order_changes",
      data: { selected_order_change_offer: changes.order_change_offers[0].id },
    },
    { method: "GET", path: `/air/airline_initiated_changes?order_id=${order.id}` },
    { method: "POST", path: "/air/webhooks", data: { url: "https://192.0.2.1/hooks", events: ["order.created"] } },
    { method: "GET", path: "/air/webhooks/deliveries?limit=5" },
    { method: "GET", path: "/air/airports?limit=3&iata_country_code=GB" },
    { method: "GET", path: "/places/suggestions?query=lon&lat=51.5&lng=0.1&rad=1000" },
  ];
};

const ODD_METHODS = ["PUT", "DELETE", "HEAD", "PATCH", "POST", "GET", "TRACE", "PROPFIND", "LOCK"];
const ODD_TEXTS = [
  ...["", "0", "-1", "1e9", "NaN", "null", "%00", "%ff%fe", "%F0%9F%98%80", "..%2f..%2f", "__proto__", "constructor"],
  ...["toString", "true", "a".repeat(3_000), "%25", "%", "[]", "ord_0000000000000000000000", "off_", "b2Zm"],
];
const ODD_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ["authorization", "Basic abc"],
  ["authorization", "Bearer"],
  ["authorization", `Bearer ${"x".repeat(4_000)}`],
  ["duffel-version", "v1"],
  ["duffel-version", "__proto__"],
  ["accept", "text/html"],
  ["accept-encoding", "identity;q=0, br"],
  ["accept-encoding", "\u00e9"],
  ["content-type", "text/plain"],
  ["content-type", "application/json; charset=utf-16"],
  ["x-taxiway-scenario", "constructor"],
  ["x-taxiway-scenario", "no_flights"],
  ["x-taxiway-scenario", "offer_no_longer_available"],
  ["x-request-id", "a b\u00e9"],
];

const spoiledPath = (draw: Draw, path: string): string => {
  const parts = path.split(/(?=[/?&=])/);
  const at = draw.number(parts.length);
  parts[at] = draw.chance(70)
    ? `${(parts[at] as string)[0]}${draw.pick(ODD_TEXTS)}`
    : `${parts[at]}${draw.pick(["/", "?", "&", "=", "//", "%2e"])}`;
  return parts.join("");
};

/** One or several mutations of a correct request. */
const shotFrom = (draw: Draw, { method, path, data }: Good, headers: Record<string, string>): Attack => {
  const envelope = { data: data ?? {} };
  const spoiled = draw.chance(80) ? json({ data: mutated(draw, envelope.data) }) : json(mutated(draw, envelope));
  const body = draw.chance(25) ? brokenText(draw, json(envelope)) : Buffer.from(spoiled);
  const [name, value] = draw.pick(ODD_HEADERS);
  return {
    method: draw.chance(10) ? draw.pick(ODD_METHODS) : method,
    path: `/duffel${draw.chance(data === undefined ? 80 : 10) ? spoiledPath(draw, path) : path}`,
    headers: draw.chance(10) ? { ...headers, [name]: value } : headers,
    ...((data !== undefined || draw.chance(5)) && { body }),
  };
};

const complaint = ({ method, path, body }: Attack, status: number, text: string): string =>
  `${method} ${path.slice(0, 300)} ${body?.toString().slice(0, 600)}\n→ ${status} ${text.slice(0, 300)}`;

/** An answer or an error in Duffel's envelope, never an internal error. */
const isFine = ({ method }: Attack, status: number, text: string): boolean => {
  if (method === "HEAD" || status === 204) return text === "" && status < 500;
  const parsed: Answered = JSON.parse(text);
  if (status < 300) return parsed.data !== undefined;
  // An invalid header is rejected before the path is known, so not in Duffel's format.
  if (status === 400 && parsed.error === "This is not a valid HTTP request.") return true;
  const [error] = parsed.errors ?? [];
  return status < 500 && error?.message.length > 0 && error.code !== undefined && parsed.meta.status === status;
};

it("the Duffel sandbox rejects two thousand mutated requests with a reason and no internal error", {
  timeout: 300_000,
}, async () => {
  const draw = createDraw(SEED);
  const token = "duffel_test_hostile";
  const good = await goodRequests(token);
  const complaints: string[] = [];
  let left = REQUESTS;
  const attack = async (): Promise<void> => {
    while (left-- > 0) {
      // Searches are limited per account, so each uses a new one.
      const search = draw.chance(25);
      const one = search
        ? { method: "POST", path: "/air/offer_requests", data: oneWay("LHR", "JFK") }
        : draw.pick(good);
      const attack = shotFrom(draw, one, headersOf(search ? `duffel_test_${left}` : token));
      const { status, text } = await send(attack);
      if (!isFine(attack, status, text)) complaints.push(complaint(attack, status, text));
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, attack));
  expect(complaints).toEqual([]);
  expect(taxiway.stderr()).not.toMatch(/defect/);

  const duffel = await connectDuffel(taxiway, token);
  const { data: order } = await duffel.orders.create(orderFor(await flexibleOffer(duffel)));
  expect((await duffel.orders.get(order.id)).data).toEqual(order);
});

it("the Duffel sandbox rejects bodies that are too deep, too large or endless", async () => {
  const headers = headersOf("duffel_test_bodies");
  const post = (body: Buffer) => send({ method: "POST", path: "/duffel/air/offer_requests", headers, body });
  const deep = await post(Buffer.from(`{"data":${"[".repeat(100_000)}${"]".repeat(100_000)}}`));
  expect([deep.status, JSON.parse(deep.text).errors[0].code]).toEqual([400, "bad_request"]);
  const large = await post(Buffer.from(`{"data":"${"x".repeat(300_000)}"}`));
  expect([large.status, JSON.parse(large.text).errors[0].code]).toEqual([413, "bad_request"]);
  expect((await post(Buffer.alloc(2_000_000, " "))).status).toBe(413);

  const half = connect(taxiway.port, "127.0.0.1");
  await once(half, "connect");
  const head = Object.entries({ ...headers, host: "127.0.0.1", "content-length": "500" });
  half.write(
    `POST /duffel/air/orders HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n{"da`,
  );
  half.destroy();
  const { status } = await send({ method: "GET", path: "/duffel/air/airlines?limit=1", headers });
  expect(status).toBe(200);
  expect(taxiway.child.exitCode).toBeNull();
});
