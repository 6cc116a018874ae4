import { it } from "vitest";
import { expectToSurvive } from "./hostile-input.ts";

it("a server survives 5,000 hostile requests, and honest clients do not notice them", { timeout: 300_000 }, () =>
  expectToSurvive(5_000),
);
