import { setTimeout as sleep } from "node:timers/promises";
import { answerProblem, messagesIn } from "./answer-checks.ts";
import { type ListedTool, type Offers, SEARCHES } from "./drawn-requests.ts";
import {
  type Asked,
  COMMON,
  type HeaderList,
  LEGACY,
  legacyHeaders,
  message,
  modernHeaders,
  posted,
  withEnvelope,
} from "./requests.ts";
import { openWire, type Wire, type WireAnswer } from "./wire.ts";

interface RpcAnswer {
  readonly id?: unknown;
  // biome-ignore lint/suspicious/noExplicitAny: each method has its own shape, which tests look into
  readonly result?: any;
  readonly error?: { readonly code: number; readonly message: string };
}

/** Returns the answer after checking it against the request. */
const good = (answer: WireAnswer, sent: object): RpcAnswer => {
  const said = messagesIn(answer).at(-1) as RpcAnswer | undefined;
  const problem = answer.status === 200 ? answerProblem(answer) : `has status ${answer.status}`;
  const id = "id" in sent ? sent.id : undefined;
  if (problem !== undefined || said === undefined || said.id !== id) {
    throw new Error(`${problem ?? "is another's answer"}: ${answer.body.slice(0, 500)}`);
  }
  return said;
};

const INITIALIZE = {
  method: "initialize",
  params: { protocolVersion: LEGACY, capabilities: { elicitation: {} }, clientInfo: { name: "client", version: "1" } },
};

export const openSession = async (wire: Wire, path = "/mcp"): Promise<string> => {
  wire.send(posted(COMMON, message(0, INITIALIZE), path));
  const sessionId = (await wire.answer())?.headers.get("mcp-session-id");
  if (sessionId === undefined) throw new Error("initialize opened no session");
  return sessionId;
};

export interface HonestClient {
  ask(asked: Asked): Promise<RpcAnswer>;
  /** Returns the tool's output; throws if the call failed. */
  call(tool: string, input: object): Promise<RpcAnswer["result"]>;
  leave(): void;
}

/** A correct client of either era with its own session. */
export const connectHonestClient = async (port: number, era: "legacy" | "modern"): Promise<HonestClient> => {
  let wire = await openWire(port);
  const sessionId = era === "legacy" ? await openSession(wire) : crypto.randomUUID();
  let last = 0;
  const client: HonestClient = {
    async ask(asked) {
      const about = era === "legacy" ? asked : { ...asked, params: withEnvelope(asked.params) };
      const headers: HeaderList =
        era === "legacy" ? legacyHeaders(sessionId) : [...modernHeaders(about), ["Mcp-Session-Id", sessionId]];
      const sent = message(`${sessionId}-${++last}`, about);
      for (;;) {
        wire.send(posted(headers, sent));
        const answer = await wire.answer();
        if (answer === undefined) throw new Error("the connection was closed");
        if (answer.status !== 503) return good(answer, sent);
        await sleep(Number(answer.headers.get("retry-after")) * 1000);
        wire.abort();
        wire = await openWire(port);
      }
    },
    async call(name, input) {
      const { result, error } = await client.ask({ method: "tools/call", params: { name, arguments: input } });
      if (error || result.isError) throw new Error(`${name} was refused: ${JSON.stringify(error ?? result)}`);
      return result.structuredContent;
    },
    leave: () => wire.abort(),
  };
  return client;
};

interface Offer {
  readonly id: string;
  readonly status: string;
  readonly flightIds: readonly string[];
}
const free = (offers: readonly Offer[]): Offer[] => offers.filter(({ status }) => status === "available");

export const findOffers = async (client: HonestClient): Promise<Offers> => {
  const { returnDate: _, passengers: __, ...oneWay } = SEARCHES.searchFlights;
  return {
    flightIds: free((await client.call("searchFlights", oneWay)).flights).map(({ flightIds }) => flightIds),
    hotelIds: free((await client.call("searchHotels", SEARCHES.searchHotels)).hotels).map(({ id }) => id),
    carIds: free((await client.call("searchCars", SEARCHES.searchCars)).cars).map(({ id }) => id),
  };
};

/** The tools of the GDS, as listed by the server. */
export const listedTools = async (client: HonestClient): Promise<ListedTool[]> => {
  const { result } = await client.ask({ method: "tools/list", params: {} });
  return result.tools;
};

const HOTEL_GUEST = { firstName: "Ada", lastName: "Honest" };

/** Searches, books and reads, and throws if anything is different from what it must be. */
export const createRounds = (client: HonestClient, offers: Offers, secret: Set<string>) => {
  const own: string[] = [];
  let expected: string | undefined;
  return async (round: number): Promise<void> => {
    const { flights, returnFlights } = await client.call("searchFlights", SEARCHES.searchFlights);
    const found = JSON.stringify(
      [flights, returnFlights].map((list) =>
        list.map(({ id, price, status }: { id: string; price: number; status: string }) => [id, price, status]),
      ),
    );
    expected ??= found;
    if (found !== expected) throw new Error(`the same search found something else: ${found} and not ${expected}`);
    if (round % 40 === 0) {
      const hotelId = offers.hotelIds[round % offers.hotelIds.length];
      const { pnr } = await client.call("bookHotel", {
        hotelId,
        guests: [HOTEL_GUEST],
        contactEmail: "ada@example.com",
      });
      own.push(pnr);
      secret.add(pnr);
    }
    const { bookings, more = "0 earlier bookings" } = await client.call("listBookings", {});
    const listed: readonly string[] = bookings.map(({ pnr }: { pnr: string }) => pnr);
    // The clock is frozen, so all bookings have the same time and their order is undefined.
    const isOwn = listed.every((pnr) => own.includes(pnr)) && new Set(listed).size === listed.length;
    if (!isOwn || listed.length + Number.parseInt(more, 10) !== own.length || (own.length > 0 && listed.length === 0)) {
      throw new Error(`${listed} is listed, ${more}, and ${own} was booked`);
    }
    const last = own.at(-1);
    if (last !== undefined) {
      const { pnr, status } = await client.call("retrieveBooking", { pnr: last });
      if (pnr !== last || status !== "confirmed") throw new Error(`${last} came back as ${pnr}, ${status}`);
    }
  };
};
