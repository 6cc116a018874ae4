import { needsBasic } from "../credentials.ts";
import { acceptsOnly, demand, jsonIn, startStrictApi, type Told } from "../strict-api.ts";

export const EDITOR = { user: "editor@guide.example", password: "pässword" };
const REGION = ["code", "name", "parent", "regions", "sights", "twins"];

export interface Region {
  readonly code: string;
  readonly name: string;
  readonly regions?: readonly Region[];
}

/** Nested regions to any depth. */
export const regionOf = (levels: number): Region => ({
  code: "CAPRI",
  name: `Level ${levels}`,
  ...(levels > 0 && { regions: [regionOf(levels - 1)] }),
});

const problem = (status: number, title: string, detail: string, causes: readonly string[] = []): Told => ({
  status,
  headers: { "content-type": "application/problem+json" },
  body: {
    ...{ type: "https://guide.example/problems/1", title, status, detail },
    causes: causes.map((cause) => ({ title: cause, causes: [] })),
  },
});

/** Recursive regions, sights and walks, as `documents/island-guide.yaml` describes them. */
export const startIslandGuide = () =>
  startStrictApi({
    guard: needsBasic(EDITOR.user, EDITOR.password),
    routes: {
      "POST /api/regions": (asked) => {
        acceptsOnly(asked, "application/json");
        const region = jsonIn(asked, REGION);
        return region.code === "CAPRI"
          ? problem(409, "Taken", "There is a CAPRI already.", ["code"])
          : { status: 201, body: region };
      },
      "GET /api/regions/{code}": ({ query }, code = "") => {
        const [, levels = ""] = /^levels=(\d+)$/.exec(query) ?? [];
        if (code !== "CAPRI") return problem(404, "Unknown", `There is no region ${code}.`);
        const parent = { code: "ITALY", name: "Italy", parent: null, twins: { ISCHIA: { code: "ISCHIA", name: "x" } } };
        return { body: { ...regionOf(Number(levels)), parent } };
      },
      "POST /api/walks": (asked) => {
        const first = jsonIn(asked, ["to", "minutes", "past", "next"]);
        let minutes = 0;
        for (let leg = first; leg !== undefined; leg = leg.next) minutes += leg.minutes ?? 0;
        return { body: { first, minutes } };
      },
      "GET /api/menu": () => ({ body: { eat: { fish: { raw: {}, fried: {} } }, drink: {} } }),
      "PUT /api/notes": (asked) => {
        const { on } = jsonIn(asked, ["on", "text", "loop"]);
        demand(on.spot !== undefined || on.within !== undefined, "The note is on nothing.");
        return { body: { on, at: [40.55, 14.24] } };
      },
    },
  });
