import { expect, onTestFinished } from "vitest";
import { readConfig } from "../../../../../src/cli/config.ts";
import { type RemoteTaxiway, serveTaxiway } from "../../../../../src/compose/http.ts";
import { CLIENTS, connectOverHttp, type Flavour, type SdkMcpClient } from "../../../../fixtures/mcp-clients.ts";
import { type Environment, refusal, type ToolResult, worked } from "../../../../fixtures/taxiway.ts";
import { openSession } from "../../../nodes/remote-session.ts";
import { type Answered, connectDuffel } from "../../../sandboxes/duffel/duffel-client.ts";

const NINE = "2027-01-04T09:00:00Z";
export const ADMIN_TOKEN = "token-of-the-operator-in-these-tests";
const ERAS = [CLIENTS["the v1 SDK client"], CLIENTS["the v2 client, modern"]] as readonly Flavour[];

const SETTINGS: Environment = {
  TRANSPORT_MODE: "http",
  HTTP_PORT: "0",
  RATE_LIMIT_ENABLED: "false",
  PNR_TTL_HOURS: "4000",
  TAXIWAY_INVENTORY: "shared",
  CLOCK: `frozen:${NINE}`,
};

interface Wish {
  readonly env: Environment;
  /** Default: 1. With several, each client is at another node. */
  readonly nodes?: number;
}

/** Taxiway over HTTP in this process, so that the test moves its clock, and a client of each protocol era. */
export const openOffice = async ({ env, nodes = 1 }: Wish) => {
  const time = { now: Date.parse(NINE) };
  const intent = readConfig({ ...SETTINGS, ...env }, []);
  if (intent.to !== "serve") throw new Error(`readConfig wants to show its ${intent.to}`);
  const defects: unknown[] = [];
  const log = {
    ...{ debug: quiet, info: quiet, warn: quiet },
    error: (...facts: unknown[]) => void defects.push(facts),
  };
  const config = { ...intent.config, clock: { now: () => time.now, configured: true, frozen: true } as const };
  const running: RemoteTaxiway[] = [];
  for (let node = 0; node < nodes; node++) {
    running.push(await serveTaxiway(config, { version: "0.0.0-test", log, adminToken: ADMIN_TOKEN }));
  }
  const portOf = (turn: number): number => (running[turn % running.length] as RemoteTaxiway).port;

  let clients: readonly SdkMcpClient[] = [];
  const connect = () => Promise.all(ERAS.map((era, i) => connectOverHttp(era, `http://127.0.0.1:${portOf(i)}/mcp`)));
  const disconnect = () => Promise.all(clients.map((client) => client.close().catch(() => undefined)));
  clients = await connect();
  onTestFinished(async () => {
    await disconnect();
    for (const node of running) await node.close();
  });

  let turn = 0;
  /** Each call comes from the client of the other era, at the other node if there are two. */
  const call = (name: string, input: object): Promise<ToolResult> =>
    (clients[turn++ % clients.length] as SdkMcpClient).callTool({ name, arguments: input });
  return {
    ...{ time, defects, call },
    ports: running.map(({ port }) => port),
    clients: () => clients,
    say: async (name: string, input: object): Promise<Answered> => worked(await call(name, input)),
    refused: async (name: string, input: object) => refusal(await call(name, input)),
    /** Sessions may end meanwhile, so the clients connect again. */
    async passUntil(instant: string) {
      await disconnect();
      time.now = Date.parse(instant);
      clients = await connect();
    },
    /** An airline, hotel or car company changes the booking, as an operator of the last node says. */
    async disrupt(pnr: string, doing: object): Promise<Answered> {
      const response = await fetch(`http://127.0.0.1:${running.at(-1)?.port}/admin/bookings/${pnr}/disrupt`, {
        method: "POST",
        headers: { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" },
        body: JSON.stringify(doing),
      });
      const body = await response.json();
      if (response.status !== 200) throw new Error(`disrupt: ${response.status} ${JSON.stringify(body)}`);
      return body;
    },
    /** A client of the first node that hears of changes of this booking. */
    async subscribe(pnr: string): Promise<() => Promise<Answered>> {
      const node = { url: `http://127.0.0.1:${portOf(0)}/mcp` };
      const session = await openSession(node);
      const uri = `gds://booking/${pnr}`;
      expect((await session.ask(node, "resources/subscribe", { uri })).status).toBe(200);
      const events = await session.listen(node);
      return async () =>
        (await events.find(({ message }) => message?.method === "notifications/resources/updated")).message;
    },
    duffel: (): Promise<Answered> => connectDuffel({ port: portOf(turn) }),
    orderOf: async (pnr: string): Promise<Answered> => {
      const duffel = await connectDuffel({ port: portOf(turn) });
      const { data } = await duffel.orders.list({ booking_reference: pnr });
      return data[0];
    },
  };
};
export type Office = Awaited<ReturnType<typeof openOffice>>;

const quiet = () => undefined;

export const ADA = { type: "adult", firstName: "Ada", lastName: "Lovelace" };
export const MARY = { type: "adult", firstName: "Mary", lastName: "Somerville" };
export const CONTACT = { contactEmail: "ada@example.com" };
export const OUT = "2027-03-10";
export const BACK = "2027-03-17";

interface Wanted {
  readonly origin?: string;
  readonly destination?: string;
  readonly departureDate?: string;
  readonly cabin?: string;
  readonly flexibility?: "any" | "changeable" | "refundable";
  readonly fits?: (flight: Answered) => boolean;
}

/** The cheapest nonstop flight that fits. */
export const flightFor = async (office: Office, { fits = () => true, ...wanted }: Wanted = {}): Promise<Answered> => {
  const trip = { origin: "JFK", destination: "LHR", departureDate: OUT, maxConnections: 0, maxResults: 50 };
  const { flights } = await office.say("searchFlights", { ...trip, ...wanted });
  const found = flights.find((flight: Answered) => flight.status === "available" && fits(flight));
  if (found === undefined) throw new Error(`no flight fits ${JSON.stringify(wanted)}`);
  return found;
};

/** Books the cheapest fare with these conditions of a flight that has one, and returns the booking. */
export const bookFare = async (
  office: Office,
  isRight: (rate: Answered) => boolean,
  { passengers = [ADA], ...wanted }: Wanted & { readonly passengers?: readonly object[] } = {},
): Promise<Answered> => {
  const trip = { origin: "JFK", destination: "LHR", departureDate: OUT, maxConnections: 0, maxResults: 50 };
  const { fits = () => true, ...where } = wanted;
  const { flights } = await office.say("searchFlights", { ...trip, ...where });
  for (const flight of flights.filter((one: Answered) => one.status === "available" && fits(one))) {
    const { rates } = await office.say("listRates", { ids: flight.flightIds, adults: passengers.length });
    const rate = rates.find(isRight);
    if (rate !== undefined) return office.say("bookFlight", { flightIds: rate.ids, passengers, ...CONTACT });
  }
  throw new Error("no flight has such a fare");
};

export const linesOf = ({ lines }: Answered): Answered[] =>
  lines.map(({ kind, amount, why }: Answered) => [kind, amount, ...(why === undefined ? [] : [why])]);
