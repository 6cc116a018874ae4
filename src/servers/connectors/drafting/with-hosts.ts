import type { Connector } from "../connector.ts";
import { baseOf } from "../request-hosts.ts";

const hostOf = (url: string): readonly string[] => (URL.canParse(url) ? [new URL(url).host] : []);

/** Allows the hosts that the tools of a drafted connector need, and gives each credential the hosts of the tools that use it. */
export const withHosts = ({ allow: _, credentials: slots, ...connector }: Connector): Connector => {
  const { base_url, tools } = connector;
  const [base] = hostOf(base_url);
  const credentials = (slots ?? []).map(({ hosts: _hosts, ...slot }) => {
    const users = tools.filter(({ auth = [] }) => auth.some(({ credential }) => credential === slot.name));
    const hosts = [...new Set(users.flatMap((tool) => hostOf(baseOf(connector, tool))))].sort();
    return hosts.every((host) => host === base) ? slot : { ...slot, hosts };
  });
  const allow = new Set([
    ...hostOf(base_url),
    ...tools.flatMap(({ request }) => hostOf(request.base_url ?? base_url)),
    ...credentials.flatMap(({ token_url }) => hostOf(token_url ?? base_url)),
  ]);
  return {
    ...connector,
    ...(allow.size > 1 && { allow: [...allow] }),
    ...(credentials.length > 0 && { credentials }),
  };
};
