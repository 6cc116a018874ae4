import { setTimeout as sleep } from "node:timers/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { type DemoServices, toursDocument } from "./demo-services.ts";

const PEOPLE = [
  ["Ada", "Lovelace"],
  ["Grace", "Hopper"],
  ["Katherine", "Johnson"],
  ["Mary", "Jackson"],
  ["Valentina", "Tereshkova"],
  ["Amelia", "Earhart"],
] as const;

const ROUTES = [
  ["VIE", "GRX"],
  ["JFK", "LHR"],
  ["FRA", "NRT"],
  ["SFO", "SYD"],
  ["MAD", "EZE"],
  ["AMS", "CPT"],
] as const;

const dayFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** The fields of a tool's answer that a booking needs. */
interface ToolAnswer {
  readonly pnr: string;
  readonly flights: readonly { readonly flightIds: readonly string[] }[];
}

export interface BusyDay {
  /** A trip with several legs. */
  readonly pnr: string;
  /** Makes a few seconds of tool calls for the live page. */
  makeCalls(): Promise<void>;
}

/** Fills a Taxiway with keys, tools, a connector and bookings, so that the console's pages have something to show. */
export const simulateBusyDay = async (origin: string, adminToken: string, services: DemoServices): Promise<BusyDay> => {
  const admin = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${origin}/admin${path}`, {
      method,
      headers: { Authorization: `Bearer ${adminToken}`, "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${text}`);
    return text === "" ? {} : JSON.parse(text);
  };
  const { key } = await admin("POST", "/keys", { name: "Concierge", per_minute: 600, per_day: 2_000 });
  await admin("POST", "/keys", { name: "Nightly price watch", servers: ["flights"], tools: ["search*"], per_day: 500 });
  await admin("POST", "/keys", { name: "Hotel Alhambra", tenant: "alhambra", admin: true, expires: "90d" });

  const agent = async (name: string, path: string) => {
    const client = new Client({ name, version: "1.4.0" });
    const headers = { Authorization: `Bearer ${key}` };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}${path}`), { requestInit: { headers } }));
    return {
      call: async (tool: string, input: object) =>
        (await client.callTool({ name: tool, arguments: { ...input } })).structuredContent as unknown as ToolAnswer,
      close: () => client.close(),
    };
  };

  const register = (name: string, endpoint: string, about: string, parameters: object) =>
    admin("POST", "/tools", {
      tool: {
        name,
        description: about,
        category: "travel",
        endpoint,
        functions: [{ name: "ask", description: about, parameters }],
      },
    });
  await register("packing", services.packing, "What to pack for a place and a season.", {
    type: "object",
    properties: { city: { type: "string" }, month: { type: "integer", minimum: 1, maximum: 12 } },
  });
  await register("visas", services.visas, "Whether a traveller needs a visa.", {
    type: "object",
    properties: { nationality: { type: "string" }, country: { type: "string" } },
  });

  await admin("POST", "/drafts", { document: toursDocument(services.tours), name: "tours" });
  await admin("POST", "/connectors/tours/approve", { tools: ["list_tours", "get_tour"] });
  await admin("POST", "/connectors/tours/publish");

  const pnrs: string[] = [];
  for (const [index, [firstName, lastName]] of PEOPLE.entries()) {
    const [from, to] = ROUTES[index] as (typeof ROUTES)[number];
    const gds = await agent(index % 2 === 0 ? "concierge" : "trip-planner", "/mcp");
    const departureDate = dayFromNow(21 + index * 6);
    const search = { origin: from, destination: to, departureDate, returnDate: dayFromNow(28 + index * 6) };
    const { flights } = await gds.call("searchFlights", search);
    const { pnr } = await gds.call("bookFlight", {
      flightIds: flights[0]?.flightIds,
      passengers: [{ type: "adult", firstName, lastName }],
      contactEmail: `${firstName.toLowerCase()}@example.com`,
    });
    pnrs.push(pnr);
    await gds.call("retrieveBooking", { pnr });
    if (index === 2) await gds.call("cancelBooking", { pnr, reason: "Plans changed" });
    if (index === 3) await gds.call("retrieveBooking", { pnr: "TEST-NOBODY" });
    await gds.close();
  }
  const tours = await agent("concierge", "/mcp/tours");
  await tours.call("list_tours", { city: "GRX" });
  await tours.close();
  services.stopVisas();
  for (let check = 0; check < 3; check++) await admin("POST", "/tools/visas/check");

  const makeCalls = async (): Promise<void> => {
    const gds = await agent("price-watch", "/mcp");
    for (let round = 0; round < 60; round++) {
      const [origin, destination] = ROUTES[round % ROUTES.length] as (typeof ROUTES)[number];
      await gds.call("searchFlights", { origin, destination, departureDate: dayFromNow(20 + round) });
      await sleep(20 + 80 * Math.abs(Math.sin(round / 5)));
    }
    await gds.close();
  };
  return { pnr: pnrs[0] as string, makeCalls };
};
