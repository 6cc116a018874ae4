import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { frozenClock } from "../../../../../src/model/clock.ts";
import { keys } from "../../../../../src/model/keys.ts";
import { createMemoryStore } from "../../../../../src/platform/stores/memory.ts";
import type { Store } from "../../../../../src/platform/stores/store.ts";
import { storeDoesNotAnswer } from "../../../../../src/platform/stores/store-failure.ts";
import { createRefreshTokens } from "../../../../../src/servers/connectors/execution/refresh-tokens.ts";
import { openVault } from "../../../../../src/servers/connectors/secrets/vault.ts";
import { type Answering, failureOf, json, outbound, pipelineFor, startApi } from "./api-server.ts";

let api: Awaited<ReturnType<typeof startApi>>;
let issuer: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  [api, issuer] = await Promise.all([startApi(), startApi()]);
});
afterAll(() => Promise.all([api.close(), issuer.close(), outbound.close()]));

const clock = frozenClock(Date.parse("2026-11-02T12:00:00Z"));
const secret = { tenant: "acme", connector: "test", name: "login" };
const VALUE = { client_id: "app", client_secret: "MARKED-secret", refresh_token: "MARKED-refresh-0" };

let last = 0;
/** Accepts each refresh token once, as servers with rotation do. */
const rotating: Answering = (response, request, nth) => {
  const sent = new URLSearchParams(request.body.toString()).get("refresh_token");
  if (sent !== `MARKED-refresh-${last}`) return json({ error: "invalid_grant" }, 400)(response, request, nth);
  last += 1;
  return json({
    ...{ access_token: `MARKED-access-${last}`, refresh_token: `MARKED-refresh-${last}`, token_type: "Bearer" },
    expires_in: 3600,
  })(response, request, nth);
};
beforeEach(() => {
  last = 0;
  issuer.answer(rotating);
  api.answer(json({ fine: true }));
});

/** Nodes with a vault on one store. `storeOf` may replace the store of each. */
const setUp = async ({ value = VALUE as object, storeOf = (store: Store) => store } = {}) => {
  const store = createMemoryStore({ now: clock.now, realTime: Date.now });
  const key = randomBytes(32);
  let now = clock.now();
  const lines: string[] = [];
  const line = (event: string, facts?: unknown) => void lines.push(`${event} ${JSON.stringify(facts)}`);
  const log = { debug: line, info: line, warn: line, error: line };
  const vaultOf = (of: Store) => openVault({ store: of, clock, key, log });
  const vault = vaultOf(store);
  const put = (given: object) => vault.put(secret, given as typeof VALUE, [issuer.host, api.host]);
  await put(value);
  const node = () => {
    const own = vaultOf(storeOf(store));
    const made = pipelineFor({
      baseUrl: api.url,
      connector: { credentials: [{ name: "login", kind: "oauth2_refresh", token_url: `${issuer.url}/token` }] },
      tool: { auth: [{ credential: "login", in: "bearer" }] },
      options: {
        refreshTokens: createRefreshTokens({ outbound, now: () => now }),
        secrets: (name, host) => own.open({ ...secret, name }, host),
        renewSecret: (name, host, renewal) => own.renew({ ...secret, name }, host, renewal),
      },
    });
    return { ...made, vault: own };
  };
  return {
    ...{ store, lines, node, put },
    kept: () => vault.open(secret, issuer.host),
    pass(ms: number) {
      now += ms;
    },
  };
};

const sentTokens = () => api.received.map(({ headers }) => headers.authorization);
const formOf = (body: Buffer) => Object.fromEntries(new URLSearchParams(body.toString()));

describe("a refresh token", () => {
  it("is exchanged for an access token that is used until shortly before it expires, by all nodes", async () => {
    const { node, pass } = await setUp();
    const [here, there] = [node(), node()];
    expect((await here.run()).data).toEqual({ fine: true });
    expect(formOf(issuer.last().body)).toEqual({ grant_type: "refresh_token", refresh_token: "MARKED-refresh-0" });
    expect(issuer.last().headers.authorization).toBe(`Basic ${Buffer.from("app:MARKED-secret").toString("base64")}`);
    await there.run();
    pass(3_569_000);
    await here.run();
    pass(2_000);
    await there.run();
    await here.run();
    const [first, second] = ["Bearer MARKED-access-1", "Bearer MARKED-access-2"];
    expect(sentTokens()).toEqual([first, first, first, second, second]);
    expect(issuer.received).toHaveLength(2);
  });

  it("is stored with its successor before the new access token is used", async () => {
    const { node, kept } = await setUp();
    const seen: Promise<unknown>[] = [];
    api.answer((response, request, nth) => {
      seen.push(kept());
      json({})(response, request, nth);
    });
    await node().run();
    expect(await seen[0]).toMatchObject({ refresh_token: "MARKED-refresh-1", access_token: "MARKED-access-1" });
  });

  it("is used once by many calls on several nodes", async () => {
    const { node } = await setUp();
    const nodes = [node(), node(), node()];
    await Promise.all(nodes.flatMap(({ run }) => [run(), run(), run(), run()]));
    expect(issuer.received).toHaveLength(1);
    expect(new Set(sentTokens())).toEqual(new Set(["Bearer MARKED-access-1"]));
  });

  it("is kept if the server returns no other", async () => {
    issuer.answer(json({ access_token: "MARKED-access", expires_in: 60 }));
    const { node, kept } = await setUp({ value: { client_id: "app", refresh_token: "MARKED-refresh-0" } });
    await node().run();
    expect(await kept()).toMatchObject({ refresh_token: "MARKED-refresh-0", access_token: "MARKED-access" });
    expect(issuer.last().headers.authorization).toBeUndefined();
    expect(formOf(issuer.last().body)).toMatchObject({ client_id: "app" });
    expect(formOf(issuer.last().body)).not.toHaveProperty("client_secret");
  });

  it("is used again once if the API rejects the access token, on whatever nodes", async () => {
    const { node } = await setUp();
    const [here, there] = [node(), node()];
    await here.run();
    api.answer((response, request, nth) =>
      json({}, request.headers.authorization === "Bearer MARKED-access-1" ? 401 : 200)(response, request, nth),
    );
    await Promise.all([here.run(), there.run(), here.run(), there.run()]);
    expect(issuer.received).toHaveLength(2);
    api.answer(json({}, 401));
    expect(await failureOf(here.run())).toMatchObject({ details: { http_status: 401 } });
    expect(api.received).toHaveLength(2);
  });

  it("is taken over from a node that ended while it held the lease", async () => {
    const { node, store } = await setUp();
    const lease = keys.connectorSecretLease("acme", "test", "login");
    await store.put(lease, { by: "a node that ended" }, { ifVersion: 0, expiresAt: clock.now() + 300 });
    await node().run();
    expect(sentTokens()).toEqual(["Bearer MARKED-access-1"]);
    expect(await store.get(lease)).toBeUndefined();
  });

  it.each([true, false])("reaches a store that does not answer at first (carried out: %s)", async (isCarriedOut) => {
    let failures = 2;
    const { node, kept, lines } = await setUp({
      storeOf: (store) => ({
        ...store,
        async put(key, value, options) {
          if (!key.endsWith(":lease") && --failures >= 0) {
            if (isCarriedOut) await store.put(key, value, options);
            throw storeDoesNotAnswer("unknown", new Error("MARKED"));
          }
          return store.put(key, value, options);
        },
      }),
    });
    await node().run();
    expect(issuer.received).toHaveLength(1);
    expect(await kept()).toMatchObject({ refresh_token: "MARKED-refresh-1" });
    expect(lines.join()).toContain("not stored yet");
    expect(lines.join()).not.toContain("MARKED");
  });

  it("gives way to one that an operator sets while it is exchanged", async () => {
    const { node, put, kept } = await setUp();
    let isFirst = true;
    issuer.answer(async (response, request, nth) => {
      if (isFirst) await put({ ...VALUE, refresh_token: "MARKED-refresh-1" });
      isFirst = false;
      rotating(response, request, nth);
    });
    await node().run();
    expect(sentTokens()).toEqual(["Bearer MARKED-access-2"]);
    expect(await kept()).toMatchObject({ refresh_token: "MARKED-refresh-2" });
  });

  it("that is rejected is reported with what an operator has to do, and not sent again for a minute", async () => {
    const { node, put, pass, lines } = await setUp();
    last = 5;
    const { run, watched, traces } = node();
    const failure = await failureOf(watched());
    expect(failure.message).toBe(
      "Test API did not return an access token: the refresh token of 'login' is not accepted (invalid_grant).",
    );
    expect(failure.details).toMatchObject({ error_type: "refresh_token_rejected", retryable: false });
    expect(failure.details.hint).toContain("sign in at the API again");
    await failureOf(run());
    await failureOf(node().run());
    expect(issuer.received).toHaveLength(1);
    pass(61_000);
    await failureOf(run());
    expect(issuer.received).toHaveLength(2);
    await put({ ...VALUE, refresh_token: "MARKED-refresh-5" });
    expect((await run()).data).toEqual({ fine: true });
    expect(JSON.stringify([failure, failure.message, traces, lines])).not.toContain("MARKED");
  });

  it("stays usable after an answer that was lost", async () => {
    const { node, kept } = await setUp();
    issuer.answer((response) => void response.socket?.destroy());
    const { run } = node();
    expect(await failureOf(run())).toMatchObject({ kind: "unavailable", details: { error_type: "token_refused" } });
    expect(await kept()).toEqual(VALUE);
    issuer.answer(rotating);
    await run();
    expect(sentTokens()).toEqual(["Bearer MARKED-access-1"]);
  });

  it("is exchanged to the end when the node stops", async () => {
    const { node, kept } = await setUp();
    let answer = () => undefined as unknown;
    issuer.answer((response, request, nth) => {
      answer = () => rotating(response, request, nth);
    });
    const { run, vault } = node();
    const calling = run();
    await expect.poll(() => issuer.received.length).toBe(1);
    const closing = vault.close();
    answer();
    await closing;
    expect(await kept()).toMatchObject({ refresh_token: "MARKED-refresh-1" });
    await calling;
  });

  it("and its access token are masked in traces and results", async () => {
    const { node } = await setUp();
    api.answer((response, { headers }) => void response.end(JSON.stringify({ said: headers.authorization })));
    const { watched, traces, lines } = node();
    expect((await watched()).data).toEqual({ said: "Bearer ***" });
    expect(JSON.stringify([traces, lines])).not.toContain("MARKED");
  });
});
