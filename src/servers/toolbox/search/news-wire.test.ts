import { beforeAll, describe, expect, it } from "vitest";
import { addDays } from "../../../model/calendar.ts";
import { frozenClock } from "../../../model/clock.ts";
import { loadPlaces } from "../../../travel/world/places.ts";
import { createGeneratedWorld } from "../../../travel/world/world.ts";
import { createNewsWire, type NewsReference, type NewsWire } from "./news-wire.ts";
import { createOfflineIndex } from "./offline-index.ts";
import { createOfflineNews, type OfflineNews } from "./offline-news.ts";

const places = loadPlaces();
const reference: NewsReference = {
  places,
  airlines: createGeneratedWorld({ seed: "fixed", clock: frozenClock(0), places }).airlines(),
};
const DAY = 86_400_000;
const NOW = Date.parse("2026-11-16T12:00:00Z");
const days = Array.from({ length: 100 }, (_, back) => addDays("2026-11-16", -back));

describe("the TEST news wire", () => {
  const wire = createNewsWire("fixed", reference);

  it("writes the same stories for the same seed and date, on every machine", () => {
    const again = createNewsWire("fixed", reference);
    for (const day of days.slice(0, 10)) expect(again.storiesOf(day)).toEqual(wire.storiesOf(day));
    expect(createNewsWire("other", reference).storiesOf("2026-11-16")).not.toEqual(wire.storiesOf("2026-11-16"));
    const small = createNewsWire("fixed", {
      places: { airports: () => airports, airport: (code) => airports.find((one) => one.code === code) },
      airlines: [{ code: "T1", icao: "", name: "Test Air", country: "DE", alliance: null, hubs: ["AAA"] }],
    });
    expect(small.storiesOf("2026-11-16").map(({ title, published }) => [published, title])).toMatchInlineSnapshot(`
      [
        [
          "2026-11-16T02:18:00.000Z",
          "TEST: Test Air celebrates 54 years at its hub in Aachen",
        ],
        [
          "2026-11-16T05:38:00.000Z",
          "TEST: Test Air confirms its timetable from Aachen for the season",
        ],
        [
          "2026-11-16T07:56:00.000Z",
          "TEST: Cadiz counts more visitors in the shoulder season",
        ],
        [
          "2026-11-16T11:42:00.000Z",
          "TEST: Lost violin finds its way home through Aachen airport",
        ],
        [
          "2026-11-16T13:23:00.000Z",
          "TEST: Pilots of Test Air call off strike in Aachen",
        ],
        [
          "2026-11-16T16:06:00.000Z",
          "TEST: Bergen airport opens new security lanes",
        ],
        [
          "2026-11-16T20:34:00.000Z",
          "TEST: Papercrane Inns plans a hotel opening in Aachen",
        ],
        [
          "2026-11-16T23:23:00.000Z",
          "TEST: Travel survey: Aachen and Cadiz top the list for food",
        ],
      ]
    `);
  });

  it("marks each story as a test, with its date, number and time", () => {
    for (const day of days) {
      const stories = wire.storiesOf(day);
      expect(stories).toHaveLength(8);
      for (const [index, { title, url, text, published }] of stories.entries()) {
        expect(title).toMatch(/^TEST: \S/);
        expect(text).toMatch(/invented for rehearsal\.\)$/);
        expect(url).toBe(`taxiway://news/${day}/${index + 1}`);
        expect(published?.slice(0, 10)).toBe(day);
      }
      expect(stories.map(({ published }) => published)).toEqual(stories.map(({ published }) => published).sort());
    }
  });

  it("has variety: hardly a headline comes twice in a hundred days", () => {
    const titles = days.flatMap((day) => wire.storiesOf(day)).map(({ title }) => title);
    expect(new Set(titles).size).toBeGreaterThan(titles.length * 0.95);
    expect(titles.join("\n")).not.toMatch(/undefined|\$\{|NaN/);
  });

  it("is silent rather than wrong when it knows nobody to write about", () => {
    expect(createNewsWire("fixed", { places, airlines: [] }).storiesOf("2026-11-16")).toEqual([]);
  });
});

const airports = ["Aachen", "Bergen", "Cadiz", "Dover"].map((city) => ({
  code: city.slice(0, 1).toUpperCase().repeat(3),
  name: `${city} Airport`,
  city,
  cityCode: city.slice(0, 1).repeat(3),
  country: "DE",
  latitude: 0,
  longitude: 0,
  timeZone: "UTC",
}));

describe("a search for TEST news", () => {
  let wire: NewsWire;
  let news: OfflineNews;

  beforeAll(async () => {
    wire = createNewsWire("fixed", reference);
    news = createOfflineNews(wire, await createOfflineIndex());
  });

  const span = (daysBack: number, to = NOW) => ({ from: to - daysBack * DAY, to });

  it("finds stories by what they are about, not older than asked for and none from the future", async () => {
    const { hits, total } = await news.search("strike", span(30), 20);
    expect(total).toBeGreaterThan(3);
    for (const { title, published = "" } of hits) {
      expect(title).toContain("strike");
      expect(Date.parse(published)).toBeLessThanOrEqual(NOW);
      expect(Date.parse(published)).toBeGreaterThanOrEqual(NOW - 30 * DAY);
    }
    const all = await news.search("latest news", span(1), 20);
    expect(all.hits.length).toBe(all.total);
    expect(all.hits.map(({ published }) => published)).toEqual(
      all.hits
        .map(({ published }) => published)
        .sort()
        .reverse(),
    );
    expect(all.hits[0]?.published?.slice(0, 10)).toBe("2026-11-16");
  });

  it("finds what it finds whatever was asked for before", async () => {
    const fresh = createOfflineNews(wire, await createOfflineIndex());
    const query = ["new route from hub", span(5), 20] as const;
    const first = await fresh.search(...query);
    await fresh.search("weather", span(365), 5);
    expect((await fresh.search(...query)).hits.map(({ url }) => url).sort()).toEqual(
      first.hits.map(({ url }) => url).sort(),
    );
  });

  it("looks back a whole year", async () => {
    const { hits } = await news.search("hotel opening", span(365), 20);
    expect(hits).toHaveLength(20);
    const { total } = await news.search("hotel opening", span(7), 20);
    expect(total).toBeLessThan(20);
  });

  it("finds nothing about the real world", async () => {
    expect(await news.search("artificial intelligence elections", span(30), 5)).toEqual({ hits: [], total: 0 });
  });
});
