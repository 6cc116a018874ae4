import type { Connector, ConnectorTool, CredentialSlot } from "./connector.ts";

type Based = Pick<Connector, "base_url">;
type Slot = Pick<CredentialSlot, "hosts" | "token_url">;

/** The address below which a tool sends its requests. */
export const baseOf = ({ base_url }: Based, { request }: Pick<ConnectorTool, "request">): string =>
  request.base_url ?? base_url;

/** The hosts of the requests that may carry a credential. */
export const requestHosts = ({ base_url }: Based, { hosts }: Slot): readonly string[] =>
  hosts ?? [new URL(base_url).host];

/** All hosts that receive a credential: those of the requests, and its token endpoint's. */
export const boundHosts = (connector: Based, slot: Slot): readonly string[] => {
  const token = slot.token_url === undefined ? [] : [new URL(slot.token_url).host];
  return [...new Set([...requestHosts(connector, slot), ...token])];
};
