import { expect } from "vitest";
import { GDS_TOOLS } from "../fixtures/gds-tools.ts";
import { type HttpTaxiway, startHttpTaxiway } from "../fixtures/http-taxiway.ts";
import { environmentOf, MAIN } from "../fixtures/taxiway.ts";
import { documentedClient } from "./documented-clients.ts";
import type { Connection, Host } from "./drivers/host.ts";
import { startObservingRelay } from "./observing-relay.ts";
import { runHost } from "./run-host.ts";
import { startStandInModel } from "./stand-in-model.ts";
import { CONNECTING_SEARCH, pnrIn, SEARCH, TRIP, unescaped } from "./trip.ts";

export const MEMORY = { TAXIWAY_STORE: "memory" };

export const TRANSPORTS = ["HTTP", "stdio"] as const;

const connectionBy = (transport: (typeof TRANSPORTS)[number], { url }: { url: string }): Connection =>
  transport === "HTTP" ? { url } : { command: process.execPath, args: [MAIN], env: environmentOf(MEMORY) };

// biome-ignore lint/suspicious/noExplicitAny: each method has its own result, which the tests look into
const ask = async ({ url }: HttpTaxiway, method: string, params = {}): Promise<any> => {
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  return ((await (await fetch(url, { method: "POST", headers, body })).json()) as { result: unknown }).result;
};

interface ListedTool {
  readonly name: string;
  readonly description: string;
}
export const listedTools = async (taxiway: HttpTaxiway): Promise<readonly ListedTool[]> =>
  (await ask(taxiway, "tools/list")).tools;

/** Removes what differs between two calls: the IDs of the search and the session. */
const wholeAnswer = async (taxiway: HttpTaxiway, input: object): Promise<Record<"structured" | "text", string>> => {
  const { content, structuredContent } = await ask(taxiway, "tools/call", { name: "searchFlights", arguments: input });
  const { text } = content[0];
  return {
    structured: JSON.stringify(structuredContent.flights),
    text: text.slice(0, text.lastIndexOf("\nsession ")),
  };
};

/** Checks that the booking was made, found and cancelled, and that errors had their hints. */
export const expectTrip = (results: readonly string[], checksArguments = false): void => {
  const [, booked, listed, cancelled, misspelt, unknown] = results;
  const pnr = pnrIn(booked);
  expect(booked).toContain("confirmed");
  expect(listed).toContain(pnr);
  expect(cancelled).toContain(pnr);
  expect(cancelled).toContain("cancelled");
  if (!checksArguments) expect(misspelt).toContain("Did you mean NYC (New York, all airports)");
  expect(misspelt).not.toContain("resultCount");
  expect(unknown).toContain("Invalid airport code 'QQQ'");
  expect(unknown).toContain("Give the code of an airport (JFK) or of a city (NYC).");
};

/** Checks that a host offers all tools completely, passes on complete answers, and its model makes the trip. */
export const expectHostToBook = async (host: Host, transport: (typeof TRANSPORTS)[number]): Promise<void> => {
  const taxiway = await startHttpTaxiway(MEMORY);
  const tools = await listedTools(taxiway);
  const names = tools.map(({ name }) => name);
  const model = await startStandInModel(TRIP, names);
  const relay = await startObservingRelay(taxiway.url);
  const printed = await runHost(host, model.url, connectionBy(transport, relay));

  expect(model.refusals()).toEqual([]);
  expect(names).toHaveLength(GDS_TOOLS);
  for (const { name, description } of tools) {
    const offered = model.offered().find((tool) => tool.name.endsWith(name));
    expect(offered?.description ?? "is not offered", name).toContain(description);
  }
  const results = model.results();
  expectTrip(results, host.checksArguments);
  for (const [result, input] of [
    [results[0], SEARCH],
    [results.at(-1), CONNECTING_SEARCH],
  ] as const) {
    const whole = await wholeAnswer(taxiway, input);
    for (const half of host.shows) expect(unescaped(result)).toContain(whole[half]);
  }
  expect(printed).toContain("Done.");
  expect(model.strayed()).toEqual([]);
  if (transport === "HTTP") expect(relay.era()).toBe(documentedClient(host.name).protocol);
};
