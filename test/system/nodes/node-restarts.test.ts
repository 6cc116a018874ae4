import { it } from "vitest";
import { expectToSurviveRestarts } from "./node-restarts.ts";

it("50 clients keep their sessions and bookings while nodes are killed in turn", { timeout: 180_000 }, () =>
  expectToSurviveRestarts(50),
);
