import { describe, expect, it } from "vitest";
import { type HttpTaxiway, startHttpTaxiway } from "../../../fixtures/http-taxiway.ts";
import { type Environment, FROZEN } from "../../../fixtures/taxiway.ts";
import { temporaryFolder } from "../../../fixtures/temporary-folder.ts";
import { type Answered, oneWay, plain } from "./duffel-client.ts";

/** Another process, port and folder, as a substitute for another machine. */
const startElsewhere = (clock: string): Promise<HttpTaxiway> => {
  const env: Environment = { TAXIWAY_STORE: "lmdb", TAXIWAY_DATA_DIR: temporaryFolder(), CLOCK: clock };
  return startHttpTaxiway(env);
};

/** Everything that a client reads before it orders. */
const everythingOf = async (taxiway: HttpTaxiway): Promise<readonly string[]> => {
  const search = await plain(taxiway, "POST", "/air/offer_requests", {
    data: oneWay("LON", "NYC", { passengers: [{ type: "adult" }, { age: 9 }, { age: 1 }] }),
  });
  expect(search.status).toBe(201);
  const { id, offers } = search.body.data as Answered;
  expect(offers.length).toBeGreaterThan(10);
  const paths = [
    `/air/offers?offer_request_id=${id}&sort=total_duration&limit=20`,
    `/air/offers/${offers[0].id}?return_available_services=true`,
    `/air/seat_maps?offer_id=${offers[0].id}`,
    "/air/airlines?limit=200",
    "/places/suggestions?query=paris",
  ];
  const texts = [search.text];
  for (const path of paths) {
    const { status, text } = await plain(taxiway, "GET", path);
    expect(status, path).toBe(200);
    texts.push(text);
  }
  return texts;
};

/** IDs, cursors and times, which Duffel too would make for every search. */
const MADE_ANEW = [
  /\b(?:orq|off|pas|sli|seg|ase|sea)_0000[0-9A-Za-z]{18}\b/g,
  /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z\b/g,
  /"(?:before|after)":"[^"]+"/g,
];
const withoutThem = (text: string): string => MADE_ANEW.reduce((rest, made) => rest.replace(made, "*"), text);

/** Shows only where two long texts differ. */
const expectSame = (given: readonly string[], expected: readonly string[]): void => {
  expect(given.map(({ length }) => length)).toEqual(expected.map(({ length }) => length));
  for (const [i, text] of given.entries()) {
    const other = expected[i] as string;
    if (text === other) continue;
    const at = text.split("").findIndex((letter, place) => letter !== other[place]);
    expect(text.slice(Math.max(0, at - 100), at + 100)).toBe(other.slice(Math.max(0, at - 100), at + 100));
  }
};

describe("the same Duffel search in two processes", () => {
  it("gets the same bytes with a frozen clock", async () => {
    const [one, other] = await Promise.all([startElsewhere(FROZEN), startElsewhere(FROZEN)]);
    const texts = await everythingOf(one);
    expectSame(await everythingOf(other), texts);
    expectSame(await everythingOf(one), texts);
  });

  it("gets the same answer except ids and times with a running clock", async () => {
    const [one, other] = await Promise.all([
      startElsewhere("2026-12-01T09:00:00Z"),
      startElsewhere("2026-12-01T09:20:00Z"),
    ]);
    const [texts, others] = [await everythingOf(one), await everythingOf(other)];
    expect(others[0]).not.toBe(texts[0]);
    expectSame(others.map(withoutThem), texts.map(withoutThem));
  });
});
