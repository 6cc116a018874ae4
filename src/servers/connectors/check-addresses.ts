import { type ReportProblem, shortened } from "../../mcp/tools/input-problem.ts";
import type { Connector } from "./connector.ts";
import { CREDENTIAL_KINDS, kindOf } from "./credential-kinds.ts";
import { requestHosts } from "./request-hosts.ts";
import { recipeOf, signingCredentials } from "./signing-credentials.ts";

export const ADDRESS_FORM = "an http or https address without user name, password, query and fragment";

/** Parses an address of a connector. The outbound guard decides later whether it may be called. */
export const parseAddress = (text: string): URL | undefined => {
  if (/[\s\p{Cc}\\]/u.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isPlain = url.username === "" && url.password === "" && url.search === "" && url.hash === "";
  return isPlain && /^https?:$/.test(url.protocol) ? url : undefined;
};

/** Normalizes `host` or `host:port` as URLs write it. */
const parseHost = (entry: string): string | undefined => {
  if (/[\s\p{Cc}\\/@?#]/u.test(entry) || !URL.canParse(`https://${entry}`)) return undefined;
  // The URL parser drops the default port.
  const port = /:(\d{1,5})$/.exec(entry)?.[1];
  const { hostname } = new URL(`https://${entry}`);
  return port === undefined ? hostname : `${hostname}:${Number(port)}`;
};

const portOf = ({ protocol, port }: URL): string => port || (protocol === "https:" ? "443" : "80");

/** Checks base URLs and token endpoints against `allow`, and that each credential goes only to its own hosts. */
export const checkAddresses = (connector: Connector, report: ReportProblem): void => {
  const { base_url, allow, credentials = [], tools } = connector;
  const listed = new Set<string>();
  for (const [index, entry] of (allow ?? []).entries()) {
    const host = parseHost(entry);
    if (host === undefined)
      report(`allow[${index}]`, "be a host, or host:port", { allowed: "such as api.example.com" });
    else listed.add(host);
  }
  const base = parseAddress(base_url);
  // The message does not repeat the address: it may contain a password.
  if (base === undefined) {
    report("base_url", `be ${ADDRESS_FORM}`, { allowed: ADDRESS_FORM });
    return;
  }
  const isAllowed = (url: URL): boolean =>
    allow === undefined
      ? url.host === base.host
      : listed.has(url.hostname) || listed.has(`${url.hostname}:${portOf(url)}`);
  if (!isAllowed(base)) {
    report("allow", `name the host of base_url, ${base.host}`, { hint: `Add ${base.host}, or leave allow out.` });
  }
  const checked = (text: string, field: string): URL | undefined => {
    const url = parseAddress(text);
    if (url === undefined) report(field, `be ${ADDRESS_FORM}`, { allowed: ADDRESS_FORM });
    else if (!isAllowed(url)) {
      report(field, "be at a host that the connector allows", { hint: `Add ${url.host} to allow.` });
    }
    return url;
  };

  for (const [index, slot] of credentials.entries()) {
    const { token_url, hosts = [] } = slot;
    const at = `credentials[${index}]`;
    if (CREDENTIAL_KINDS[kindOf(slot)].isExchanged) checked(token_url ?? "", `${at}.token_url`);
    else if (token_url !== undefined) {
      report(`${at}.token_url`, 'only be given with kind: "oauth2_client" or "oauth2_refresh"');
    }
    for (const [position, host] of hosts.entries()) {
      const urls = ["https", "http"].flatMap((scheme) => parseAddress(`${scheme}://${host}`) ?? []);
      if (urls.some((url) => url.host === host && isAllowed(url))) continue;
      report(`${at}.hosts[${position}]`, "be a host that the connector allows", { value: shortened(host) });
    }
  }

  const slots = new Map(credentials.map((slot) => [slot.name, slot]));
  for (const [index, tool] of tools.entries()) {
    const { base_url: own } = tool.request;
    const recipe = recipeOf(connector, tool);
    const { host } = (own === undefined ? base : checked(own, `tools[${index}].request.base_url`)) ?? base;
    const used = [
      ...(tool.auth ?? []).map(({ credential }, step) => ({ credential, field: `auth[${step}].credential` })),
      ...(recipe ? signingCredentials(recipe) : []).map(({ credential }) => ({ credential, field: "sign" })),
    ];
    for (const { credential, field } of used) {
      const slot = slots.get(credential);
      if (slot === undefined || requestHosts(connector, slot).includes(host)) continue;
      report(
        `tools[${index}].${field}`,
        field === "sign"
          ? `use credentials that may be sent to ${host}`
          : `be a credential that may be sent to ${host}`,
        {
          hint: `Add ${host} to the hosts of the credential '${credential}'.`,
        },
      );
    }
  }
};
