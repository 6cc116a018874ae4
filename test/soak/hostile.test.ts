import { it } from "vitest";
import { expectToSurvive } from "../system/hostile/hostile-input.ts";

// 300 bytes kept per request would exceed the limit on growth.
it("a server survives 100,000 hostile requests, and honest clients do not notice them", { timeout: 1_800_000 }, () =>
  expectToSurvive(Number(process.env["TAXIWAY_HOSTILE_REQUESTS"] ?? 100_000)),
);
