import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ConnectorSandbox } from "../../../../../src/servers/connectors/execution/send-request.ts";
import type { SecretValue } from "../../../../../src/servers/connectors/secrets/vault.ts";
import { failureOf, json, outbound, pipelineFor, startApi } from "./api-server.ts";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
  api.answer(json({ from: "api" }));
});
afterAll(() => Promise.all([api.close(), outbound.close()]));

type Asked = Parameters<ConnectorSandbox["handle"]>[0];

const setUp = (secrets: Record<string, SecretValue>, handle?: ConnectorSandbox["handle"]) => {
  const asked: Asked[] = [];
  const sandbox: ConnectorSandbox = {
    handle: async (request) => {
      asked.push(request);
      return (
        handle?.(request) ?? {
          status: 200,
          headers: { "content-type": "application/json" },
          body: '{"from":"sandbox"}',
        }
      );
    },
  };
  const { run } = pipelineFor({
    baseUrl: `${api.url}/RestService`,
    connector: { sandbox: "capcorn", credentials: [{ name: "user" }, { name: "pin" }] },
    tool: {
      risk: "write",
      request: {
        method: "POST",
        path: "/Room",
        bindings: [{ argument: "name", in: "body" }],
        body: { format: "xml", root: "r", xml: { encoding: "iso-8859-1" } },
      },
      http: { timeout_ms: 300, max_bytes: 100 },
      auth: [{ credential: "user", in: "query", name: "user" }],
    },
    secrets,
    options: { sandbox },
  });
  return { run, asked };
};

describe("a connector with a sandbox", () => {
  it("uses it as long as it has no credentials", async () => {
    const { run, asked } = setUp({});
    expect(await run({ name: "Müller" })).toMatchObject({ data: { from: "sandbox" }, source: "sandbox" });
    expect(asked).toMatchObject([
      {
        method: "POST",
        url: "/Room?user=sandbox",
        headers: { "content-type": "application/xml; charset=iso-8859-1" },
        body: '<?xml version="1.0" encoding="ISO-8859-1"?><r><name>Müller</name></r>',
        requestId: "correlation-1",
      },
    ]);
  });

  it("calls the API only once it has all credentials", async () => {
    const whole = setUp({ user: "u", pin: "1" });
    expect(await whole.run()).toMatchObject({ data: { from: "api" }, source: "live" });
    expect(api.last().url).toBe("/RestService/Room?user=u");
    expect(whole.asked).toHaveLength(0);
    const half = setUp({ pin: "1" });
    expect(await failureOf(half.run())).toMatchObject({
      details: { error_type: "credential_missing", credential: "user" },
    });
    expect(half.asked).toHaveLength(0);
  });

  it("handles its errors, timeouts and oversized answers as it would the API's", async () => {
    const answer = (status: number, body: string) => async () => ({ status, headers: {}, body });
    expect(await failureOf(setUp({}, answer(422, '{"message":"No"}')).run())).toMatchObject({
      message: "Test API answered with HTTP 422: No.",
    });
    expect(await failureOf(setUp({}, answer(200, "x".repeat(200))).run())).toMatchObject({
      details: { error_type: "too_large" },
    });
    expect(await failureOf(setUp({}, () => new Promise(() => {})).run())).toMatchObject({ kind: "timeout" });
  });
});
