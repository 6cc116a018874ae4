import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  ADMIN_TOKEN,
  type ConsoleServer,
  type ConsoleUser,
  launchConsole,
  openConsole,
} from "../../fixtures/console/console-server.ts";

describe("the suggestions of a form", () => {
  let server: ConsoleServer;
  let user: ConsoleUser;
  beforeAll(async () => {
    server = await launchConsole({ RATE_LIMIT_ENABLED: "false" });
    user = await openConsole(server.port, ADMIN_TOKEN);
  });
  afterAll(() => server.close());

  const valuesFor = async (query: string): Promise<{ value: string; label: string }[]> =>
    (await user.get(`/complete?${query}`)).body.values;

  it("are airports matching a code, city or name, best first, with their location", async () => {
    const [city, airport] = await valuesFor("kind=airport&text=lon");
    expect(city).toMatchObject({ value: "LON", label: "London, all airports, GB" });
    expect(airport).toMatchObject({ value: "LHR", latitude: expect.any(Number), longitude: expect.any(Number) });
    expect((await valuesFor("kind=airport&text=jfk"))[0]?.value).toBe("JFK");
    expect((await valuesFor("kind=airport&text=Z%C3%BCrich"))[0]?.value).toBe("ZRH");
    expect((await valuesFor("kind=airport&text=frankf"))[0]?.label).toBe("Frankfurt Airport, DE");
  });

  it("are the busiest airports before anything is typed, at most twenty, and none without a match", async () => {
    for (const query of ["kind=airport", "kind=airport&text=", "kind=airport&text=a"]) {
      expect([query, (await valuesFor(query)).length]).toEqual([query, 20]);
    }
    expect(await valuesFor("kind=airport&text=qqqqqqqq")).toEqual([]);
    expect(await valuesFor(`kind=airport&text=${"x".repeat(2_000)}`)).toEqual([]);
  });

  it("are airlines matching a code or name", async () => {
    expect((await valuesFor("kind=airline&text=LH"))[0]).toEqual({ value: "LH", label: "Lufthansa, DE" });
    expect((await valuesFor("kind=airline&text=lufth"))[0]?.value).toBe("LH");
  });

  it("exist for places and airlines only", async () => {
    for (const query of ["", "kind=", "kind=person", "kind=__proto__"]) {
      const { status, body } = await user.get(`/complete?${query}`);
      expect([query, status, body.error.allowed]).toEqual([query, 400, ["airport", "airline"]]);
    }
  });

  it("include the locations of places and cities, without unknown ones", async () => {
    const { places } = (await user.get("/places?codes=nyc,LHR,LHR,XXX,,__proto__")).body;
    expect(places).toMatchObject([
      { code: "NYC", name: "New York", country: "US", time_zone: "America/New_York" },
      { code: "LHR", city: "London", country: "GB", time_zone: "Europe/London", latitude: expect.any(Number) },
    ]);
    expect((await user.get("/places")).body).toEqual({ places: [] });
    const many = Array.from({ length: 201 }, (_, index) => `A${index}`).join(",");
    expect((await user.get(`/places?codes=${many}`)).status).toBe(400);
  });
});
