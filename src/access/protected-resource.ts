/** The document of RFC 9728 at `/.well-known/oauth-protected-resource`, where clients look when they are refused. */
export interface ProtectedResourceMetadata {
  readonly resource: string;
  readonly resource_name: string;
  readonly authorization_servers?: readonly string[];
  readonly scopes_supported?: readonly string[];
  readonly bearer_methods_supported: readonly ["header"];
}

/** Without an issuer there is nobody to get a token from: keys are handed out by people, and no client goes looking. */
export const protectedResourceMetadata = ({
  resource,
  issuer,
  scopes,
}: {
  /** The MCP endpoint's address as clients know it. */
  readonly resource: string;
  readonly issuer?: string | undefined;
  readonly scopes: readonly string[];
}): ProtectedResourceMetadata => ({
  resource,
  resource_name: "Taxiway",
  ...(issuer !== undefined && { authorization_servers: [issuer] }),
  ...(scopes.length > 0 && { scopes_supported: scopes }),
  bearer_methods_supported: ["header"],
});

/**
 * A path's address as clients know it: below the public one, else below the host they asked for. What they wrote there
 * goes into headers and is read as an address, so it has to be a host.
 */
export const resourceAddress = (publicUrl: string | undefined, host: string | undefined, path: string): string => {
  if (publicUrl === undefined) return `http://${isHost(host) ? host : "localhost"}${path}`;
  const { origin, pathname } = new URL(publicUrl);
  const base = pathname.replace(/\/+$/, "");
  // A proxy may pass its own part of the path on, as the well-known form has it in the middle.
  return `${origin}${base}${path.startsWith(`${base}/`) ? path.slice(base.length) : path}`;
};

const isHost = (host: string | undefined): boolean =>
  host !== undefined && /^[\w.:[\]-]+$/.test(host) && URL.canParse(`http://${host}`);

/** Where the metadata of a resource is: the well-known part comes before its path (RFC 9728, section 3.1). */
export const metadataUrlOf = (resource: string): string => {
  const { origin, pathname } = new URL(resource);
  return `${origin}/.well-known/oauth-protected-resource${pathname === "/" ? "" : pathname}`;
};

export interface Challenge {
  readonly metadataUrl: string;
  /** Absent when nothing was shown at all: RFC 6750, section 3.1, wants no error then. */
  readonly error?: "invalid_request" | "invalid_token" | "insufficient_scope" | undefined;
  readonly description?: string | undefined;
  /** What would be enough. */
  readonly scopes?: readonly string[] | undefined;
}

/** The value of WWW-Authenticate that goes with a 401, or with a 403 for want of scope. */
export const challenge = ({ metadataUrl, error, description, scopes }: Challenge): string => {
  const parameters = {
    error,
    error_description: description,
    scope: scopes?.join(" "),
    resource_metadata: metadataUrl,
  };
  const written = Object.entries(parameters)
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([name, value]) => `${name}="${quotable(value as string)}"`);
  return `Bearer ${written.join(", ")}`;
};

/** RFC 6750 allows printable ASCII without quote and backslash; anything else could end the header early. */
const quotable = (text: string): string => text.replaceAll('"', "'").replace(/[^\x20-\x7e]|\\/g, "?");
