/**
 * Returns OAuth protected resource metadata (RFC 9728), for `/.well-known/oauth-protected-resource`. Without an issuer, names no authorization server, because
 * people hand out the keys.
 */
export const protectedResourceMetadata = ({
  resource,
  issuer,
  scopes,
}: {
  /** The URL of the MCP endpoint as clients know it. */
  readonly resource: string;
  readonly issuer?: string | undefined;
  readonly scopes: readonly string[];
}) => ({
  resource,
  resource_name: "Taxiway",
  ...(issuer !== undefined && { authorization_servers: [issuer] }),
  ...(scopes.length > 0 && { scopes_supported: scopes }),
  bearer_methods_supported: ["header"],
});

/** Returns the URL of a path as clients know it: below the public URL, or else at the host of the request, if it is valid. */
export const resourceAddress = (publicUrl: string | undefined, host: string | undefined, path: string): string => {
  if (publicUrl === undefined) return `http://${isHost(host) ? host : "localhost"}${path}`;
  const { origin, pathname } = new URL(publicUrl);
  const base = pathname.replace(/\/+$/, "");
  // A proxy may pass its own part of the path on.
  return `${origin}${base}${path.startsWith(`${base}/`) ? path.slice(base.length) : path}`;
};

const isHost = (host: string | undefined): boolean =>
  host !== undefined && /^[\w.:[\]-]+$/.test(host) && URL.canParse(`http://${host}`);

/** Returns the URL of a resource's metadata: the well-known part comes before the path (RFC 9728, section 3.1). */
export const metadataUrlOf = (resource: string): string => {
  const { origin, pathname } = new URL(resource);
  return `${origin}/.well-known/oauth-protected-resource${pathname === "/" ? "" : pathname}`;
};

export interface Challenge {
  readonly metadataUrl: string;
  /** Absent for a request without credentials, as RFC 6750, section 3.1, requires. */
  readonly error?: "invalid_token" | "insufficient_scope" | undefined;
  readonly description?: string | undefined;
  /** The scopes that would suffice. */
  readonly scopes?: readonly string[] | undefined;
}

/** Returns the WWW-Authenticate header for a 401, or for a 403 because of missing scopes. */
export const challenge = ({ metadataUrl, error, description, scopes }: Challenge): string => {
  const parameters = {
    error,
    error_description: description,
    scope: scopes?.join(" "),
    resource_metadata: metadataUrl,
  };
  const pairs = Object.entries(parameters)
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([name, value]) => `${name}="${quotable(value as string)}"`);
  return `Bearer ${pairs.join(", ")}`;
};

/** RFC 6750 allows printable ASCII without quotes and backslashes; other characters could end the header early. */
const quotable = (text: string): string => text.replaceAll('"', "'").replace(/[^\x20-\x7e]|\\/g, "?");
