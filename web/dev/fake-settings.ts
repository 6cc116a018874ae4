import type { SettingsShown } from "../../src/console/contract.ts";
import { GROUPS, SETTINGS } from "../../src/settings.ts";

const GIVEN: Readonly<Record<string, string>> = {
  HTTP_PORT: "3000",
  TAXIWAY_ADMIN_TOKEN: "…",
  VALKEY_URL: "…",
  TAXIWAY_OUTBOUND_ALLOW: "10.0.0.0/8,crm.internal.example:8443,payments.internal.example,192.168.178.0/24",
};

/** Every setting that there is, some of them set. */
export const settingsShown = (): SettingsShown => ({
  groups: GROUPS.map((group) => ({
    group,
    settings: SETTINGS.filter((setting) => setting.group === group).map((setting) => ({
      ...{ name: setting.name, about: setting.about, secret: setting.secret ?? false },
      value: GIVEN[setting.name] ?? setting.default ?? null,
      from: GIVEN[setting.name] === undefined ? "default" : setting.flag === "port" ? "flag" : "environment",
      ...(setting.allowed !== undefined && { allowed: setting.allowed }),
    })),
  })),
  facts: [
    { label: "Taxiway", value: "0.1.0" },
    { label: "Node.js", value: process.version },
    { label: "Store", value: "lmdb in ~/.local/share/taxiway" },
    { label: "Protocol", value: "2026-07-28, 2025-11-25, 2025-06-18, 2025-03-26" },
  ],
});
