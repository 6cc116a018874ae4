import { openLmdbStore } from "../../../../src/platform/stores/lmdb.ts";
import { type Reservation, type SearchWish, startSandbox } from "./sandbox-fixture.ts";

/** A process on a shared store that follows commands and prints their results. */
export type Order =
  | { readonly search: SearchWish }
  | { readonly reserve: Reservation }
  /** Makes reservations one after the other, with this prefix of their ids, until the process is killed. */
  | { readonly keepReserving: Omit<Reservation, "id">; readonly ids: string };
export type Report = { readonly body: string } | { readonly booked: string } | { readonly refused: string };

const store = await openLmdbStore({ path: process.argv[2] as string, now: Date.now });
const clock = { now: () => Date.parse("2025-11-03T09:00:00Z"), configured: true };
const { search, reserve } = startSandbox({ store, clock, reservationTtlMs: 100 * 365 * 86_400_000 });
const report = (message: Report): Promise<void> =>
  new Promise((resolve, reject) => {
    process.send?.(message, (error: Error | null) => (error ? reject(error) : resolve()));
  });

const obey = async (order: Order): Promise<void> => {
  if ("search" in order) return report({ body: (await search(order.search)).body });
  if ("reserve" in order) return report({ body: (await reserve(order.reserve)).body });
  for (let i = 0; ; i++) {
    const id = `${order.ids}-${i}`;
    const { xml } = await reserve({ ...order.keepReserving, id });
    const isBooked = xml.OTA_HotelResNotifRS.Success === "";
    await report(isBooked ? { booked: id } : { refused: xml.OTA_HotelResNotifRS.Errors.Error["@Code"] });
    if (!isBooked) return;
  }
};

process.on("message", (order: Order) => void obey(order));
process.on("disconnect", () => process.exit());
await report({ body: "ready" });
