import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../../model/clock.ts";
import type { Cabin } from "../../../model/flight.ts";
import { loadPlaces } from "../places.ts";
import { createFlights } from "./flights.ts";

const places = loadPlaces();
const flights = createFlights({ seed: "fixed", clock: systemClock, places });

/** The first sixteen digits of the sha256 of what each search answers. Change them only with the world, and say so in the changelog. */
const SEARCH_DIGESTS: Readonly<Record<string, string>> = {
  "JFK LHR 2026-12-15": "3ecdee725eccf36f",
  "LAX SFO 2026-12-20": "b9e2a3c5f4798279",
  "SFO SIN 2027-01-08": "272037b4315d1a97",
  "FRA GRU 2027-02-10": "015123adf099854e",
  "HFT HND 2027-02-11": "3c89a8696390957f",
  "ANC BET 2027-03-03": "468c29d999ecb9a0",
  "DXB BKK 2027-03-14": "bb6654d0f3b78f4a",
  "LON NYC 2027-03-27 business": "396b57a55f8a6f41",
  "PPT CDG 2027-04-01": "8af38f745cb80cca",
  "ADL HBA 2027-04-04": "444fd538de22bffc",
  "BOG MDE 2027-05-05": "6a4deda9e135261c",
  "JFK LAX 2027-05-06 first": "baa6cc1da3845129",
  "SYD MEL 2027-06-07": "085f266b737e3ac7",
  "NYC LAX 2027-06-08 business": "39e317a8b2a9e661",
  "LHR SYD 2027-07-04": "ba13c6aa0f4daf4b",
  "CDG NCE 2027-07-14": "421180c0c1fff5d9",
  "DEL BOM 2027-08-15": "31fc450318ca4fae",
  "HND CTS 2027-02-01": "e74695474f51005c",
  "PEK SHA 2027-10-01": "eb12f5fde67f4a48",
  "GRU LIS 2027-01-02 business": "561e0f260bbd6e96",
  "JNB CPT 2027-01-03": "abc5d4303fa03fa0",
  "NBO LHR 2027-01-04": "1262501898d090fc",
  "CAI JED 2027-01-05": "fdb854a9f1d899e2",
  "IST TAS 2027-01-06": "0e2fbf4d9864e871",
  "SVO LED 2027-01-07": "57158c6ef1ca563f",
  "KEF BOS 2027-01-09": "3310db51161cf05a",
  "YVR YYZ 2027-01-10": "3a0a747cedb87c1d",
  "MEX CUN 2027-01-11": "04ab0072ccec5e04",
  "HAV MAD 2027-01-12": "597fa80972cff36f",
  "LIM CUZ 2027-01-13": "ad4c6f65778d1734",
  "EZE USH 2027-01-14": "3d729c971fda9793",
  "AKL ZQN 2027-01-15": "eabd2c73ee72aeb4",
  "NAN LAX 2027-01-16": "65b21f28cd3228f5",
  "POM HGU 2027-01-17": "c85f83e099a621e8",
  "MNL CEB 2027-01-18": "56787a855377ff76",
  "CGK DJJ 2027-01-19": "a98656922e830822",
  "KTM LUA 2027-01-20": "4d045e1f154dd610",
  "MLE LHR 2027-01-21 first": "5cbeb4fa09c204b6",
  "GOH CPH 2027-01-22": "34ff01ff1ac9b761",
  "BUF SAN 2027-11-07 premium_economy": "4f53cda18c2baa0c",
  "BET NRT 2027-03-14": "380575949e2d95c1",
  "HNL APW 2027-01-23": "e6ac4de02b1c5424",
};

describe("a world that is the same everywhere", () => {
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

  it("answers the pinned searches to the letter", () => {
    const digests = Object.fromEntries(
      Object.keys(SEARCH_DIGESTS).map((key) => {
        const [from = "", to = "", date = "", cabin = "economy"] = key.split(" ");
        return [key, digestOf(from, to, date, cabin as Cabin)];
      }),
    );
    expect(digests).toEqual(SEARCH_DIGESTS);
  });

  it("answers the same in every time zone of the machine", async () => {
    const folder = new URL(".", import.meta.url).href;
    const program = `
      import { createHash } from "node:crypto";
      const { createFlights } = await import("${folder}flights.ts");
      const { loadPlaces } = await import("${folder}../places.ts");
      const places = loadPlaces();
      const flights = createFlights({ seed: "fixed", clock: { now: () => 0, configured: false }, places });
      const answers = ["JFK LHR", "SYD SCL", "ADL HBA", "BET NRT", "APW LAX"].map((pair) => {
        const [from, to] = pair.split(" ");
        return flights.searchFlights({ origin: places.place(from), destination: places.place(to), date: "2027-03-14",
          cabin: "economy", party: { adults: 1, children: 0, infants: 0 }, maxConnections: 2, sortBy: "price", maxResults: 20 });
      });
      process.stdout.write(createHash("sha256").update(JSON.stringify(answers)).digest("hex"));`;
    const run = async (TZ: string): Promise<string> => {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ["--import", "tsx", "--input-type=module", "-e", program],
        { env: { PATH: "", TZ } },
      );
      return stdout;
    };
    const [apia, newfoundland] = [await run("Pacific/Apia"), await run("America/St_Johns")];
    expect(apia).toMatch(/^[0-9a-f]{64}$/);
    expect(newfoundland).toBe(apia);
  });
});
