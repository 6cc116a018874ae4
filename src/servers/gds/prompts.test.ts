import { describe, expect, it } from "vitest";
import { loadPlaces } from "../../travel/world/places.ts";
import type { GdsServices } from "./gds-tool.ts";
import { gdsPrompts } from "./prompts.ts";

const airline = {
  code: "BA",
  icao: "BAW",
  name: "British Airways",
  country: "GB",
  alliance: "oneworld",
  hubs: ["LHR"],
};
const services = { places: loadPlaces(), airlines: () => [airline] } as unknown as GdsServices;
const prompt = (name: string) => {
  const found = gdsPrompts(() => services).find((candidate) => candidate.name === name);
  if (!found) throw new Error(`no prompt ${name}`);
  return found;
};
const call = undefined as never;

describe("the prompt to plan a trip", () => {
  const trip = { origin: "NYC", destination: "LON", departureDate: "2027-03-10" };

  it("plans a one-way trip without a return date", async () => {
    expect(await prompt("plan-trip").get(trip, call)).toContain("leaving on 2027-03-10 (one way).");
    const back = await prompt("plan-trip").get({ ...trip, returnDate: "2027-03-17" }, call);
    expect(back).toContain("leaving on 2027-03-10 and returning on 2027-03-17.");
  });

  it("mentions only the given arguments", async () => {
    expect(await prompt("plan-trip").get(trip, call)).not.toMatch(/undefined|Travellers|Prefer/);
    expect(await prompt("plan-trip").get({ ...trip, airline: "BA" }, call)).toContain("Prefer flights of BA.");
  });

  it("completes places and airlines only", async () => {
    const complete = prompt("plan-trip").complete ?? (() => []);
    expect((await complete("destination", "london", {}))[0]).toBe("LON");
    expect(await complete("airline", "british", {})).toEqual(["BA"]);
    expect(await complete("travellers", "two", {})).toEqual([]);
  });
});

describe("every prompt", () => {
  it("uses each of its arguments", async () => {
    for (const { arguments: wanted, get, name } of gdsPrompts(() => services)) {
      const text = await get(Object.fromEntries(wanted.map((one) => [one.name, `<${one.name}>`])), call);
      for (const one of wanted) expect(text, name).toContain(`<${one.name}>`);
    }
  });
});
