import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { newKeyText } from "../../../src/access/key-text.ts";
import { ask, askWith, bearer } from "../../fixtures/access/key-holder.ts";
import { launchHttpTaxiway } from "../../fixtures/http-taxiway.ts";
import { modernPost } from "../../fixtures/mcp/transports/http/mcp-over-http.ts";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";
import { runTaxiway } from "./run-taxiway.ts";

const OPERATOR = "token-of-the-operator-in-tests";
const JWT = `eyJhbGciOiJIUzI1NiJ9.${"eyJzdWIiOiJhZGEifQ".repeat(2)}.${"s1gnatureS1gnature".repeat(2)}`;
const secretOf = (key: string): string => key.slice(13);

const filesWith = async (folder: string, texts: readonly string[]): Promise<string[]> => {
  const names = await readdir(folder);
  const contents = await Promise.all(names.map((name) => readFile(join(folder, name), "latin1")));
  return names.filter((_, index) => texts.some((text) => contents[index]?.includes(text)));
};

describe("a secret pasted into an argument", () => {
  it("is not stored, logged, shown to administrators or repeated to the model", async () => {
    const folder = temporaryFolder();
    const env = {
      ...{ TAXIWAY_DATA_DIR: folder, TAXIWAY_AUTH: "keys", TAXIWAY_ADMIN_TOKEN: OPERATOR, LOG_LEVEL: "debug" },
      ...{ TRANSPORT_MODE: "http", HTTP_PORT: "0" },
    };
    const made = await runTaxiway(["keys", "create", "--name", "agent"], env);
    const key = /twk_\w+/.exec(made.stdout)?.[0] ?? "";
    const taxiway = await launchHttpTaxiway(env);
    onTestFinished(async () => void (await taxiway.stop()));
    const pasted = newKeyText("pastedIn");
    const duffel = "duffel_live_aB3dE6gH0123456789abcdefghij";
    const secrets = [secretOf(pasted), secretOf(pasted).toUpperCase(), secretOf(duffel), JWT.slice(-30), "hunter22"];

    const call = (name: string, input: object) =>
      askWith(taxiway.port, key, modernPost("tools/call", { name, arguments: input }));
    const answers = [
      await call("retrieveBooking", { pnr: pasted }),
      await call("retrieveBooking", { pnr: `Bearer ${JWT}` }),
      await call("retrieveBooking", { pnr: "ABC123", [pasted]: "x" }),
      await call("searchFlights", { origin: duffel, destination: `password=hunter22`, departureDate: pasted }),
      await call(pasted, { a: `see https://api.example/?access_key=hunter22` }),
      await call("retrieveBooking", { pnr: "ABC123", api_key: "hunter22" }),
    ];
    const admin = (path: string) => ask(taxiway.port, { path: `/admin${path}`, headers: bearer(OPERATOR) });
    const invocations = await admin("/invocations");
    const live = await admin("/calls");
    const details = await Promise.all(
      (JSON.parse(live.text).calls as { id: string }[]).map(({ id }) => admin(`/calls/${id}`)),
    );
    const refused = await admin(`/invocations?${pasted}=1`);
    const shown = [...answers, invocations, live, ...details, refused];
    for (const { text } of shown) {
      for (const secret of secrets) expect(text).not.toContain(secret);
    }
    expect(JSON.parse(invocations.text).invocations).toHaveLength(answers.length);
    expect(details).toHaveLength(answers.length);
    // The visible part identifies the key.
    expect(invocations.text).toContain("twk_pastedIn_…");
    await taxiway.stop("SIGTERM");
    for (const secret of secrets) expect(taxiway.stderr()).not.toContain(secret);
    expect(await filesWith(folder, ["retrieveBooking"])).not.toEqual([]);
    expect(await filesWith(folder, secrets)).toEqual([]);
  });
});
