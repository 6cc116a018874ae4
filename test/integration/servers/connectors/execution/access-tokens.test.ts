import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createClientTokens } from "../../../../../src/servers/connectors/execution/client-tokens.ts";
import { type Answering, failureOf, json, outbound, pipelineFor, startApi } from "./api-server.ts";

let api: Awaited<ReturnType<typeof startApi>>;
let issuer: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  [api, issuer] = await Promise.all([startApi(), startApi()]);
});
afterAll(() => Promise.all([api.close(), issuer.close(), outbound.close()]));

let issued = 0;
const issuing: Answering = (response, request, nth) =>
  json({ access_token: `token-${++issued}`, token_type: "Bearer", expires_in: 3600 })(response, request, nth);
beforeEach(() => {
  issued = 0;
  issuer.answer(issuing);
  api.answer(json({ fine: true }));
});

const setUp = (tokens?: ReturnType<typeof createClientTokens>) => {
  const asked: string[] = [];
  const made = pipelineFor({
    baseUrl: api.url,
    connector: {
      credentials: [{ name: "client", kind: "oauth2_client", token_url: `${issuer.url}/token`, scope: "a b" }],
    },
    tool: {
      risk: "write",
      request: { method: "POST", path: "/x" },
      auth: [{ credential: "client", in: "bearer" }],
    },
    options: {
      secrets: async (name, host) => {
        asked.push(`${name} ${host}`);
        return { user: "id:1", password: "MARKED ü" };
      },
      ...(tokens !== undefined && { tokens }),
    },
  });
  return { ...made, asked };
};

describe("an access token for an API", () => {
  it("is fetched from its credential's host when first needed, and used until it expires", async () => {
    let now = 0;
    const { run, asked } = setUp(createClientTokens({ outbound, now: () => now }));
    expect((await run()).data).toEqual({ fine: true });
    await run();
    expect(asked.slice(0, 2)).toEqual([`client ${api.host}`, `client ${issuer.host}`]);
    expect(issuer.received).toHaveLength(1);
    expect(issuer.last().body.toString()).toBe("grant_type=client_credentials&scope=a+b");
    expect(issuer.last().headers.authorization).toBe(`Basic ${Buffer.from("id%3A1:MARKED+%C3%BC").toString("base64")}`);
    expect(api.received.map(({ headers }) => headers.authorization)).toEqual(["Bearer token-1", "Bearer token-1"]);
    now = 3_569_000;
    await run();
    expect(api.last().headers.authorization).toBe("Bearer token-1");
    now = 3_571_000;
    await run();
    expect(api.last().headers.authorization).toBe("Bearer token-2");
  });

  it("is fetched once for concurrent calls", async () => {
    const tokens = createClientTokens({ outbound });
    const [first, second] = [setUp(tokens), setUp(tokens)];
    await Promise.all([first.run(), second.run(), first.run(), second.run()]);
    expect(issuer.received).toHaveLength(1);
    expect(api.received).toHaveLength(4);
  });

  it("is fetched again once if the API rejects it", async () => {
    const { run } = setUp();
    await run();
    api.answer((response, request, nth) =>
      json({ nth }, request.headers.authorization === "Bearer token-1" ? 401 : 200)(response, request, nth),
    );
    expect((await run()).data).toEqual({ nth: 2 });
    api.answer(json({}, 401));
    expect(await failureOf(run())).toMatchObject({ details: { http_status: 401 } });
    expect(api.received).toHaveLength(2);
  });

  it("is requested with the other client authentication if the first is rejected", async () => {
    issuer.answer((response, request, nth) =>
      request.body.includes("client_secret")
        ? issuing(response, request, nth)
        : json({ error: "invalid_client" }, 401)(response, request, nth),
    );
    await setUp().run();
    expect(Object.fromEntries(new URLSearchParams(issuer.last().body.toString()))).toMatchObject({
      client_id: "id:1",
      client_secret: "MARKED ü",
    });
    expect(api.last().headers.authorization).toBe("Bearer token-1");
  });

  it.each<[what: string, answering: Answering, message: RegExp, retryable: boolean]>([
    [
      "a refusal",
      json({ error: "MARKED" }, 401),
      /did not return an access token: the token server answered with HTTP 401/,
      false,
    ],
    ["an outage", json({}, 503), /HTTP 503/, true],
    ["no JSON", (response) => void response.end("MARKED"), /not JSON/, false],
    ["no token", json({ access_token: 1 }), /contains none/, false],
    ["a token with a line end", json({ access_token: "a\r\nb" }), /contains none/, false],
    ["a token of another kind", json({ access_token: "a", token_type: "mac" }), /not a bearer token/, false],
  ])("has its own failure if it cannot be fetched: %s", async (_what, answering, message, retryable) => {
    issuer.answer(answering);
    const failure = await failureOf(setUp().run());
    expect(failure).toMatchObject({ details: { error_type: "token_refused", retryable } });
    expect(failure.message).toMatch(message);
    expect(failure.message + JSON.stringify(failure.details)).not.toMatch(/MARKED|127\.0\.0\.1/);
    expect(api.received).toHaveLength(0);
  });

  it("is masked in traces", async () => {
    api.answer((response, { headers }) => void response.end(JSON.stringify({ said: headers.authorization })));
    issuer.answer(json({ access_token: "MARKED-token" }));
    const { watched, traces } = setUp();
    expect((await watched()).data).toEqual({ said: "Bearer ***" });
    expect(JSON.stringify(traces)).not.toContain("MARKED");
  });
});
