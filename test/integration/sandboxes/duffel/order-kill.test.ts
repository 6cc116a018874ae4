import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { systemClock } from "../../../../src/model/clock.ts";
import { openStore } from "../../../../src/platform/stores/open-store.ts";
import { temporaryFolder } from "../../../fixtures/temporary-folder.ts";
import { soon } from "./order-days.ts";
import { type Answered, startOrders } from "./order-fixture.ts";
import { CALLER } from "./sandbox-fixture.ts";

const script = fileURLToPath(new URL("order-child.ts", import.meta.url));

/** The acknowledged changes of a process that was killed. */
const orderUntilKilled = async (path: string): Promise<readonly Answered[]> => {
  const child = spawn(process.execPath, ["--import", "tsx", script, path], { stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(child, "exit");
  const enough = 5 + Math.floor(Math.random() * 20);
  const told: Answered[] = [];
  for await (const line of createInterface(child.stdout)) {
    told.push(JSON.parse(line));
    if (told.length === enough) child.kill("SIGKILL");
  }
  await exited;
  return told;
};

it("orders that were acknowledged survive a kill -9", { timeout: 60_000 }, async () => {
  const path = temporaryFolder();
  const told = await orderUntilKilled(path);
  expect(told.length).toBeGreaterThanOrEqual(5);
  const store = await openStore({ kind: "lmdb", path, now: Date.now });
  const sandbox = startOrders({ store, clock: systemClock });
  const listed: Answered[] = (await sandbox.get("/air/orders?limit=200")).body.data;
  for (const { id, state, reference } of told) {
    const seen = (await sandbox.get(`/air/orders/${id}`)).body.data;
    expect(listed.map((one) => one.id)).toContain(id);
    if (state === "ordered") expect(seen).toMatchObject({ booking_reference: reference, type: "instant" });
    if (state === "cancelled")
      expect(seen).toMatchObject({ cancellation: { order_id: id, refund_to: "airline_credits" } });
    if (state === "changed") {
      expect(seen.changes).toHaveLength(1);
      expect(seen.slices[0].segments[0].departing_at.slice(0, 10)).toBe(soon(32));
    }
  }
  for (const { booking_reference, cancelled_at, slices } of listed) {
    const pnr = await sandbox.travel.retrieveBooking(booking_reference, CALLER);
    expect(pnr.status).toBe(cancelled_at === null ? "confirmed" : "cancelled");
    expect(pnr.flights[0]?.departureTime.slice(0, 19)).toBe(slices[0].segments[0].departing_at);
  }
  expect(sandbox.defects).toEqual([]);
  await sandbox.close();
});
