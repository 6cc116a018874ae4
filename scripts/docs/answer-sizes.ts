import { stdioCaller } from "../../src/compose/stdio.ts";
import type { Dispatcher } from "../../src/mcp/protocol/dispatcher.ts";
import { MAX_IN_FULL, MAX_STRUCTURED, MAX_TEXT } from "../../src/mcp/tools/answer-size.ts";
import { type DocumentedServer, type ToolDefinition, withServers } from "./pages.ts";

/** A call with required arguments only. It may use the answers to earlier calls. */
interface Example {
  readonly tool: string;
  readonly about: string;
  input(answers: Answers): object;
}

/** The latest structured answer of each tool. */
// biome-ignore lint/suspicious/noExplicitAny: each tool has its own shape
type Answers = Readonly<Record<string, any>>;

const GUEST = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" };
const ADA = { type: "adult", ...GUEST };
const STAY = { cityCode: "LON", checkInDate: "2027-02-10", checkOutDate: "2027-02-12" };
const RENTAL = { pickupLocationCode: "LAX", pickupDate: "2027-02-10T10:00", dropoffDate: "2027-02-12T10:00" };
const ROUND_TRIP = { origin: "SFO", destination: "VIE", departureDate: "2027-02-10", returnDate: "2027-02-20" };
const DOCUMENT = `data:text/plain;base64,${Buffer.from("The flight leaves at eight. ".repeat(500)).toString("base64")}`;

const call = (tool: string, about: string, input: object | Example["input"] = {}): Example => ({
  tool,
  about,
  input: typeof input === "function" ? (input as Example["input"]) : () => input,
});

const EXAMPLES: Readonly<Record<string, readonly Example[]>> = {
  gds: [
    call("searchFlights", "JFK-LAX", { origin: "JFK", destination: "LAX", departureDate: "2027-02-10" }),
    call("bookFlight", "one of them, on hold", ({ searchFlights }) => ({
      flightIds: searchFlights.flights[0].flightIds,
      passengers: [ADA],
      contactEmail: GUEST.email,
      hold: true,
    })),
    call("payBooking", "the flight", ({ bookFlight }) => ({
      pnr: bookFlight.pnr,
      expectedTotal: bookFlight.payment.due,
    })),
    call("listRates", "the flight", ({ searchFlights }) => ({ ids: searchFlights.flights[0].flightIds })),
    call("flightStatus", "the flight", ({ bookFlight }) => ({
      flightNumber: bookFlight.flights[0].flightNumber,
      date: bookFlight.flights[0].departureTime.slice(0, 10),
    })),
    call("listExtras", "the flight", ({ bookFlight }) => ({ pnr: bookFlight.pnr })),
    call("searchFlights", "SFO-VIE", { origin: "SFO", destination: "VIE", departureDate: "2027-02-10" }),
    call("searchFlights", "SFO-VIE and back", ROUND_TRIP),
    call("searchFlights", "SFO-VIE and back, in full", { ...ROUND_TRIP, detail: "full" }),
    call("searchHotels", "two nights in London", STAY),
    call("bookHotel", "one of them", ({ searchHotels }) => ({ hotelId: searchHotels.hotels[0].id, guests: [GUEST] })),
    call("searchCars", "two days in Los Angeles", RENTAL),
    call("bookCar", "one of them", ({ searchCars }) => ({ carId: searchCars.cars[0].id, driver: GUEST })),
    call("retrieveBooking", "the flight", ({ bookFlight }) => ({ pnr: bookFlight.pnr })),
    call("retrieveBooking", "the flight, in full", ({ bookFlight }) => ({ pnr: bookFlight.pnr, detail: "full" })),
    call("listBookings", "those three"),
    call("updateBooking", "the flight", ({ bookFlight }) => ({ pnr: bookFlight.pnr, contactPhone: "+14155550123" })),
    call("quoteChange", "the hotel", ({ bookHotel }) => ({ pnr: bookHotel.pnr, remove: ["all"] })),
    call("confirmChange", "that quote", ({ quoteChange }) => ({ quoteId: quoteChange.quoteId })),
    call("cancelBooking", "the flight", ({ bookFlight }) => ({ pnr: bookFlight.pnr })),
  ],
  flights: [
    call("search_flights", "SFO-VIE", { origin: "SFO", destination: "VIE", departure_date: "2027-02-10" }),
    call("get_offer", "the first", ({ search_flights }) => ({ offer_id: search_flights.options[0].offer_id })),
    call("search_flights", "SFO-VIE and back", {
      origin: "SFO",
      destination: "VIE",
      departure_date: "2027-02-10",
      return_date: "2027-02-20",
    }),
    call("search_multi_city", "three cities", {
      slices: [
        { origin: "SFO", destination: "VIE", departure_date: "2027-02-10" },
        { origin: "VIE", destination: "LHR", departure_date: "2027-02-14" },
        { origin: "LHR", destination: "SFO", departure_date: "2027-02-18" },
      ],
    }),
  ],
  toolbox: [
    call("calculator__calculate", "19% of a bill", { expression: "240 + 19%" }),
    call("calculator__convert_units", "miles", { value: 3459, from_unit: "miles", to_unit: "km" }),
    call("time_tool__current_time", "in Tokyo", { timezone: "Asia/Tokyo" }),
    call("time_tool__time_difference", "two days", { start_time: "2027-02-10", end_time: "2027-02-12" }),
    call("search_tool__web_search", "offline", { query: "airports of London" }),
    call("search_tool__news_search", "offline", { query: "strike" }),
    call("document_analyzer__extract_text", "14,000 characters", { document_url: DOCUMENT }),
    call("document_analyzer__analyze_document", "14,000 characters", { document_url: DOCUMENT }),
    call("image_generator__generate_image", "without the image", { prompt: "An airplane over a beach at sunset" }),
    call("toolbox__search_tools", "all", {}),
    call("toolbox__call_tool", "19% of a bill", {
      name: "calculator__calculate",
      arguments: { expression: "240 + 19%" },
    }),
  ],
};

export interface MeasuredAnswer {
  readonly server: string;
  readonly tool: string;
  readonly about: string;
  /** True for a call without `detail: "full"`. */
  readonly usual: boolean;
  readonly structured: number;
  readonly text: number;
}

interface Result {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: unknown;
}

const callOn = async (dispatcher: Dispatcher, tool: string, input: object): Promise<Result> => {
  let answer = "";
  const connection = dispatcher.connect({ caller: CALLER });
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool, arguments: input } };
  await connection.receive(JSON.stringify(message), {
    notify: () => undefined,
    answer: (json) => {
      answer = json;
    },
  });
  await connection.close();
  const { result } = JSON.parse(answer) as { result?: Result };
  if (result === undefined || result.isError) throw new Error(`${tool} ${JSON.stringify(input)}: ${answer}`);
  return result;
};
const CALLER = stdioCaller();

/** Calls every example and counts the characters that a model reads. The counts are the same on every machine. */
export const measureAnswers = (): Promise<readonly MeasuredAnswer[]> =>
  withServers({ CLOCK: "frozen:2026-12-01T09:00:00Z" }, async (servers) => {
    const measured: MeasuredAnswer[] = [];
    for (const [server, dispatcher] of Object.entries(servers)) {
      const answers: Record<string, unknown> = {};
      for (const { tool, about, input } of EXAMPLES[server] ?? []) {
        const args = input(answers);
        const { content, structuredContent } = await callOn(dispatcher, tool, args);
        answers[tool] = structuredContent;
        measured.push({
          server,
          tool,
          about,
          usual: !("detail" in args),
          structured: JSON.stringify(structuredContent ?? "").length,
          text: content.reduce((sum, { text = "" }) => sum + text.length, 0),
        });
      }
    }
    return measured;
  });

/** Estimates tokens: for most models a token of JSON or English is about four characters. */
const tokens = (characters: number): number => Math.ceil(characters / 4);

const shown = (characters: number): string => `${characters.toLocaleString("en-US")} (${tokens(characters)})`;

const definitionRow = (server: string, tool: ToolDefinition): string => {
  const { outputSchema: _, ...seen } = tool;
  return `| ${server} | \`${tool.name}\` | ${shown(JSON.stringify(tool).length)} | ${shown(JSON.stringify(seen).length)} |`;
};

const listRow = ({ name, tools }: DocumentedServer): string => {
  const seen = tools.map(({ outputSchema: _, ...tool }) => tool);
  return `| ${name} | all ${tools.length} | ${shown(JSON.stringify(tools).length)} | ${shown(JSON.stringify(seen).length)} |`;
};

export const answerSizesPage = (
  note: string,
  servers: readonly DocumentedServer[],
  answers: readonly MeasuredAnswer[],
): string => `${note}
# What a model reads: sizes

Characters, with tokens in brackets (four characters each). Hosts truncate long answers or put them into files, some from
12,000 characters on, so an answer has at most ${MAX_STRUCTURED.toLocaleString("en-US")} characters of structured content and ${MAX_TEXT.toLocaleString("en-US")} of text, and at
most ${MAX_IN_FULL.toLocaleString("en-US")} if the caller asked for more. Some hosts show their model the text, some the structured content.

## Definitions

As \`tools/list\` returns them, and without the output schemas, which most hosts do not show to their model.

| server | tool | whole | without output schema |
| --- | --- | --- | --- |
${servers.flatMap((server) => [listRow(server), ...server.tools.map((tool) => definitionRow(server.name, tool))]).join("\n")}

## Answers

| server | tool | call | structured content | text |
| --- | --- | --- | --- | --- |
${answers.map(({ server, tool, about, structured, text }) => `| ${server} | \`${tool}\` | ${about} | ${shown(structured)} | ${shown(text)} |`).join("\n")}
`;
