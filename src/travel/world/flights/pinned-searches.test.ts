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
  "JFK LHR 2026-12-15": "2e767325989e71cc",
  "LAX SFO 2026-12-20": "0530a25fdc225590",
  "SFO SIN 2027-01-08": "b2cef7f0e78c8b9c",
  "FRA GRU 2027-02-10": "8d1c3d86b046b9a7",
  "TOS HND 2027-02-11": "68cc22c9b01fe58c",
  "ANC BET 2027-03-03": "9e2c1ec7733e655a",
  "DXB BKK 2027-03-14": "eb2f066864935fa5",
  "LON NYC 2027-03-27 business": "76075719cbf953d9",
  "PPT CDG 2027-04-01": "00fad611927c27e9",
  "ADL HBA 2027-04-04": "7f5f4ce50d6740a4",
  "BOG MDE 2027-05-05": "3f4e7ee888abf584",
  "JFK LAX 2027-05-06 first": "9b359aaa457c85cf",
  "SYD MEL 2027-06-07": "49e50fe13f2874c2",
  "NYC LAX 2027-06-08 business": "f28f4f38496fcf94",
  "LHR SYD 2027-07-04": "7ad35acf913d6c32",
  "CDG NCE 2027-07-14": "cee1274b4b6bcbcd",
  "DEL BOM 2027-08-15": "60e7ec52d95d58ea",
  "HND CTS 2027-02-01": "4b52d5502b7b9fa6",
  "PEK SHA 2027-10-01": "d87634f8ad11aef8",
  "GRU LIS 2027-01-02 business": "23e295f728fb2c9a",
  "JNB CPT 2027-01-03": "a895457e83761743",
  "NBO LHR 2027-01-04": "3c9fd8571f0b4c3d",
  "CAI JED 2027-01-05": "fe5566ccf10de3d8",
  "IST TAS 2027-01-06": "674923ed42fdb498",
  "SVO LED 2027-01-07": "9407384a39d8215b",
  "KEF BOS 2027-01-09": "cb663ad9a15ec31b",
  "YVR YYZ 2027-01-10": "269d3b263ea085e2",
  "MEX CUN 2027-01-11": "486bbe7958156eb2",
  "HAV MAD 2027-01-12": "fe44348490f6753c",
  "LIM CUZ 2027-01-13": "b31d944e795a6175",
  "EZE USH 2027-01-14": "11209974fab8f155",
  "AKL ZQN 2027-01-15": "2acb7d6f3a296ed0",
  "NAN LAX 2027-01-16": "54a0f9a55bde1a2e",
  "POM HGU 2027-01-17": "e5b9c437449bf219",
  "MNL CEB 2027-01-18": "99e58b45dd0bd43c",
  "CGK DJJ 2027-01-19": "c375420698acc816",
  "KTM LUA 2027-01-20": "1089e1d7233d4226",
  "MLE LHR 2027-01-21 first": "a179bf8e2fd2bac8",
  "GOH CPH 2027-01-22": "681f5ff705b101c5",
  "BUF SAN 2027-11-07 premium_economy": "4f53cda18c2baa0c",
  "BET NRT 2027-03-14": "a4ea489e050f303b",
  "HNL APW 2027-01-23": "ba07c17572b4e1a1",
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
