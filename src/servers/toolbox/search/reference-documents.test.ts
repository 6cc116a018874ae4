import { beforeAll, describe, expect, it } from "vitest";
import { frozenClock } from "../../../model/clock.ts";
import { loadPlaces } from "../../../travel/world/places.ts";
import { createGeneratedWorld } from "../../../travel/world/world.ts";
import { createOfflineIndex, type IndexedDocument, type OfflineIndex } from "./offline-index.ts";
import { referenceDocuments } from "./reference-documents.ts";
import { readQuery } from "./words.ts";

const places = loadPlaces();
let documents: readonly IndexedDocument[];
let index: OfflineIndex;

beforeAll(async () => {
  const { airlines } = createGeneratedWorld({ seed: "fixed", clock: frozenClock(0), places });
  const docs = new URL("../../../../docs/", import.meta.url);
  documents = await referenceDocuments({ places, airlines: airlines(), docs });
  index = await createOfflineIndex();
  await index.put(documents);
});

const find = (query: string, limit = 5) => index.search(readQuery(query), limit);

describe("reference documents", () => {
  it("cover every airport, city, airline and country, each with a gds or taxiway URI", () => {
    const count = (wanted: string) => documents.filter(({ kind }) => kind === wanted).length;
    expect(count("airport")).toBe(places.airports().length);
    expect(count("airline")).toBeGreaterThan(400);
    expect(count("country")).toBeGreaterThan(180);
    expect(count("city")).toBeGreaterThan(40);
    expect(count("documentation")).toBeGreaterThan(30);
    expect(new Set(documents.map(({ id }) => id)).size).toBe(documents.length);
    expect(documents.filter(({ url }) => !/^(gds|taxiway):\/\/\S+$/.test(url))).toEqual([]);
  });

  it("describe airports, airlines and cities in sentences", () => {
    const text = (id: string) => documents.find((document) => document.id === id)?.text;
    expect(text("airport:FRA")).toMatch(
      /^Frankfurt Airport serves Frankfurt, Germany\. IATA code FRA\. Time zone Europe\/Berlin; .* Hub of Lufthansa \(LH\)/,
    );
    expect(text("airline:LH")).toContain("member of the alliance Star Alliance. Hubs: Frankfurt (FRA), Munich (MUC)");
    expect(text("city:NYC")).toContain("John F. Kennedy International Airport (JFK)");
  });
});

describe("a search in the reference documents", () => {
  it.each([
    ["FRA", "Frankfurt Airport (FRA)"],
    ["fra", "Frankfurt Airport (FRA)"],
    ["JFK", "John F. Kennedy International Airport (JFK), New York"],
    ["NYC", "New York (NYC): city and its airports"],
    ["LON", "London (LON): city and its airports"],
    ["DFW", "Dallas Fort Worth International Airport (DFW)"],
    ["LH", "Lufthansa (LH), airline"],
    ["What is BA?", "British Airways (BA), airline"],
    ["flights from FRA to JFK", "Frankfurt Airport (FRA)"],
    ["Frankfurt", "Frankfurt Airport (FRA)"],
    ["frankf", "Frankfurt Airport (FRA)"],
    ["Frnkfurt arport", "Frankfurt Airport (FRA)"],
    ["Lodnon", "London (LON): city and its airports"],
    ["Tokio", "Tokyo (TYO): city and its airports"],
    ["Paris", "Paris (PAR): city and its airports"],
    ["new york airports", "New York (NYC): city and its airports"],
    ["London Heathrow", "London Heathrow Airport (LHR)"],
    ["charles de gaulle", "Charles de Gaulle Airport (CDG), Paris"],
    ["Zurich", "Zürich Airport (ZRH)"],
    ["ZÜRICH", "Zürich Airport (ZRH)"],
    ["time zone of Sydney", "Sydney Kingsford Smith Airport (SYD)"],
    ["Germany", "Germany: airports and airlines of the country"],
    ["airports in Japan", "Japan: airports and airlines of the country"],
    ["Lufthansa", "Lufthansa (LH), airline"],
    ["Qantas hubs", "Qantas (QF), airline"],
    ["airlines in alliance Star Alliance", "Star Alliance: member airlines of the alliance"],
    ["SkyTeam members", "SkyTeam: member airlines of the alliance"],
    ["baggage rules", "Baggage rules: how much checked baggage a flight includes"],
    ["what does TEST- mean", "What TEST- means: the mark of a rehearsal booking"],
    ["record locator", "PNR (record locator)"],
    ["PNR", "PNR (record locator)"],
    ["how do I cancel a booking", "Cancelling a booking and refunds"],
    ["sold out flights", "Flights of the generated world › Seats"],
    ["fare basis", "Flights of the generated world › Prices"],
    ["hotel rate codes", "Hotels of the generated world › Rates"],
    ["rate limits behind a proxy", "Operating Taxiway › Rate limits behind a proxy"],
  ])("for %j ranks %j first", (query, title) => {
    expect(find(query).hits[0]?.title).toBe(title);
  });

  it.each(["artificial intelligence trends 2025", "quantum physics", "machine learning", "?!", "xqzzk"])(
    "finds nothing for %j",
    (query) => {
      expect(find(query)).toEqual({ hits: [], total: 0 });
    },
  );

  it("counts all matches and returns up to the limit", () => {
    const { hits, total } = find("Ryanair hubs", 3);
    expect(hits).toHaveLength(3);
    expect(total).toBeGreaterThan(50);
  });
});
