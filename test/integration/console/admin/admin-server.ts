import { onTestFinished } from "vitest";
import { createAdminEndpoint, createAdminMount } from "../../../../src/mcp/transports/http/admin-endpoint.ts";
import { createCapacity } from "../../../../src/mcp/transports/http/capacity.ts";
import { serveHttp } from "../../../../src/mcp/transports/http/http.ts";
import { createAnswering } from "../../../../src/mcp/transports/http/http-context.ts";
import { createJsonPosts } from "../../../../src/mcp/transports/http/json-posts.ts";
import { createOriginPolicy } from "../../../../src/mcp/transports/http/origin-policy.ts";
import type { AdminApi } from "../../../../src/model/admin-route.ts";
import type { Grant } from "../../../../src/model/grant.ts";
import { createAdmission } from "../../../../src/platform/limits/admission.ts";
import { createClientAddress } from "../../../../src/platform/limits/client-address.ts";
import { recordingLog } from "../../../fixtures/access/access-fixture.ts";
import { type Asking, ask } from "../../../fixtures/mcp/transports/http/raw-http.ts";

export const GRANT: Grant = { tenant: "acme", keyId: "key-1", admin: true };
export const MOST_BYTES = 1_000;

/** An admin endpoint for the test's own API, without authentication. Closed with the test. */
export const serveAdmin = async (api: AdminApi, authenticate: () => Grant = () => GRANT) => {
  const { log, lines } = recordingLog();
  const cap = { total: 100, perClient: 100 };
  const admission = createAdmission({ requests: cap, streams: cap });
  const answering = createAnswering(false);
  const trace = (_: string, work: () => void) => work();
  const posts = createJsonPosts({ answering, log, trace, maxBodyBytes: MOST_BYTES });
  const endpoint = createAdminEndpoint({
    ...{ api, path: "/admin", answering, posts, maxBodyBytes: () => MOST_BYTES, authentication: { authenticate } },
  });
  const mount = createAdminMount({ api: endpoint, own: new Map(), limiter: undefined, answering });
  const server = await serveHttp({
    ...{ host: "127.0.0.1", port: 0, endpoints: new Map(), mounts: new Map([["/admin", mount]]), pages: new Map() },
    ...{
      originPolicy: createOriginPolicy({ host: "127.0.0.1", allowedHosts: [], allowedOrigins: [] }),
      answering,
      log,
      trace,
    },
    ...{
      capacity: createCapacity(admission),
      rateLimiter: undefined,
      isUnlimited: () => false,
      clientAddress: createClientAddress([]),
    },
    ...{ requestId: (sent = "request-1") => sent, observe: () => undefined },
  });
  onTestFinished(async () => {
    await server.close(0);
    admission.close();
  });
  return { port: server.port, endpoint, lines };
};

/** Sends JSON with a key, and parses the answer. */
export const askJson = async (port: number, key: string | undefined, method: string, path: string, json?: unknown) => {
  const asking: Asking = {
    ...{ method, path },
    headers: {
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...(json !== undefined && { "Content-Type": "application/json" }),
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  };
  const { status, headers, text } = await ask(port, asking);
  // biome-ignore lint/suspicious/noExplicitAny: what comes back is the thing under test
  return { status, headers, text, body: (text === "" ? undefined : JSON.parse(text)) as any };
};
