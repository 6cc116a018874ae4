import { describe, expect, it } from "vitest";
import { Failure } from "../../model/failure.ts";
import type { Airport } from "../../model/place.ts";
import { loadPlaces, suggestPlace } from "./places.ts";

const places = loadPlaces();

const failureOf = (code: string): Failure => {
  try {
    places.require(code, "origin");
  } catch (failure) {
    if (failure instanceof Failure) return failure;
  }
  throw new Error(`${code} was accepted`);
};

const codesFor = (text: string, limit = 5): readonly string[] => places.search(text, limit).map(({ code }) => code);

describe("ICAO codes", () => {
  it("are known for nearly all airports with more than a million passengers a year, and are unique", () => {
    const codes = places.airports().map(({ icao }) => icao);
    for (const code of codes) expect(code).toMatch(/^([A-Z]{4})?$/);
    const known = codes.filter((code) => code !== "");
    expect(new Set(known).size).toBe(known.length);
    expect(known.length).toBeGreaterThan(3_300);
    const large = places.airports().filter((airport) => places.traffic(airport) >= 1 && airport.icao === "");
    expect(large.map(({ code }) => code)).toEqual([]);
  });

  it.each([
    ["LHR", "EGLL"],
    ["CDG", "LFPG"],
    ["HND", "RJTT"],
    ["GRU", "SBGR"],
    ["SYD", "YSSY"],
    ["SBH", "TFFJ"],
    ["DXB", "OMDB"],
  ])("of %s is %s", (code, icao) => expect(places.airport(code)?.icao).toBe(icao));
});

describe("a place found by its code", () => {
  it("is an airport", () => {
    expect(places.airport("JFK")).toEqual({
      code: "JFK",
      icao: "KJFK",
      name: "John F. Kennedy International Airport",
      city: "New York",
      cityCode: "NYC",
      country: "US",
      latitude: 40.6394,
      longitude: -73.7793,
      timeZone: "America/New_York",
    });
    expect(places.place("JFK")?.airports).toEqual([places.airport("JFK")]);
  });

  it.each([
    ["NYC", ["JFK", "EWR", "LGA"]],
    ["LON", ["LHR", "LGW", "STN", "LTN", "LCY", "SEN"]],
    ["TYO", ["HND", "NRT"]],
    ["DFW", ["DFW", "DAL"]],
    ["MEX", ["MEX", "NLU"]],
    ["SHA", ["PVG", "SHA"]],
    ["PNH", ["KTI"]],
  ])("%s is an area, its airports largest first", (code, airports) => {
    const place = places.place(code);
    expect(place?.kind).toBe("city");
    expect(place?.airports.map((airport) => airport.code)).toEqual(airports);
  });

  it("is an airport if the area with that code has no other airport", () => {
    expect(places.place("BER")?.kind).toBe("airport");
  });

  it("can be in the same city as another", () => {
    expect(places.sameCity("JFK", "EWR")).toBe(true);
    expect(places.sameCity("JFK", "NYC")).toBe(true);
    expect(places.sameCity("DFW", "DAL")).toBe(true);
    expect(places.sameCity("DEN", "DEN")).toBe(true);
    expect(places.sameCity("JFK", "BOS")).toBe(false);
  });

  it("is loaded once per process", () => {
    expect(loadPlaces()).toBe(places);
  });
});

describe("a required place", () => {
  it("is returned if it exists", () => {
    expect(places.require("LON", "origin")).toBe(places.place("LON"));
  });

  it("is rejected as invalid if the code does not exist, with a suggestion", () => {
    const failure = failureOf("JKF");
    expect(failure.kind).toBe("invalid");
    expect(failure.message).toBe("Invalid airport code 'JKF': must be a valid 3-letter IATA code");
    expect(failure.details).toMatchObject({ field: "origin", value: "JKF" });
    expect(failure.details.hint).toContain("Did you mean JFK (New York John F. Kennedy)");
  });

  it("is rejected with a short message even if the code is long", () => {
    expect(failureOf("xq ".repeat(20_000)).message.length).toBeLessThan(200);
  });

  it("is rejected with a general hint if nothing is similar", () => {
    expect(failureOf("QQQ").details.hint).toContain("the code of an airport (JFK)");
  });

  it.each([
    ["YIP", "DTW (Detroit"],
    ["TXL", "BER (Berlin"],
    ["ISL", "IST (Istanbul"],
    ["LBG", "CDG (Paris"],
  ])("is not found if %s has no scheduled flights, and the error names %s…", (code, nearest) => {
    const failure = failureOf(code);
    expect(failure.kind).toBe("not_found");
    expect(failure.message).toContain(`'${code}'`);
    expect(failure.details.hint).toContain(nearest);
  });
});

describe("the place search", () => {
  it.each([
    ["new york", ["NYC", "JFK", "LGA", "EWR"]],
    ["New Yrok", ["NYC", "JFK", "LGA", "EWR"]],
    ["newyork", ["NYC", "JFK", "LGA", "EWR"]],
    ["London", ["LON", "LHR", "LGW", "STN", "LTN"]],
    ["lond", ["LON", "LHR", "LGW", "STN", "LTN"]],
    ["sao paulo", ["SAO", "GRU", "CGH", "VCP"]],
    ["São Paulo", ["SAO", "GRU", "CGH", "VCP"]],
    ["zurich", ["ZRH"]],
    ["Zürich", ["ZRH"]],
    ["munchen", ["MUC"]],
    ["tokio", ["TYO", "HND", "NRT"]],
    ["dallas", ["DFW", "DAL"]],
    ["heathrow", ["LHR"]],
    ["charles de gaule", ["CDG"]],
    ["san fransisco", ["SFO", "OAK"]],
    ["Barcelna", ["BCN"]],
    ["saigon", ["SGN"]],
    ["JFK", ["JFK"]],
    ["jf", ["JFK"]],
    ["lon", ["LON"]],
    ["san jose", ["SJC", "SJO"]],
    ["sankt peterburg", ["LED"]],
    ["st petersburg", ["LED", "PIE"]],
    ["phnom penh", ["PNH", "KTI"]],
  ])("finds for '%s' first %o", (text, expected) => {
    expect(codesFor(text).slice(0, expected.length)).toEqual(expected);
  });

  it("finds the intended city despite a village with the misspelt name", () => {
    expect(codesFor("sidney")).toContain("SYD");
  });

  it("returns the largest places for an empty query, and no more than the limit", () => {
    expect(codesFor("", 3)).toEqual(["LON", "NYC", "TYO"]);
    expect(codesFor("a", 2)).toHaveLength(2);
    expect(codesFor("a", 0)).toEqual([]);
  });

  it("finds nothing for nonsense", () => {
    expect(codesFor("qxqxqxqx")).toEqual([]);
  });

  it("returns no code twice", () => {
    const codes = codesFor("", 10_000);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.length).toBeGreaterThan(places.airports().length);
  });
});

describe("a place suggestion", () => {
  it.each([
    ["JKF", /^Did you mean JFK \(New York John F\. Kennedy\)/],
    ["LDN", /^Did you mean LON \(London, all airports\), LHR \(London Heathrow\) or LGW \(London Gatwick\)\?$/],
    ["jfk", /^Did you mean JFK \(New York John F\. Kennedy\)\?$/],
    ["Pariss", /^Did you mean PAR \(Paris, all airports\), CDG \(Paris Charles de Gaulle\)/],
    ["TOK", /TYO \(Tokyo, all airports\)/],
  ])("for %s reads %s", (text, sentence) => {
    expect(suggestPlace(text)).toMatch(sentence);
  });

  it("is omitted if nothing is similar", () => {
    expect(suggestPlace("qxqxqxqx")).toBeUndefined();
    expect(suggestPlace("QQQ")).toBeUndefined();
  });
});

describe("the time at an airport", () => {
  const at = (code: string): Airport => places.airport(code) as Airport;

  it("is local", () => {
    const instant = places.instant(at("JFK"), "2026-12-15T08:00");
    expect(places.localTime(at("JFK"), instant)).toBe("2026-12-15T08:00:00-05:00");
    expect(places.localTime(at("KTM"), instant)).toBe("2026-12-15T18:45:00+05:45");
    expect(places.localTime(at("ADL"), instant)).toBe("2026-12-15T23:30:00+10:30");
  });

  it("has different dates on both sides of the date line", () => {
    const instant = Date.parse("2026-06-01T11:30:00Z");
    expect(places.localDate(at("HNL"), instant)).toBe("2026-06-01");
    expect(places.localDate(at("PPG"), instant)).toBe("2026-06-01");
    expect(places.localDate(at("APW"), instant)).toBe("2026-06-02");
    expect(places.localTime(at("AKL"), instant)).toBe("2026-06-01T23:30:00+12:00");
  });
});
