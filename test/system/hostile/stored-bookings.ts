import type { Store } from "../../../src/platform/stores/store.ts";
import type { StoredBooking } from "../../../src/travel/stored-booking.ts";

type Claims = Readonly<Record<string, Readonly<Record<string, readonly [seats: number, expiresAt: number]>>>>;

const keysOf = async (store: Store, prefix: string): Promise<string[]> => {
  const keys: string[] = [];
  for await (const key of store.scan(prefix)) keys.push(key);
  return keys;
};

/** Returns all bookings and their inconsistencies: incomplete bookings, seats without a booking, and bookings without seats. */
export const inspectBookings = async (store: Store): Promise<{ bookings: StoredBooking[]; problems: string[] }> => {
  const problems: string[] = [];
  const bookings: StoredBooking[] = [];
  for (const key of await keysOf(store, "pnr:")) {
    const booking = (await store.get(key))?.value as unknown as StoredBooking;
    bookings.push(booking);
    const { pnr, status, hold, flights, hotels, cars, extras, totalPrice } = booking;
    if (key !== `pnr:${pnr}`) problems.push(`${key} holds ${pnr}`);
    const lasting = status === "confirmed" || status === "cancelled" || (status === "pending" && hold !== undefined);
    if (!lasting) problems.push(`${pnr} is ${status}`);
    const services = [
      ...flights.map(({ price }) => price),
      ...hotels.map(({ price }) => price),
      ...cars.map((car) => car.totalPrice),
      ...extras.map(({ price }) => price),
    ];
    if (services.length === 0) problems.push(`${pnr} has nothing on it`);
    if (services.reduce((sum, price) => sum + price, 0) !== totalPrice) problems.push(`${pnr} does not add up`);
  }

  const held = new Map<string, number>();
  for (const key of (await keysOf(store, "gds:session:")).filter((name) => name.endsWith(":seats"))) {
    for (const claims of Object.values((await store.get(key))?.value as unknown as Claims)) {
      for (const [pnr, [seats]] of Object.entries(claims)) held.set(pnr, (held.get(pnr) ?? 0) + seats);
    }
  }
  for (const { pnr, status, stock, passengers } of bookings) {
    const seated = passengers.filter(({ type }) => type !== "infant").length;
    const units = stock.map(({ keys, units = seated }) => keys.length * units);
    const wanted = status === "cancelled" ? 0 : units.reduce((sum, count) => sum + count, 0);
    if ((held.get(pnr) ?? 0) !== wanted)
      problems.push(`${pnr} (${status}) holds ${held.get(pnr) ?? 0} seats, not ${wanted}`);
    held.delete(pnr);
  }
  for (const [pnr, seats] of held) problems.push(`${seats} seats are held for ${pnr}, which does not exist`);
  return { bookings, problems };
};
