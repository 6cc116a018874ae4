import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../../model/clock.ts";
import type { Cabin } from "../../../model/flight.ts";
import { loadPlaces } from "../places.ts";
import { createFlights } from "./flights.ts";

const places = loadPlaces();
const flights = createFlights({ seed: "fixed", clock: systemClock, places });

/** The first 16 digits of the SHA-256 of each answer. Change them only with the world, and mention it in the changelog. */
const SEARCH_DIGESTS: Readonly<Record<string, string>> = {
  "JFK LHR 2026-12-15": "eb07738403fa56cb",
  "LAX SFO 2026-12-20": "00f1522e7afed4cc",
  "SFO SIN 2027-01-08": "85c488b7282eaab0",
  "FRA GRU 2027-02-10": "f947635de710497a",
  "HFT HND 2027-02-11": "f68b8f1cc2d2a9f2",
  "ANC BET 2027-03-03": "eaa3f7c591de3923",
  "DXB BKK 2027-03-14": "3cb21cee361c4ed9",
  "LON NYC 2027-03-27 business": "eea31b843267a08e",
  "PPT CDG 2027-04-01": "1eb28f67faa6d61f",
  "ADL HBA 2027-04-04": "09917934fc938b8c",
  "BOG MDE 2027-05-05": "02fe3613c3bf8b92",
  "JFK LAX 2027-05-06 first": "3653d437a24a0411",
  "SYD MEL 2027-06-07": "6e5759703c745984",
  "NYC LAX 2027-06-08 business": "9cbba2d922f61934",
  "LHR SYD 2027-07-04": "52b113dc3185c3cd",
  "CDG NCE 2027-07-14": "7cb34fa31e5a5b5d",
  "DEL BOM 2027-08-15": "31fc450318ca4fae",
  "HND CTS 2027-02-01": "1da672e63f5019c4",
  "PEK SHA 2027-10-01": "feded4cd31c35ed7",
  "GRU LIS 2027-01-02 business": "427885db92a66c4d",
  "JNB CPT 2027-01-03": "79f5639656e52619",
  "NBO LHR 2027-01-04": "66a1440a28517aa1",
  "CAI JED 2027-01-05": "bad79ee3ba57bad6",
  "IST TAS 2027-01-06": "8f9a0b7c6bfedef2",
  "SVO LED 2027-01-07": "24f5da3b3a3000ec",
  "KEF BOS 2027-01-09": "15c6b3c8176ec689",
  "YVR YYZ 2027-01-10": "6159975d00dafd88",
  "MEX CUN 2027-01-11": "353bf23cfd0b5469",
  "HAV MAD 2027-01-12": "8b454af52d613bce",
  "LIM CUZ 2027-01-13": "2896dcb576b79fda",
  "EZE USH 2027-01-14": "3d729c971fda9793",
  "AKL ZQN 2027-01-15": "6d50071ebc9c1298",
  "NAN LAX 2027-01-16": "bacfc4eebc4a7d14",
  "POM HGU 2027-01-17": "6dfc96b5f346f9d2",
  "MNL CEB 2027-01-18": "56787a855377ff76",
  "CGK DJJ 2027-01-19": "476b6f722920d3d0",
  "KTM LUA 2027-01-20": "c26a4115b86308dc",
  "MLE LHR 2027-01-21 first": "c357ab198aa22ca5",
  "GOH CPH 2027-01-22": "792f19f4370c3db2",
  "BUF SAN 2027-11-07 premium_economy": "4f53cda18c2baa0c",
  "BET NRT 2027-03-14": "753c16f50a39fc37",
  "HNL APW 2027-01-23": "5f543260646a9a25",
};

describe("the pinned searches", () => {
  const digestOf = (from: string, to: string, date: string, cabin: Cabin): string => {
    const { offers } = flights.searchFlights({
      origin: places.require(from, "origin"),
      destination: places.require(to, "destination"),
      date,
      cabin,
      party: { adults: 1, children: 0, infants: 0 },
      maxConnections: 2,
      sortBy: "price",
      maxResults: 20,
    });
    return createHash("sha256").update(JSON.stringify(offers)).digest("hex").slice(0, 16);
  };

  it("have exactly the pinned answers", () => {
    const digests = Object.fromEntries(
      Object.keys(SEARCH_DIGESTS).map((key) => {
        const [from = "", to = "", date = "", cabin = "economy"] = key.split(" ");
        return [key, digestOf(from, to, date, cabin as Cabin)];
      }),
    );
    expect(digests).toEqual(SEARCH_DIGESTS);
  });
});
