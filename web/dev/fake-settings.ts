import type { SettingsShown } from "../../src/console/contract.ts";

type Group = SettingsShown["groups"][number];
type Setting = Group["settings"][number];

const setting = (name: string, about: string, more: Partial<Setting> = {}): Setting => ({
  ...{ name, about, value: null, from: "default", secret: false },
  ...more,
});

const GROUPS: readonly Group[] = [
  {
    group: "Serving",
    settings: [
      setting("TRANSPORT_MODE", "How clients reach Taxiway: one on stdin, many over HTTP, or both.", {
        ...{ value: "http", from: "derived", allowed: "stdio, http, both" },
      }),
      setting("TAXIWAY_SERVER", "Which MCP server a client on stdin talks to.", { value: "gds" }),
    ],
  },
  {
    group: "The world",
    settings: [
      setting("MOCK_DATA_SEED", "The same seed gives the same world everywhere.", { value: "fixed" }),
      setting("CLOCK", "What time it is. An instant runs on from there; a frozen one stands still.", {
        ...{ value: "system", allowed: "system, an ISO instant, frozen: and an ISO instant" },
      }),
    ],
  },
  {
    group: "Storage",
    settings: [
      setting("TAXIWAY_STORE", "Where bookings and sessions are kept.", {
        ...{ value: "valkey", from: "derived", allowed: "lmdb, memory, valkey" },
      }),
      setting("VALKEY_URL", "A Valkey server or cluster.", { value: "…", from: "environment", secret: true }),
      setting("VALKEY_PASSWORD", "Valkey password.", { secret: true }),
    ],
  },
  {
    group: "Toolbox",
    settings: [
      setting("TAXIWAY_OUTBOUND_ALLOW", "Addresses that may be called although they are not public.", {
        value:
          "10.0.0.0/8,crm.internal.example:8443,payments.internal.example,192.168.178.0/24,documents=booking.internal.example",
        from: "environment",
      }),
      setting("TAXIWAY_BRAVE_URL", "Brave Search's API.", { value: "https://api.search.brave.com/res/v1" }),
    ],
  },
  {
    group: "Remote access",
    settings: [
      setting("HTTP_PORT", "Port; 0 for any that is free.", { value: "3000", from: "flag", allowed: "0 to 65535" }),
    ],
  },
];

export const settingsShown = (): SettingsShown => ({
  groups: GROUPS,
  facts: [
    { label: "Taxiway", value: "0.1.0" },
    { label: "Node.js", value: process.version },
    { label: "Store", value: "valkey, 0.4 ms" },
    { label: "Protocol", value: "2026-07-28, 2025-11-25, 2025-06-18, 2025-03-26" },
  ],
  reach: [
    { what: "GDS", paths: ["/mcp", "/mcp/gds"], origins: "any origin", about: "Web pages of every origin." },
    { what: "Admin API and console", paths: ["/", "/admin"], origins: "own origin", about: "Pages of this server." },
  ],
});
