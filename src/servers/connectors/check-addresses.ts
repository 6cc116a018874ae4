import type { ReportProblem } from "../../mcp/tools/input-problem.ts";
import type { Connector } from "./connector.ts";

const FORM = "an http or https address without user name, password, query and fragment";

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

export const checkAddresses = ({ base_url, allow, credentials = [] }: Connector, report: ReportProblem): void => {
  const hosts = new Set<string>();
  for (const [index, entry] of (allow ?? []).entries()) {
    const host = parseHost(entry);
    if (host === undefined)
      report(`allow[${index}]`, "be a host, or host:port", { allowed: "such as api.example.com" });
    else hosts.add(host);
  }
  const base = parseAddress(base_url);
  // The message does not repeat the address: it may contain a password.
  if (base === undefined) report("base_url", `be ${FORM}`, { allowed: FORM });
  const isAllowed = (url: URL): boolean =>
    allow === undefined
      ? base !== undefined && url.host === base.host
      : hosts.has(url.hostname) || hosts.has(`${url.hostname}:${portOf(url)}`);
  if (base !== undefined && !isAllowed(base)) {
    report("allow", `name the host of base_url, ${base.host}`, { hint: `Add ${base.host}, or leave allow out.` });
  }
  for (const [index, { kind, token_url }] of credentials.entries()) {
    const field = `credentials[${index}].token_url`;
    if (kind !== "oauth2_client") {
      if (token_url !== undefined) report(field, 'only be given with kind: "oauth2_client"');
      continue;
    }
    const token = token_url === undefined ? undefined : parseAddress(token_url);
    if (token === undefined) report(field, `be ${FORM}`, { allowed: FORM });
    else if (!isAllowed(token)) {
      report(field, "be at a host that the connector allows", { hint: `Add ${token.host} to allow.` });
    }
  }
};
