import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { type Environment, environmentOf, MAIN } from "../fixtures/taxiway.ts";
import { startKeyed } from "./keyed-taxiway.ts";

/** What a person reads who starts it, up to the last line. */
const textOfStart = async (env: Environment): Promise<string> => {
  const child = spawn(process.execPath, [MAIN, "serve"], {
    env: environmentOf({ HTTP_PORT: "0", TAXIWAY_STORE: "memory", ...env }),
    stdio: ["ignore", "pipe", "ignore"],
  });
  let text = "";
  for await (const part of child.stdout.setEncoding("utf8")) {
    text += part;
    if (text.includes("Ctrl-C ends it.")) break;
  }
  const closed = once(child, "close");
  child.kill("SIGKILL");
  await closed;
  return text;
};

describe("a start", () => {
  it("says loudly when whoever reaches the address may come in, and only then", async () => {
    const everywhere = { HTTP_HOST: "0.0.0.0" };
    const keys = { TAXIWAY_AUTH: "keys", TAXIWAY_KEY_PEPPER: "the pepper of a server that is only started" };
    const texts = await Promise.all(
      [everywhere, { HTTP_HOST: "127.0.0.1" }, { ...everywhere, ...keys }].map(textOfStart),
    );
    expect(texts.map((text) => text.includes("ANYBODY WHO REACHES THIS ADDRESS MAY USE IT"))).toEqual([
      true,
      false,
      false,
    ]);
    expect(texts[0]).toMatch(/Set TAXIWAY_AUTH=keys/);
    for (const text of texts) expect(text).toMatch(/^Taxiway is listening\./);
  });

  it("says how to make a key when there is none, for nobody could come in", async () => {
    const hint = ({ logged }: { readonly logged: readonly string[] }) =>
      logged.filter((line) => line.startsWith("warn ") && line.includes("there are no API keys yet"));
    const closed = await startKeyed();
    expect(hint(closed)).toEqual([expect.stringContaining("POST /admin/keys")]);
    const issuer = { TAXIWAY_OAUTH_ISSUER: "https://issuer.example.com", TAXIWAY_OAUTH_AUDIENCE: "taxiway" };
    for (const env of [issuer, { TAXIWAY_AUTH: "none" }]) expect(hint(await startKeyed(env))).toEqual([]);
  });
});
