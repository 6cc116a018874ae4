/** Which web pages may call a path. Requests without an Origin header do not come from a page: every rule takes them. */
export type OriginRule = "any" | "trusted" | "own";

/** The source of answers: generated data, or a live service. */
export type Source = "sandbox" | "live";

export interface Reach {
  readonly what: string;
  readonly paths: readonly string[];
  /** Limits the row to answers from this source. */
  readonly source?: Source;
  readonly origins: OriginRule;
}

export const FLIGHTS = "/mcp/flights";
/** The row for every path without one of its own: connectors, and modules that TAXIWAY_MODULES names. */
export const NAMED_SERVERS = "/mcp/<connector>";

/** Which origins may call what. Used to decide requests, and for the start text, the Settings page and docs/security.md. */
export const REACH: readonly Reach[] = [
  { what: "GDS", paths: ["/mcp", "/mcp/gds"], origins: "any" },
  { what: "Duffel and CapCorn sandboxes", paths: ["/duffel", "/capcorn"], origins: "any" },
  { what: "Flights without a Duffel key", paths: [FLIGHTS], source: "sandbox", origins: "any" },
  { what: "Connectors in sandbox mode", paths: [NAMED_SERVERS], source: "sandbox", origins: "any" },
  { what: "Health and metrics", paths: ["/health", "/metrics"], origins: "any" },
  { what: "Flights with a Duffel key", paths: [FLIGHTS], source: "live", origins: "trusted" },
  { what: "Connectors in live mode", paths: [NAMED_SERVERS], source: "live", origins: "trusted" },
  { what: "Rehearsal runs", paths: ["/runs"], origins: "trusted" },
  { what: "Toolbox", paths: ["/mcp/toolbox", "/rpc"], origins: "trusted" },
  { what: "Admin API and console", paths: ["/", "/assets", "/admin"], origins: "own" },
];

/** The path in the table that decides for a path. */
export const rowOf = (path: string): string => (REACH.some(({ paths }) => paths.includes(path)) ? path : NAMED_SERVERS);

export const originRule = (path: string, source: Source = "live"): OriginRule => {
  const row = REACH.find((entry) => entry.paths.includes(path) && (entry.source ?? source) === source);
  if (row === undefined) throw new Error(`The table in reach.ts has no row for ${path}`);
  return row.origins;
};

export interface ReachFacts {
  readonly flights: Source;
  /** `TAXIWAY_ALLOWED_ORIGINS` has `*`. */
  readonly openOrigins: boolean;
}

/** In the order from open to closed. */
export const RULES: Readonly<Record<OriginRule, { readonly label: string; readonly about: string }>> = {
  any: { label: "any origin", about: "Web pages of every origin." },
  trusted: {
    label: "trusted origins",
    about:
      "Web pages of this server's own origin, of loopback origins and of origins named in TAXIWAY_ALLOWED_ORIGINS; pages of other origins only with a valid key or token.",
  },
  own: { label: "own origin", about: "Pages of this server." },
};

/** The rows that hold for this server. Without `*`, no path is open to every origin. */
export const reachHere = ({ flights, openOrigins }: ReachFacts): readonly Reach[] =>
  REACH.filter(({ paths, source = flights }) => !paths.includes(FLIGHTS) || source === flights).map((row) =>
    row.origins === "any" && !openOrigins ? { ...row, origins: "trusted" } : row,
  );
