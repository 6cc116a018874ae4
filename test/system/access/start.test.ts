import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { describe, expect, it, vi } from "vitest";
import { startKeyed } from "../../fixtures/access/keyed-taxiway.ts";
import { startHttpTaxiway } from "../../fixtures/http-taxiway.ts";
import { modernPost } from "../../fixtures/mcp/transports/http/mcp-over-http.ts";
import { type Environment, environmentOf, MAIN } from "../../fixtures/taxiway.ts";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";

/** Returns the text printed at the start, up to its last line. */
const textOfStart = async (env: Environment): Promise<string> => {
  const child = spawn(process.execPath, [MAIN, "serve"], {
    env: environmentOf({ HTTP_PORT: "0", TAXIWAY_STORE: "memory", ...env }),
    stdio: ["ignore", "pipe", "ignore"],
  });
  let text = "";
  for await (const part of child.stdout.setEncoding("utf8")) {
    text += part;
    if (text.includes("Press Ctrl-C to stop.")) break;
  }
  const closed = once(child, "close");
  child.kill("SIGKILL");
  await closed;
  return text;
};

describe("the start of a server", () => {
  it("warns if everyone who can reach the address has access, and only then", async () => {
    const everywhere = { HTTP_HOST: "0.0.0.0" };
    const keys = { TAXIWAY_AUTH: "keys", TAXIWAY_KEY_PEPPER: "the pepper of a server that is only started" };
    const texts = await Promise.all(
      [everywhere, { HTTP_HOST: "127.0.0.1" }, { ...everywhere, ...keys }].map(textOfStart),
    );
    expect(texts.map((text) => text.includes("AUTHENTICATION IS OFF"))).toEqual([true, false, false]);
    expect(texts[0]).toMatch(/Set TAXIWAY_AUTH=keys/);
    for (const text of texts) expect(text).toMatch(/^Taxiway is listening\./);
  });

  it("says how to create a key when there is none", async () => {
    const hint = ({ logged }: { readonly logged: readonly string[] }) =>
      logged.filter((line) => line.startsWith("warn ") && line.includes("there are no API keys yet"));
    const closed = await startKeyed();
    expect(hint(closed)).toEqual([expect.stringContaining("POST /admin/keys")]);
    const issuer = { TAXIWAY_OAUTH_ISSUER: "https://issuer.example.com", TAXIWAY_OAUTH_AUDIENCE: "taxiway" };
    for (const env of [issuer, { TAXIWAY_AUTH: "none" }]) expect(hint(await startKeyed(env))).toEqual([]);
  });

  it("prints a command that creates a key, and settings that work with it", async () => {
    const env = { TAXIWAY_DATA_DIR: temporaryFolder(), TAXIWAY_AUTH: "keys" };
    const server = await startHttpTaxiway(env);
    await vi.waitFor(() => expect(server.stdout()).toContain("Press Ctrl-C to stop."));
    const text = server.stdout();
    const [command = ""] = /(?<=^ +)node .* keys create .*$/m.exec(text) ?? [];
    const { stdout } = await promisify(execFile)("sh", ["-c", command], { env: environmentOf(env) });
    const [key = ""] = /twk_\S+/.exec(stdout) ?? [];

    const [settings = ""] = /(?<=Cursor +)\{.*\}/.exec(text) ?? [];
    const { url, headers } = JSON.parse(settings.replace("<key>", key)).mcpServers.taxiway;
    const list = modernPost("tools/list");
    const status = async (more?: Record<string, string>): Promise<number> =>
      (await fetch(url, { method: "POST", body: String(list.body), headers: { ...list.headers, ...more } })).status;
    expect([await status(), await status(headers)]).toEqual([401, 200]);
  });
});
