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
  "JFK LHR 2026-12-15": "7fa140a0cbddfaec",
  "LAX SFO 2026-12-20": "9134dbbf37482f62",
  "SFO SIN 2027-01-08": "16ed28487af994aa",
  "FRA GRU 2027-02-10": "1a43fd071e3835d1",
  "TOS HND 2027-02-11": "1575af560bf720be",
  "ANC BET 2027-03-03": "a24c3d0c5232eeaf",
  "DXB BKK 2027-03-14": "a6e9752d8fed68a9",
  "LON NYC 2027-03-27 business": "450d281c79e943f5",
  "PPT CDG 2027-04-01": "4e2ffc87b8420071",
  "ADL HBA 2027-04-04": "7b7632ba8ac04a30",
  "BOG MDE 2027-05-05": "473341e88c296940",
  "JFK LAX 2027-05-06 first": "38ae780e057ba143",
  "SYD MEL 2027-06-07": "a077b13b598b57e5",
  "NYC LAX 2027-06-08 business": "3c315566cc9f378a",
  "LHR SYD 2027-07-04": "d749181380f47ef0",
  "CDG NCE 2027-07-14": "e5deacd2bd09d1b9",
  "DEL BOM 2027-08-15": "32fd818d9cf66034",
  "HND CTS 2027-02-01": "7cd6bd864e98b16e",
  "PEK SHA 2027-10-01": "fd41f3dae49e33eb",
  "GRU LIS 2027-01-02 business": "6ed5b79d44744d4e",
  "JNB CPT 2027-01-03": "860edf11a9b1c5d1",
  "NBO LHR 2027-01-04": "cdf5e582522e78e0",
  "CAI JED 2027-01-05": "cabd1be3fa932bd4",
  "IST TAS 2027-01-06": "316725a7c55a6bda",
  "SVO LED 2027-01-07": "0e05cfc07217718c",
  "KEF BOS 2027-01-09": "bbd05a921ae083a0",
  "YVR YYZ 2027-01-10": "06c042c18a13a254",
  "MEX CUN 2027-01-11": "e729fe620447aad0",
  "HAV MAD 2027-01-12": "95c75b76868a3637",
  "LIM CUZ 2027-01-13": "a0a3b7251db6698b",
  "EZE USH 2027-01-14": "8dc0f7819b07aa6f",
  "AKL ZQN 2027-01-15": "6a8579c3351d4d6a",
  "NAN LAX 2027-01-16": "59956f7afba06d90",
  "POM HGU 2027-01-17": "66347d4fcd89c4ea",
  "MNL CEB 2027-01-18": "5e5d0ec1cb4e72e8",
  "CGK DJJ 2027-01-19": "752122bc76eecbd8",
  "KTM LUA 2027-01-20": "1a065d134186716c",
  "MLE LHR 2027-01-21 first": "23c03716ef432bec",
  "GOH CPH 2027-01-22": "86c46c74b0c9eb8d",
  "BUF SAN 2027-11-07 premium_economy": "4f53cda18c2baa0c",
  "BET NRT 2027-03-14": "4d28fa8ab63bbecd",
  "HNL APW 2027-01-23": "93ee1beb8261b87f",
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
