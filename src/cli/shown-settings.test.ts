import { describe, expect, it } from "vitest";
import { type Config, readConfig } from "./config.ts";
import { SETTINGS } from "./settings.ts";
import { shownSettings } from "./shown-settings.ts";

const configOf = (env: Record<string, string>, args: string[] = ["serve"]): Config => {
  const intent = readConfig({ XDG_DATA_HOME: "/data", ...env }, args);
  if (intent.to !== "serve") throw new Error(intent.to);
  return intent.config;
};

const shown = (env: Record<string, string>, args?: string[]) => {
  const { groups, facts } = shownSettings(configOf(env, args), [{ label: "Taxiway", value: "1.2.3" }]);
  const all = groups.flatMap(({ settings }) => settings);
  return { groups, facts, all, find: (name: string) => all.find((setting) => setting.name === name) };
};

describe("the shown settings", () => {
  it("are complete, with descriptions and allowed values", () => {
    const { all, find } = shown({});
    expect(all.map(({ name }) => name).toSorted()).toEqual(SETTINGS.map(({ name }) => name).toSorted());
    expect(find("TAXIWAY_AUTH")).toMatchObject({
      value: "none",
      from: "default",
      allowed: "none, keys",
      secret: false,
    });
    expect(find("TAXIWAY_PUBLIC_URL")).toMatchObject({ value: null, from: "default" });
  });

  it("have the source of each value: a flag, the environment, a default or other settings", () => {
    const { find } = shown({ HTTP_PORT: "8080", MOCK_DATA_SEED: "env", LOG_LEVEL: "" }, ["serve", "--seed", "flag"]);
    expect(find("HTTP_PORT")).toMatchObject({ value: "8080", from: "environment" });
    expect(find("MOCK_DATA_SEED")).toMatchObject({ value: "flag", from: "flag" });
    expect(find("LOG_LEVEL")).toMatchObject({ value: "warn", from: "default" });
    expect(find("TRANSPORT_MODE")).toMatchObject({ value: "http", from: "derived" });
    expect(find("TAXIWAY_DATA_DIR")).toMatchObject({ value: "/data/taxiway", from: "derived" });
    expect(find("TAXIWAY_STORE")).toMatchObject({ value: "lmdb", from: "default" });
    const valkey = shown({ VALKEY_URL: "valkey://127.0.0.1:6379" });
    expect(valkey.find("TAXIWAY_STORE")).toMatchObject({ value: "valkey", from: "derived" });
  });

  it("show which origins may call what", () => {
    const originsOf = (env: Record<string, string>, what: string) =>
      shownSettings(configOf(env), [])
        .reach.filter((row) => row.what.startsWith(what))
        .map(({ origins }) => origins);
    expect(originsOf({}, "GDS")).toEqual(["any origin"]);
    expect(originsOf({}, "Flights")).toEqual(["any origin"]);
    expect(originsOf({ DUFFEL_API_KEY: "duffel_test_key" }, "Flights")).toEqual(["trusted origins"]);
    expect(originsOf({}, "Connectors")).toEqual(["any origin", "trusted origins"]);
    expect(originsOf({ TAXIWAY_ALLOWED_ORIGINS: "https://app.example.com" }, "GDS")).toEqual(["trusted origins"]);
    expect(originsOf({}, "Admin API")).toEqual(["own origin"]);
  });

  it("mask secrets", () => {
    const secrets = Object.fromEntries(
      SETTINGS.filter(({ secret, check }) => secret && !check).map(({ name }, index) => [name, `hidden-word-${index}`]),
    );
    const env = {
      ...secrets,
      VALKEY_URL: "valkey://user:hidden-word@127.0.0.1:6379",
      TAXIWAY_ADMIN_TOKEN: "hidden-word-of-the-operator",
      TAXIWAY_SEARXNG_URL: "https://ada:hidden-word@search.example/path",
    };
    const { all, groups, facts, find } = shown(env);
    expect(JSON.stringify([groups, facts])).not.toContain("hidden-word");
    for (const name of Object.keys(secrets)) expect(find(name)).toMatchObject({ value: "…", secret: true });
    expect(find("TAXIWAY_SEARXNG_URL")?.value).toBe("https://ada:…@search.example/path");
    expect(find("TAXIWAY_ADMIN_TOKEN")).toMatchObject({ value: "…", from: "environment" });
    expect(all.filter(({ secret, value }) => secret && value !== null && value !== "…")).toEqual([]);
  });

  it("include secrets that were generated at the start, masked", () => {
    const { find } = shown({ TAXIWAY_AUTH: "keys" });
    for (const name of ["TAXIWAY_ADMIN_TOKEN", "TAXIWAY_KEY_PEPPER", "TAXIWAY_VAULT_KEY"]) {
      expect(find(name)).toMatchObject({ value: "…", from: "derived" });
    }
    expect(shown({}).find("TAXIWAY_KEY_PEPPER")).toMatchObject({ value: null, from: "default" });
  });

  it("come with facts about the running server", () => {
    const { facts } = shown({ MOCK_DATA_SEED: "random", CLOCK: "frozen:2026-12-01T09:00:00Z" });
    const fact = (label: string) => facts.find((each) => each.label === label)?.value;
    expect(fact("Taxiway")).toBe("1.2.3");
    expect(fact("Seed of the world")).toMatch(/^[0-9a-f]{16}$/);
    expect(fact("Clock of the world")).toBe("2026-12-01T09:00:00.000Z");
    expect(fact("Store")).toBe("lmdb in /data/taxiway");
  });
});
