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
  "JFK LHR 2026-12-15": "0956b8db6e5539e5",
  "LAX SFO 2026-12-20": "351e2c754192f46e",
  "SFO SIN 2027-01-08": "de0b61b1195073eb",
  "FRA GRU 2027-02-10": "e73ccef3b01a52ad",
  "TOS HND 2027-02-11": "9d03051673b0d81b",
  "ANC BET 2027-03-03": "976e918023ddd7dd",
  "DXB BKK 2027-03-14": "c3c68f3913a05ff9",
  "LON NYC 2027-03-27 business": "3ce14a6ff8f96b8b",
  "PPT CDG 2027-04-01": "7e4c200c7a1a992e",
  "ADL HBA 2027-04-04": "82084064d118d8a3",
  "BOG MDE 2027-05-05": "d6e2729e94cb91d3",
  "JFK LAX 2027-05-06 first": "6c7c3fdf62d8cd72",
  "SYD MEL 2027-06-07": "6ca40c9cba687441",
  "NYC LAX 2027-06-08 business": "4808780bc910e856",
  "LHR SYD 2027-07-04": "bd3c54bf77ebb716",
  "CDG NCE 2027-07-14": "3769008176100ae3",
  "DEL BOM 2027-08-15": "9a954fb801972c16",
  "HND CTS 2027-02-01": "3a3eba7cb7d41378",
  "PEK SHA 2027-10-01": "09be275d3133939c",
  "GRU LIS 2027-01-02 business": "dad849150b71e312",
  "JNB CPT 2027-01-03": "bbf6745799fc4b11",
  "NBO LHR 2027-01-04": "f6779c366370c53b",
  "CAI JED 2027-01-05": "c91ef2ffc065ab17",
  "IST TAS 2027-01-06": "52437ed33ab8c2b9",
  "SVO LED 2027-01-07": "1c7494ebd8789b1d",
  "KEF BOS 2027-01-09": "b5c8f2f474d8bd8b",
  "YVR YYZ 2027-01-10": "1f5b3b2c0c3dcdc0",
  "MEX CUN 2027-01-11": "e6aded5d858f9c34",
  "HAV MAD 2027-01-12": "6fa35fc7b0a2d6ff",
  "LIM CUZ 2027-01-13": "12f5c85b1b275cb8",
  "EZE USH 2027-01-14": "2fa22fddd34f5551",
  "AKL ZQN 2027-01-15": "a83a99e84e0529bf",
  "NAN LAX 2027-01-16": "ab9a7f9f43533b05",
  "POM HGU 2027-01-17": "f55f8de146327cf7",
  "MNL CEB 2027-01-18": "6b86a0de7103d977",
  "CGK DJJ 2027-01-19": "9477e6e800105754",
  "KTM LUA 2027-01-20": "6616a5428671bd22",
  "MLE LHR 2027-01-21 first": "46b9cc9465baa4e0",
  "GOH CPH 2027-01-22": "7fcd2a3b7d5abb0b",
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
