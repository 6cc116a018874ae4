import type { Found } from "../../mcp/tools/check-text.ts";
import type { Connector } from "./connector.ts";

const FORM = "an http or https address without user name, password, query and fragment";

/** The address, if it may stand in a connector. Whether it may be called is for the outbound guard to say. */
export const parseAddress = (text: string): URL | undefined => {
  if (/[\s\p{Cc}\\]/u.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isPlain = url.username === "" && url.password === "" && url.search === "" && url.hash === "";
  return isPlain && /^https?:$/.test(url.protocol) ? url : undefined;
};

/** `host` or `host:port` in the way that URLs write it. */
const parseHost = (entry: string): string | undefined => {
  if (/[\s\p{Cc}\\/@?#]/u.test(entry) || !URL.canParse(`https://${entry}`)) return undefined;
  // The usual port would vanish with its scheme.
  const port = /:(\d{1,5})$/.exec(entry)?.[1];
  const { hostname } = new URL(`https://${entry}`);
  return port === undefined ? hostname : `${hostname}:${Number(port)}`;
};

const portOf = ({ protocol, port }: URL): string => port || (protocol === "https:" ? "443" : "80");

export const checkAddresses = ({ base_url, allow, credentials = [] }: Connector, found: Found): void => {
  const hosts = new Set<string>();
  for (const [index, entry] of (allow ?? []).entries()) {
    const host = parseHost(entry);
    if (host === undefined) found(`allow[${index}]`, "be a host, or host:port", { allowed: "such as api.example.com" });
    else hosts.add(host);
  }
  const base = parseAddress(base_url);
  // Not repeated: there may be a password in it.
  if (base === undefined) found("base_url", `be ${FORM}`, { allowed: FORM });
  const isAllowed = (url: URL): boolean =>
    allow === undefined
      ? base !== undefined && url.host === base.host
      : hosts.has(url.hostname) || hosts.has(`${url.hostname}:${portOf(url)}`);
  if (base !== undefined && !isAllowed(base)) {
    found("allow", `name the host of base_url, ${base.host}`, { hint: `Add ${base.host}, or leave allow out.` });
  }
  for (const [index, { kind, token_url }] of credentials.entries()) {
    const field = `credentials[${index}].token_url`;
    if (kind !== "oauth2_client") {
      if (token_url !== undefined) found(field, 'only be given with kind: "oauth2_client"');
      continue;
    }
    const token = token_url === undefined ? undefined : parseAddress(token_url);
    if (token === undefined) found(field, `be ${FORM}`, { allowed: FORM });
    else if (!isAllowed(token)) {
      found(field, "be at a host that the connector allows", { hint: `Add ${token.host} to allow.` });
    }
  }
};
