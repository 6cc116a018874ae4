import { describe, expect, it } from "vitest";
import { setupsFor, shellWord } from "./client-setups.ts";

const URL = "http://127.0.0.1:3000/mcp/flights";
const texts = (key: string | undefined, url = URL) =>
  Object.fromEntries(setupsFor({ server: "flights", url, key }).map((setup) => [setup.key, setup.text]));

describe("the setup instructions", () => {
  it("contain the server's URL", () => {
    for (const text of Object.values(texts(undefined))) expect(text).toContain(URL);
    for (const text of Object.values(texts(undefined))) expect(text).not.toContain("Authorization");
  });

  it("contain the key in the client's format", () => {
    for (const text of Object.values(texts("tw_key"))) expect(text).toContain("Bearer tw_key");
    expect(texts("tw_key")["claude-code"]).toBe(
      `claude mcp add --transport http taxiway-flights ${URL} --header 'Authorization: Bearer tw_key'`,
    );
  });

  it("are valid JSON for clients configured by JSON", () => {
    const { "vs-code": vsCode = "", cursor = "", "claude-desktop": desktop = "" } = texts("tw_key");
    const headers = { Authorization: "Bearer tw_key" };
    expect(JSON.parse(vsCode)).toEqual({ servers: { "taxiway-flights": { type: "http", url: URL, headers } } });
    expect(JSON.parse(cursor)).toEqual({ mcpServers: { "taxiway-flights": { url: URL, headers } } });
    expect(JSON.parse(desktop).mcpServers["taxiway-flights"].args).not.toContain("--allow-http");
  });

  it("allow the bridge to use plain HTTP for remote servers only", () => {
    expect(texts(undefined, "http://taxiway.example/mcp")["claude-desktop"]).toContain("--allow-http");
    expect(texts(undefined, "https://taxiway.example/mcp")["claude-desktop"]).not.toContain("--allow-http");
  });

  it("quote names and addresses for the shell", () => {
    const [claude] = setupsFor({ server: "a;b", url: "http://x/$(c)", key: "d`e`" });
    expect(claude?.text).toBe(
      "claude mcp add --transport http 'taxiway-a;b' 'http://x/$(c)' --header 'Authorization: Bearer d`e`'",
    );
  });

  it("shellWord quotes anything that the shell would interpret", () => {
    expect(shellWord("http://a/b?c=d&e")).toBe("'http://a/b?c=d&e'");
    expect(shellWord("it's $HOME")).toBe("'it'\\''s $HOME'");
  });
});
