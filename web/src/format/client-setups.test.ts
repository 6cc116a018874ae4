import { describe, expect, it } from "vitest";
import { setupsFor, shellWord } from "./client-setups.ts";

const URL = "http://127.0.0.1:3000/mcp/flights";
const texts = (key: string | undefined, url = URL) =>
  Object.fromEntries(setupsFor({ server: "flights", url, key }).map((setup) => [setup.key, setup.text]));

describe("what is pasted into a client", () => {
  it("has the server's own address in every one of them", () => {
    for (const text of Object.values(texts(undefined))) expect(text).toContain(URL);
    for (const text of Object.values(texts(undefined))) expect(text).not.toContain("Authorization");
  });

  it("has the key where the client sends it from", () => {
    for (const text of Object.values(texts("tw_key"))) expect(text).toContain("Bearer tw_key");
    expect(texts("tw_key")["claude-code"]).toBe(
      `claude mcp add --transport http taxiway-flights ${URL} --header 'Authorization: Bearer tw_key'`,
    );
  });

  it("is JSON where the client reads JSON", () => {
    const { "vs-code": vsCode = "", cursor = "", "claude-desktop": desktop = "" } = texts("tw_key");
    const headers = { Authorization: "Bearer tw_key" };
    expect(JSON.parse(vsCode)).toEqual({ servers: { "taxiway-flights": { type: "http", url: URL, headers } } });
    expect(JSON.parse(cursor)).toEqual({ mcpServers: { "taxiway-flights": { url: URL, headers } } });
    expect(JSON.parse(desktop).mcpServers["taxiway-flights"].args).not.toContain("--allow-http");
  });

  it("lets the bridge talk unencrypted to another machine only", () => {
    expect(texts(undefined, "http://taxiway.example/mcp")["claude-desktop"]).toContain("--allow-http");
    expect(texts(undefined, "https://taxiway.example/mcp")["claude-desktop"]).not.toContain("--allow-http");
  });

  it("runs nothing that is in a name or an address", () => {
    const [claude] = setupsFor({ server: "a;b", url: "http://x/$(c)", key: "d`e`" });
    expect(claude?.text).toBe(
      "claude mcp add --transport http 'taxiway-a;b' 'http://x/$(c)' --header 'Authorization: Bearer d`e`'",
    );
  });

  it("is one word to a shell, whatever is in it", () => {
    expect(shellWord("http://a/b?c=d&e")).toBe("'http://a/b?c=d&e'");
    expect(shellWord("it's $HOME")).toBe("'it'\\''s $HOME'");
  });
});
