import { describe, expect, it } from "vitest";
import type { Failure } from "../../model/failure.ts";
import { checkConnector } from "./check-connector.ts";

const recipe = {
  ...{ name: "signed", algorithm: "hmac-sha256", key: { credential: "secret" }, header: "X-Signature" },
  ...{ timestamp: { format: "unix" }, text: [{ from: "timestamp" }, { from: "body" }] },
};
const tool = {
  ...{ name: "ping", description: "Pings.", risk: "read", input: { type: "object" }, sign: "signed" },
  ...{ request: { method: "GET", path: "/ping" }, parse: { format: "json" } },
};
const connector = (changed: object = {}, more: object = {}, toolFields: object = {}) => ({
  ...{ connector: 1, name: "shop", title: "Shop", description: "A shop.", base_url: "https://api.example.com" },
  credentials: [
    { name: "secret" },
    { name: "login", kind: "basic" },
    { name: "token", kind: "oauth2_client", token_url: "https://api.example.com/token" },
  ],
  signing: [{ ...recipe, ...changed }],
  tools: [{ ...tool, ...toolFields }],
  ...more,
});

const refusalOf = async (raw: unknown): Promise<string> =>
  checkConnector(raw).then(
    () => "accepted",
    ({ details }: Failure) => JSON.stringify(details),
  );

describe("a signing recipe", () => {
  it.each<[what: string, changed: object]>([
    ["with a key", {}],
    ["of a plain hash over a credential", { algorithm: "sha256", key: undefined, text: [{ credential: "secret" }] }],
    ["with a part of a login", { key: { credential: "login", part: "password" } }],
    ["with a template", { value: [{ literal: "v0=" }, { from: "signature" }, { from: "timestamp" }] }],
    ["in the query", { header: undefined, query: "signature" }],
  ])("%s is accepted", async (_what, changed) => {
    const raw = JSON.parse(JSON.stringify(connector(changed)));
    expect(await checkConnector(raw)).toMatchObject({ signing: raw.signing });
  });

  it.each<[what: string, changed: object, field: string]>([
    ["an hmac without key", { key: undefined }, "signing[0].key"],
    ["a plain hash with a key", { algorithm: "sha256" }, "signing[0].key"],
    ["a plain hash without secret", { algorithm: "sha256", key: undefined }, "signing[0].text"],
    ["no place", { header: undefined }, "signing[0].header"],
    ["two places", { query: "signature" }, "signing[0].header"],
    ["a header of the connection", { header: "Host" }, "signing[0].header"],
    ["a query parameter with a space", { header: undefined, query: "a b" }, "signing[0].query"],
    [
      "a header of the connection for the time",
      { timestamp: { format: "unix", header: "Connection" } },
      "signing[0].timestamp.header",
    ],
    ["an unknown credential", { key: { credential: "secrets" } }, "signing[0].key.credential"],
    ["a whole login", { key: { credential: "login" } }, "signing[0].key.in"],
    ["an access token", { text: [{ credential: "token" }] }, "signing[0].text[0].in"],
    ["a part of a secret", { text: [{ credential: "secret", part: "user" }] }, "signing[0].text[0].part"],
    ["a part with two meanings", { text: [{ literal: "a", header: "b" }] }, "signing[0].text[0]"],
    ["an empty part", { text: [{}] }, "signing[0].text[0]"],
    ["a time that is not declared", { timestamp: undefined }, "signing[0].text[0].from"],
    ["a digest that is not declared", { text: [{ from: "body_digest" }] }, "signing[0].text[0].from"],
    ["a signature of itself", { text: [{ from: "signature" }] }, "signing[0].text[0].from"],
    ["a template without signature", { value: [{ literal: "a" }] }, "signing[0].value"],
    ["a template with the body", { value: [{ from: "signature" }, { from: "body" }] }, "signing[0].value[1].from"],
    ["a template with a header", { value: [{ from: "signature" }, { header: "X" }] }, "signing[0].value[1].header"],
    ["a template of two lines", { value: [{ from: "signature" }, { literal: "a\nb" }] }, "signing[0].value[1].literal"],
  ])("with %s is rejected", async (_what, changed, field) => {
    expect(await refusalOf(JSON.parse(JSON.stringify(connector(changed))))).toContain(`"${field}"`);
  });

  it("is named by tools, and its credentials must be allowed at their hosts", async () => {
    expect(await refusalOf(connector({}, {}, { sign: "singed" }))).toContain('Did you mean \\"signed\\"?');
    expect(await refusalOf(connector({}, { signing: [recipe, recipe] }))).toContain('"signing[1].name"');
    const elsewhere = { request: { ...tool.request, base_url: "https://other.example.com" } };
    const allow = ["api.example.com", "other.example.com"];
    expect(await refusalOf(connector({}, { allow }, elsewhere))).toContain('"tools[0].sign"');
  });
});
