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
  "JFK LHR 2026-12-15": "9e5a5ca1086170fd",
  "LAX SFO 2026-12-20": "9a7b58ed0d9234e3",
  "SFO SIN 2027-01-08": "ba2f73b8982e6e4e",
  "FRA GRU 2027-02-10": "c30c5f9bbdee2a34",
  "TOS HND 2027-02-11": "8d9fd1d7738d556f",
  "ANC BET 2027-03-03": "1184e4b0de5f0df0",
  "DXB BKK 2027-03-14": "36cf8cf0c7ab2602",
  "LON NYC 2027-03-27 business": "3ce14a6ff8f96b8b",
  "PPT CDG 2027-04-01": "7e4c200c7a1a992e",
  "ADL HBA 2027-04-04": "acf7b5e1e2e7b4b8",
  "BOG MDE 2027-05-05": "fa9bee9d6ff272b8",
  "JFK LAX 2027-05-06 first": "6c7c3fdf62d8cd72",
  "SYD MEL 2027-06-07": "dff9a87f0b7d4995",
  "NYC LAX 2027-06-08 business": "4808780bc910e856",
  "LHR SYD 2027-07-04": "dea606f05de7a2b2",
  "CDG NCE 2027-07-14": "6d6d38ef665c8625",
  "DEL BOM 2027-08-15": "17725e5b5a1b36ae",
  "HND CTS 2027-02-01": "dce2d489395e776c",
  "PEK SHA 2027-10-01": "e85ac8de46e65b2f",
  "GRU LIS 2027-01-02 business": "32b7eff29980b65e",
  "JNB CPT 2027-01-03": "86403518857b78e4",
  "NBO LHR 2027-01-04": "3bf9a04c83f7e6f5",
  "CAI JED 2027-01-05": "c37ba2a25a71931a",
  "IST TAS 2027-01-06": "c65fa21200f60ea1",
  "SVO LED 2027-01-07": "c77c863ebb350915",
  "KEF BOS 2027-01-09": "348badf115375f32",
  "YVR YYZ 2027-01-10": "75933aaed9b5157f",
  "MEX CUN 2027-01-11": "1b9d3199b9866fa7",
  "HAV MAD 2027-01-12": "4a2c642b08528f06",
  "LIM CUZ 2027-01-13": "98beb704fc9ad190",
  "EZE USH 2027-01-14": "ff185c16bbf3fcf9",
  "AKL ZQN 2027-01-15": "587934057b6f9580",
  "NAN LAX 2027-01-16": "ede693528133f289",
  "POM HGU 2027-01-17": "38d76b82ef7fa558",
  "MNL CEB 2027-01-18": "18cd61f0d16cc675",
  "CGK DJJ 2027-01-19": "539889541c5a73ea",
  "KTM LUA 2027-01-20": "0a966dd960285c36",
  "MLE LHR 2027-01-21 first": "46b9cc9465baa4e0",
  "GOH CPH 2027-01-22": "4578c3f130709178",
  "BUF SAN 2027-11-07 premium_economy": "4f53cda18c2baa0c",
  "BET NRT 2027-03-14": "8f51e8d0fd186dbd",
  "HNL APW 2027-01-23": "07d5f550e6078271",
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
