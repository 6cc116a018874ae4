import type { Clock } from "../../../model/clock.ts";
import type { Log } from "../../../model/log.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import type { Connector, ConnectorTool } from "../connector.ts";
import { createClientTokens } from "../execution/client-tokens.ts";
import { createPipeline } from "../execution/create-pipeline.ts";
import { createRefreshTokens } from "../execution/refresh-tokens.ts";
import type { Mappings } from "../mappings/mappings.ts";
import type { Pipeline } from "../pipeline.ts";
import type { Vault } from "../secrets/vault.ts";

/** A sandbox as connectors use it, with one state per tenant; `sandboxes/` has implementations. */
export interface TenantSandbox {
  handle(request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string | undefined>>;
    readonly body: string;
    readonly requestId: string;
    readonly tenant: string;
  }): Promise<{
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly encoding?: "latin1";
  }>;
}

interface PipelinesOptions {
  readonly outbound: Outbound;
  /** By the name that connectors use. */
  readonly sandboxes: ReadonlyMap<string, TenantSandbox>;
  readonly vault: Vault;
  readonly mappings: Mappings;
  readonly clock: Clock;
  readonly log: Log;
}

/** A connector and the tenant whose secrets and sandbox bookings its calls use. */
interface OwnedConnector {
  readonly tenant: string;
  readonly connector: Connector;
}

/** Returns the pipeline of a tool. */
export type Pipelines = (owned: OwnedConnector, tool: ConnectorTool) => Pipeline;

export const createPipelines = ({ sandboxes, vault, ...shared }: PipelinesOptions): Pipelines => {
  // Shared by all tenants: the cache key contains client id and secret, so a token is only found by its owner.
  const tokens = createClientTokens({ outbound: shared.outbound });
  const refreshTokens = createRefreshTokens({ outbound: shared.outbound });

  return ({ tenant, connector }, tool) => {
    const sandbox = connector.sandbox === undefined ? undefined : sandboxes.get(connector.sandbox);
    return createPipeline({
      ...shared,
      connector,
      tool,
      tokens,
      refreshTokens,
      secrets: (name, host) => vault.open({ tenant, connector: connector.name, name }, host),
      renewSecret: (name, host, renewal) => vault.renew({ tenant, connector: connector.name, name }, host, renewal),
      sandbox: sandbox && {
        async handle(request) {
          const { body, encoding = "utf8", ...answer } = await sandbox.handle({ ...request, tenant });
          return { ...answer, body: Buffer.from(body, encoding) };
        },
      },
    });
  };
};
