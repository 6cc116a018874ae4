import { afterAll, afterEach, describe, expect, it } from "vitest";
import { DATE, journey, refused, searching, startSandbox } from "./sandbox-fixture.ts";

const sandbox = startSandbox();
const { offersOf } = searching(sandbox);
afterEach(() => expect(sandbox.defects).toEqual([]));
afterAll(() => sandbox.close());

describe("Duffel reference data", () => {
  it.each([
    ["/air/airlines", /^arl_[0-9A-Za-z]{22}$/],
    ["/air/aircraft", /^arc_[0-9A-Za-z]{22}$/],
    ["/air/airports", /^arp_[a-z]{3}_[a-z]{2}$/],
  ])("of %s is read in pages in both directions, and by id", async (path, form) => {
    const first = await sandbox.get(`${path}?limit=30`);
    expect(first.body.meta).toMatchObject({ limit: 30, before: null });
    const second = await sandbox.get(`${path}?limit=30&after=${first.body.meta.after}`);
    expect(second.body.data[0].id).not.toBe(first.body.data[29].id);
    const back = await sandbox.get(`${path}?limit=30&before=${second.body.meta.before}`);
    expect(back.body.data).toEqual(first.body.data);
    const seen = new Set<string>();
    let after: string | null = "";
    while (after !== null) {
      const { body } = await sandbox.get(`${path}?limit=200${after && `&after=${after}`}`);
      for (const { id } of body.data) {
        expect(id).toMatch(form);
        expect(seen.has(id)).toBe(false);
        seen.add(id);
      }
      after = body.meta.after;
    }
    expect(seen.size).toBeGreaterThan(60);
    const one = first.body.data[3];
    expect((await sandbox.get(`${path}/${one.id}`)).body).toEqual({ data: one });
    expect((await sandbox.get(`${path}/${one.id}x`)).status).toBe(404);
  });

  it("includes the test airline, and airports by country", async () => {
    const [offer] = await offersOf(journey(["JFK", "EWR", DATE]));
    expect((await sandbox.get(`/air/airlines/${offer.owner.id}`)).body.data).toMatchObject({
      iata_code: "ZZ",
      name: "Duffel Airways",
    });
    const irish = await sandbox.get("/air/airports?iata_country_code=ie");
    expect(irish.body.data.map((airport: { iata_code: string }) => airport.iata_code)).toContain("DUB");
    expect(new Set(irish.body.data.map((airport: { iata_country_code: string }) => airport.iata_country_code))).toEqual(
      new Set(["IE"]),
    );
  });

  it.each([
    "limit=0",
    "limit=201",
    "limit=x",
    "limit=1e2",
    "after=nonsense",
    "after=a&before=b",
    "iata_country_code=GBR",
  ])("rejects ?%s", async (query) =>
    expect(refused(await sandbox.get(`/air/airports?${query}`))).toEqual([
      422,
      "validation_error",
      "validation_format",
    ]),
  );

  it("has the ICAO codes of airports in lists, offers and suggestions", async () => {
    expect((await sandbox.get("/air/airports/arp_lhr_gb")).body.data.icao_code).toBe("EGLL");
    const [offer] = await offersOf(journey(["LHR", "JFK", DATE]));
    expect(offer.slices[0].segments[0].origin.icao_code).toBe("EGLL");
    expect((await sandbox.get("/places/suggestions?name=heathrow")).body.data[0].icao_code).toBe("EGLL");
  });

  it("suggests places by name and around a point", async () => {
    const london = (await sandbox.get("/places/suggestions?query=lond")).body.data;
    expect(london[0]).toMatchObject({ type: "city", iata_code: "LON", id: "cit_lon_gb" });
    expect(london[0].airports.map((airport: { iata_code: string }) => airport.iata_code)).toContain("LHR");
    expect(london[1]).toMatchObject({ type: "airport", iata_city_code: "LON", airports: null });
    const near = (await sandbox.get("/places/suggestions?lat=51.5&lng=-0.1&rad=30000")).body.data;
    expect(near.map((place: { iata_code: string }) => place.iata_code)).toEqual(["LCY", "LHR"]);
    expect((await sandbox.get("/places/suggestions?name=heathrow")).body.data[0].iata_code).toBe("LHR");
    expect((await sandbox.get("/places/suggestions?name=heathrow&lat=0&lng=0&rad=1")).body.data).toEqual([]);
  });

  it.each(["", "?query=%20", "?lat=1", "?lat=91&lng=0&rad=1", "?lat=x&lng=0&rad=1", "?lat=0&lng=0&rad=-1"])(
    "suggests nothing for %s",
    async (query) => expect((await sandbox.get(`/places/suggestions${query}`)).status).toBe(422),
  );
});
