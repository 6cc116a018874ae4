import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "vitest";
import { startHttpTaxiway } from "../../fixtures/http-taxiway.ts";
import { modernPost } from "../../fixtures/mcp/transports/http/mcp-over-http.ts";
import { ask } from "../../fixtures/mcp/transports/http/raw-http.ts";
import { npmEnvironment } from "../../fixtures/npm.ts";
import { environmentOf } from "../../fixtures/taxiway.ts";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";
import { buildImage, type Run } from "./build-image.ts";

const run = promisify(execFile);

/** A RUN as in Docker, in a shell without the environment of this test run. */
export const runInShell: Run = async (command, cwd) =>
  void (await run("sh", ["-c", command], { cwd, env: npmEnvironment() }));

/** Builds the image of a node without Docker, starts it, and uses the parts that a Dockerfile could forget. */
export const expectImageToServe = async (answerInProcess: Run): Promise<void> => {
  const image = await buildImage("node", temporaryFolder(), answerInProcess);
  const [command = "", ...args] = image.entrypoint;
  const server = await startHttpTaxiway({ ...image.env, TAXIWAY_STORE: "memory" }, image.command, {
    ...{ command, args, cwd: image.folder },
  });
  // The text printed for a listen address other than loopback.
  expect(server.stdout()).toContain("AUTHENTICATION IS OFF");

  const isHealthy = (): Promise<boolean> => {
    const [program = "", ...words] = image.healthcheck;
    const env = environmentOf({ ...image.env, HTTP_PORT: String(server.port) });
    return run(program, words, { env }).then(
      () => true,
      () => false,
    );
  };
  expect(await isHealthy()).toBe(true);

  const call = async (path: string, name: string, input: object) =>
    (await ask(server.port, { ...modernPost("tools/call", { name, arguments: input }), path })).message.result;
  const trip = { origin: "JFK", destination: "LHR", departureDate: "2027-03-10" };
  expect((await call("/mcp", "searchFlights", trip)).structuredContent.flights).not.toEqual([]);
  const found = await call("/mcp/toolbox", "search_tool__web_search", { query: "operating Taxiway behind nginx" });
  expect(JSON.stringify(found)).toContain("taxiway://docs/operating");
  expect((await ask(server.port, { method: "GET", path: "/" })).text).toContain("<!doctype html>");

  await server.stop();
  expect(await isHealthy()).toBe(false);
};
