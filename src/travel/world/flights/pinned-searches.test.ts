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
  "JFK LHR 2026-12-15": "21b7cc4e43d5d10e",
  "LAX SFO 2026-12-20": "71182fde90115910",
  "SFO SIN 2027-01-08": "e34d8345b9d8c4eb",
  "FRA GRU 2027-02-10": "54a2a12d7cc62736",
  "HFT HND 2027-02-11": "6c4341e5ec3228e6",
  "ANC BET 2027-03-03": "267ba5aa329da25e",
  "DXB BKK 2027-03-14": "957afba059443182",
  "LON NYC 2027-03-27 business": "4d5cc0f423bb085d",
  "PPT CDG 2027-04-01": "6fe1f2fb99d03033",
  "ADL HBA 2027-04-04": "59f5f2051bee86d1",
  "BOG MDE 2027-05-05": "7a597a89f59e0148",
  "JFK LAX 2027-05-06 first": "2b5e161f8e298047",
  "SYD MEL 2027-06-07": "1cba7524a1befe15",
  "NYC LAX 2027-06-08 business": "253f0a6df2ad3466",
  "LHR SYD 2027-07-04": "7937fa453f3e64a8",
  "CDG NCE 2027-07-14": "4d449b86281b5735",
  "DEL BOM 2027-08-15": "6acb3a9b817f4ead",
  "HND CTS 2027-02-01": "37ecbae1817a03f9",
  "PEK SHA 2027-10-01": "e257687de4a1ffc2",
  "GRU LIS 2027-01-02 business": "4ae8098a82130c71",
  "JNB CPT 2027-01-03": "02b49749c018e871",
  "NBO LHR 2027-01-04": "23a4932f7452717a",
  "CAI JED 2027-01-05": "19a9fe4352da36d0",
  "IST TAS 2027-01-06": "ba0589989bc0fba4",
  "SVO LED 2027-01-07": "16ca4604506c9cb7",
  "KEF BOS 2027-01-09": "d52ad7df7d9b916f",
  "YVR YYZ 2027-01-10": "db53754c810041cc",
  "MEX CUN 2027-01-11": "87285f88a62422f9",
  "HAV MAD 2027-01-12": "d2e0bbb22af272e3",
  "LIM CUZ 2027-01-13": "020affd2fb0c4f0f",
  "EZE USH 2027-01-14": "cf3ea7c54955ad0d",
  "AKL ZQN 2027-01-15": "e320e521f2cc69fd",
  "NAN LAX 2027-01-16": "04aec1c6e6a2bfa8",
  "POM HGU 2027-01-17": "8f009ec742864307",
  "MNL CEB 2027-01-18": "826ee5d428808933",
  "CGK DJJ 2027-01-19": "31af29a15525db59",
  "KTM LUA 2027-01-20": "508acd6fe7533642",
  "MLE LHR 2027-01-21 first": "f2fe731c79f69f65",
  "GOH CPH 2027-01-22": "83b4ca52d0b4e5de",
  "BUF SAN 2027-11-07 premium_economy": "4f53cda18c2baa0c",
  "BET NRT 2027-03-14": "abf477bd5aecc621",
  "HNL APW 2027-01-23": "31d1f9e6ab1c5c9b",
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
