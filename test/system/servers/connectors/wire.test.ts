import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ConnectorTool } from "../../../../src/servers/connectors/connector.ts";
import { askWith, fetchWith } from "../../../fixtures/access/key-holder.ts";
import { type KeyedTaxiway, launchKeyed } from "../../../fixtures/access/keyed-taxiway.ts";
import { type Seen, startMockApis } from "../../../fixtures/api-documents/mock-apis.ts";
import { realDocument } from "../../../fixtures/api-documents/real-documents.ts";
import { CLIENTS, connectOverHttp, type Flavour } from "../../../fixtures/mcp-clients.ts";

const P12 = Buffer.from([0x30, 0x82, 0, 0xff, 0x0d, 0x0a]);

interface Call {
  readonly document: string;
  readonly operation: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly credentials?: Readonly<Record<string, string>>;
  /** What the document wants on the wire, written by hand. */
  readonly wire: {
    readonly path: string;
    readonly query?: readonly (readonly [name: string, value: string])[];
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: unknown;
    /** Of a form of several parts: name, file name or none, and content. */
    readonly parts?: readonly (readonly [name: string, file: string | undefined, content: string])[];
  };
}

const CALLS: readonly Call[] = [
  {
    document: "amadeus.com/amadeus-hotel-search",
    operation: "GET /shopping/hotel-offers",
    args: { hotelIds: ["MCLONGHM", "ACPAR419"], adults: 2, checkInDate: "2027-01-16", bestRateOnly: false },
    wire: {
      path: "/shopping/hotel-offers",
      query: [
        ["hotelIds", "MCLONGHM,ACPAR419"],
        ["adults", "2"],
        ["checkInDate", "2027-01-16"],
        ["bestRateOnly", "false"],
      ],
    },
  },
  {
    document: "googleapis.com/travelimpactmodel",
    operation: "POST /v1/flights:computeFlightEmissions",
    args: {
      ".xgafv": "2",
      flights: [{ origin: "ZRH", destination: "BOS", operatingCarrierCode: "LX", flightNumber: 54 }],
    },
    wire: {
      path: "/v1/flights:computeFlightEmissions",
      query: [["$.xgafv", "2"]],
      headers: { "content-type": "application/json" },
      body: { flights: [{ origin: "ZRH", destination: "BOS", operatingCarrierCode: "LX", flightNumber: 54 }] },
    },
  },
  {
    document: "impala.travel/hotels",
    operation: "GET /hotels",
    args: { name: { like: "Grüner & Söhne" }, starRating: { gte: 3, lt: 5 }, hotelIds: ["a", "b"], size: 5 },
    credentials: { api_key_authentication: "the key" },
    wire: {
      path: "/hotels",
      query: [
        ["name[like]", "Grüner & Söhne"],
        ["starRating[gte]", "3"],
        ["starRating[lt]", "5"],
        ["hotelIds", "a,b"],
        ["size", "5"],
      ],
      headers: { "x-api-key": "the key" },
    },
  },
  {
    document: "edrv.io",
    operation: "GET /v1/chargestations",
    args: { createdAt_gte: "2026-01-01T00:00:00+01:00", online: true },
    credentials: { oauth2: "the-token" },
    wire: {
      path: "/v1/chargestations",
      query: [
        ["online", "true"],
        ["createdAt[$gte]", "2026-01-01T00:00:00+01:00"],
      ],
      headers: { authorization: "Bearer the-token" },
    },
  },
  {
    document: "graphhopper.com",
    operation: "GET /route",
    args: { point: ["51.131,12.414", "48.224,3.867"], "round_trip.seed": 7, "ch.disable": true },
    credentials: { api_key: "k&1" },
    wire: {
      path: "/route",
      query: [
        ["point", "51.131,12.414"],
        ["point", "48.224,3.867"],
        ["ch.disable", "true"],
        ["round_trip.seed", "7"],
        ["key", "k&1"],
      ],
    },
  },
  {
    document: "tfl.gov.uk",
    operation: "GET /Journey/JourneyResults/{from}/to/{to}",
    args: { from: "940GZZLUWLO", to: "King's Cross & St/Pancras", mode: ["tube", "bus"], nationalSearch: true },
    wire: {
      path: "/Journey/JourneyResults/940GZZLUWLO/to/King's%20Cross%20%26%20St%2FPancras",
      query: [
        ["nationalSearch", "true"],
        ["mode", "tube"],
        ["mode", "bus"],
      ],
    },
  },
  {
    document: "xero.com/xero_files",
    operation: "POST /Files",
    args: { "xero-tenant-id": "tenant-1", body: "aGk=", name: "Größe.txt", filename: "a.txt", mimeType: "text/plain" },
    credentials: { o_auth2: "the-token" },
    wire: {
      path: "/Files",
      headers: { "xero-tenant-id": "tenant-1", authorization: "Bearer the-token" },
      parts: [
        ["body", undefined, "aGk="],
        ["filename", undefined, "a.txt"],
        ["mimeType", undefined, "text/plain"],
        ["name", undefined, "Größe.txt"],
      ],
    },
  },
  {
    document: "notion.com",
    operation: "PATCH /v1/blocks/{id}",
    args: { id: "b/1 2", "Notion-Version": "2022-06-28", paragraph: { rich_text: [{ text: { content: "Hüa" } }] } },
    wire: {
      path: "/v1/blocks/b%2F1%202",
      headers: { "notion-version": "2022-06-28" },
      body: { paragraph: { rich_text: [{ text: { content: "Hüa" } }] } },
    },
  },
  {
    document: "gitlab.com",
    operation: "POST /v3/groups",
    args: { name: "Alps & Söhne", path: "alps", visibility_level: 10, lfs_enabled: true },
    credentials: { private_token_header: "glpat" },
    wire: {
      path: "/v3/groups",
      headers: { private_header: "glpat", "content-type": "application/x-www-form-urlencoded" },
      body: [
        ["name", "Alps & Söhne"],
        ["path", "alps"],
        ["visibility_level", "10"],
        ["lfs_enabled", "true"],
      ],
    },
  },
  {
    document: "ably.net/control",
    operation: "POST /apps/{id}/pkcs12",
    args: { id: "app-1", p12File: P12.toString("base64"), p12Pass: "pass phrase" },
    credentials: { bearer_auth: "the-token" },
    wire: {
      path: "/apps/app-1/pkcs12",
      headers: { authorization: "Bearer the-token" },
      parts: [
        ["p12File", "p12File", P12.toString("latin1")],
        ["p12Pass", undefined, "pass phrase"],
      ],
    },
  },
];

describe("calls of real APIs, checked by Prism against their documents", () => {
  let taxiway: KeyedTaxiway;
  let mocks: Awaited<ReturnType<typeof startMockApis>>;
  let key: string;

  const admin = async (method: string, path: string, body: object = {}) => {
    const headers = { "Content-Type": "application/json" };
    const answer = await askWith(taxiway.port, key, {
      method,
      path: `/admin${path}`,
      headers,
      body: JSON.stringify(body),
    });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.text === "" ? undefined : JSON.parse(answer.text);
  };

  beforeAll(async () => {
    taxiway = await launchKeyed({ TAXIWAY_OUTBOUND_ALLOW: "127.0.0.1" });
    key = await taxiway.key({ tenant: "acme", admin: true });
    mocks = await startMockApis(CALLS.map(({ document }) => document));
  }, 120_000);
  afterAll(async () => {
    await mocks?.close();
    await taxiway?.close();
  });

  it.each(CALLS.map((call, index) => [call.operation, call.document, call, index] as const))(
    "%s of %s is right on the wire",
    async (_operation, _document, { document, operation, args, credentials = {}, wire }, index) => {
      const name = `api-${index}`;
      const base_url = mocks.urlOf(index);
      const source = { document: realDocument(document), name, base_url, only: [`operation:${operation}`] };
      const { connector } = await admin("POST", "/drafts", source);
      const [tool] = connector.tools as [ConnectorTool];
      for (const [slot, value] of Object.entries(credentials)) {
        await admin("PUT", `/connectors/${name}/credentials/${slot}`, { value });
      }
      await admin("POST", `/connectors/${name}/approve`);
      await admin("POST", `/connectors/${name}/publish`);
      const url = `http://127.0.0.1:${taxiway.port}/mcp/${name}`;
      const client = await connectOverHttp(CLIENTS["the v1 SDK client"] as Flavour, url, { fetch: fetchWith(key) });
      const before = mocks.seen.length;
      const result = await client.callTool({ name: tool.name, arguments: { ...args } });
      await client.close();

      expect(mocks.seen.length, JSON.stringify(result)).toBe(before + 1);
      const seen = mocks.seen.at(-1) as Seen;
      expect(seen.status, seen.answer).toBeLessThan(300);
      expect(await asRead(seen, wire, defaultsOf(tool))).toEqual({
        query: [],
        headers: {},
        ...wire,
        method: operation.split(" ")[0],
      });
    },
    60_000,
  );
});

/** Documented defaults, which are sent too. */
const defaultsOf = ({ input, request }: ConnectorTool): ReadonlyMap<string, string> =>
  new Map(
    (request.bindings ?? []).flatMap(({ argument, name = argument }): [string, string][] => {
      const { default: value } = (input["properties"] as Record<string, Record<string, unknown>>)[argument] ?? {};
      return value === undefined ? [] : [[name, String(value)]];
    }),
  );

/** A request as a server reads it, as far as `wire` says what is expected. */
const asRead = async (
  { method, url, headers, body }: Seen,
  wire: Call["wire"],
  defaults: ReadonlyMap<string, string>,
) => {
  const { pathname, searchParams } = new URL(url, "http://localhost");
  const type = String(headers["content-type"]);
  const chosen = (pairs: readonly [string, string][]) => pairs.filter(([name, value]) => defaults.get(name) !== value);
  const whole = new Response(body, { headers: { "content-type": type } });
  return {
    method,
    path: pathname,
    query: chosen([...searchParams]),
    headers: Object.fromEntries(Object.keys(wire.headers ?? {}).map((name) => [name, headers[name]])),
    ...(wire.parts !== undefined && { parts: await partsOf(await whole.formData()) }),
    ...(wire.body !== undefined && {
      body: type.includes("json") ? await whole.json() : [...new URLSearchParams(body.toString("utf8"))],
    }),
  };
};

const partsOf = (form: FormData) =>
  Promise.all(
    [...form].map(async ([name, value]) =>
      typeof value === "string"
        ? [name, undefined, value]
        : [name, value.name, Buffer.from(await value.arrayBuffer()).toString("latin1")],
    ),
  );
