import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type HttpTaxiway, launchHttpTaxiway } from "../../../fixtures/http-taxiway.ts";
import { connectDuffel, DEPARTURE, SETTINGS } from "./duffel-client.ts";

const SCRIPT = resolve(import.meta.dirname, "../../../../docs/examples/first-booking.sh");

let taxiway: HttpTaxiway;
beforeAll(async () => {
  taxiway = await launchHttpTaxiway(SETTINGS);
});
afterAll(async () => void (await taxiway.stop()));

const run = (env: Readonly<Record<string, string>>) =>
  promisify(execFile)("bash", [SCRIPT], {
    env: {
      PATH: process.env["PATH"],
      DUFFEL_URL: `http://127.0.0.1:${taxiway.port}/duffel`,
      DEPARTURE,
      ...env,
    },
  });

it("the documented script books, holds, pays, changes and cancels with curl", async () => {
  const { stdout, stderr } = await run({});
  expect(stderr).toBe("");
  expect(stdout.split("\n").filter((line) => /^\d\./.test(line))).toHaveLength(7);
  const duffel = await connectDuffel(taxiway, "duffel_test_first_booking");
  const [, ordered, pnr] = /(ord_\w+), (TEST-\w+), ticket \d{13}/.exec(stdout) ?? [];
  const { data: order } = await duffel.orders.get(ordered);
  expect(order.booking_reference).toBe(pnr);
  expect(order.services.map(({ type }: { type: string }) => type).sort()).toEqual(["baggage", "seat"]);
  const [, held] = /(ord_\w+), to be paid until/.exec(stdout) ?? [];
  const { data: cancelled } = await duffel.orders.get(held);
  expect(cancelled.changes).toHaveLength(1);
  expect(cancelled.slices[0].segments[0].departing_at).toMatch(/^2027-01-18T/);
  expect(cancelled.cancellation.refund_amount).toBe(cancelled.total_amount);
  expect(stdout).toContain(`${cancelled.total_amount} USD to balance`);
});

it("the documented script reports an error and stops", async () => {
  const refused = run({ DUFFEL_TOKEN: "duffel_live_by_mistake" });
  await expect(refused).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^access_token_not_found: .*\n$/),
  });
  const late = run({ DEPARTURE: "2020-01-01" });
  await expect(late).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining("departure_date") });
});
