import type { Clock } from "../../../model/clock.ts";
import type { Log } from "../../../model/log.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import type { Connector, ConnectorTool } from "../connector.ts";
import { createClientTokens } from "../execution/client-tokens.ts";
import { createPipeline } from "../execution/create-pipeline.ts";
import type { Mappings } from "../mappings/mappings.ts";
import type { Pipeline } from "../pipeline.ts";
import type { Vault } from "../secrets/vault.ts";

/** What a connector needs of a sandbox of ours: `sandboxes/` has those that fit. */
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

export interface PipelinesOptions {
  readonly outbound: Outbound;
  /** By the name that connectors give. */
  readonly sandboxes: ReadonlyMap<string, TenantSandbox>;
  readonly vault: Vault;
  readonly mappings: Mappings;
  readonly clock: Clock;
  readonly log: Log;
}

/** Whose connector it is: its secrets, its bookings in the sandbox. */
export interface OwnedConnector {
  readonly tenant: string;
  readonly connector: Connector;
}

export type Pipelines = (of: OwnedConnector, tool: ConnectorTool) => Pipeline;

export const createPipelines = ({ sandboxes, vault, ...shared }: PipelinesOptions): Pipelines => {
  // Found by id and secret: who cannot show both gets none.
  const tokens = createClientTokens({ outbound: shared.outbound });

  return ({ tenant, connector }, tool) => {
    const sandbox = connector.sandbox === undefined ? undefined : sandboxes.get(connector.sandbox);
    return createPipeline({
      ...shared,
      connector,
      tool,
      tokens,
      secrets: (name, host) => vault.open({ tenant, connector: connector.name, name }, host),
      sandbox: sandbox && {
        async handle(request) {
          const { body, encoding = "utf8", ...answer } = await sandbox.handle({ ...request, tenant });
          return { ...answer, body: Buffer.from(body, encoding) };
        },
      },
    });
  };
};
