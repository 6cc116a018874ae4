import { it } from "vitest";
import { expectToSurviveRestarts } from "../system/nodes/node-restarts.ts";

it("200 clients keep their sessions and bookings while nodes are killed in turn", { timeout: 600_000 }, () =>
  expectToSurviveRestarts(200),
);
