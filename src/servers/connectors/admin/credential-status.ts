import type { Connector, ConnectorTool, CredentialSlot } from "../connector.ts";
import { boundHosts } from "../request-hosts.ts";
import type { Vault } from "../secrets/vault.ts";
import { recipeOf, signingCredentials } from "../signing-credentials.ts";

interface CredentialStatus {
  readonly slot: CredentialSlot;
  /** The hosts that the document names. */
  readonly hosts: readonly string[];
  readonly isSet: boolean;
  /** The hosts that a value was set for. */
  readonly bound?: readonly string[];
}

/** Which credentials of a connector are set. One that was set for other hosts is not. */
export const credentialStatus = async (
  connector: Connector,
  vault: Pick<Vault, "list">,
  tenant: string,
): Promise<readonly CredentialStatus[]> => {
  const kept = (await vault.list(tenant)).filter((secret) => secret.connector === connector.name);
  return (connector.credentials ?? []).map((slot) => {
    const hosts = boundHosts(connector, slot);
    const bound = kept.find((each) => each.name === slot.name)?.hosts;
    const isSet = bound !== undefined && hosts.every((host) => bound.includes(host));
    return { slot, hosts, isSet, ...(bound !== undefined && { bound }) };
  });
};

/** The names of credentials without which the tools of a connector cannot be called. A sandbox needs none. */
export const missingCredentials = async (
  connector: Connector,
  vault: Pick<Vault, "list">,
  tenant: string,
): Promise<readonly string[]> => {
  const needed = new Set(connector.tools.flatMap((tool) => neededBy(connector, tool)));
  if (connector.sandbox !== undefined || needed.size === 0) return [];
  const all = await credentialStatus(connector, vault, tenant);
  return all.filter(({ slot, isSet }) => !isSet && needed.has(slot.name)).map(({ slot }) => slot.name);
};

const neededBy = (connector: Connector, tool: ConnectorTool): readonly string[] => {
  const recipe = recipeOf(connector, tool);
  return [
    ...(tool.auth ?? []).filter(({ optional }) => optional !== true),
    ...(recipe === undefined ? [] : signingCredentials(recipe)),
  ].map(({ credential }) => credential);
};
