import type { Booking } from "../model/booking.ts";
import type { Clock } from "../model/clock.ts";
import { Failure, invalid, ruleBroken } from "../model/failure.ts";
import { sum } from "../model/money.ts";
import type { Places } from "../model/place.ts";
import type { BookingPlans } from "./booking-plans.ts";
import { requireNotCancelled } from "./booking-rules.ts";
import type { Changes, Plan } from "./changes.ts";
import { DISRUPTIONS, type Disrupt, type Disruption } from "./disruption.ts";
import { createFlightDisruptions } from "./flight-disruptions.ts";
import type { FlightRecords } from "./flight-records.ts";
import { totalOf } from "./ledger.ts";
import { withNotices } from "./notices.ts";
import type { PassengerRights } from "./passenger-rights.ts";
import { createStayDisruptions } from "./stay-disruptions.ts";
import { bookingView, charged, heldStock, type Operation, type StoredBooking, withEvent } from "./stored-booking.ts";
import type { Supplier } from "./supplier.ts";

/** What airlines, hotels and car companies do to a booking after it was made. */
export interface SupplierChanges {
  /** One durable write. A repeat with the same cue changes nothing. */
  disrupt(pnr: string, doing: Disruption, tenant: string): Promise<Booking>;
  /** Calls the listener after each write of `disrupt` in this process. Returns a function that stops it. */
  onDisruption(listener: DisruptionListener): () => void;
}

type DisruptionListener = (booking: Booking, tenant: string) => void;

interface Parts {
  readonly supplier: Supplier;
  readonly places: Places;
  readonly clock: Clock;
  readonly plans: BookingPlans;
  readonly changes: Changes;
  readonly rights: PassengerRights;
  readonly flightRecords: FlightRecords;
}

/** Bounds the size of a booking. */
const MAX_NOTICES = 60;
const MAX_TEXT = 500;
const MAX_CUE = 128;
const MAX_ABOUT = 16;
const MAX_TRIES = 20;

export const createSupplierChanges = (parts: Parts): SupplierChanges => {
  const { clock, changes, flightRecords } = parts;
  const doings: Readonly<Record<Disruption["kind"], Disrupt>> = {
    ...createFlightDisruptions(parts),
    ...createStayDisruptions(parts),
  };

  const planned = (booking: StoredBooking, doing: Disruption, full: ReadonlySet<string>): Plan => {
    const key = keyOf(doing);
    if (key !== undefined && booking.requestKeys.includes(key)) return { after: booking, toTake: [], warnings: [] };
    requireNotCancelled(booking, "pnr", "Choose another booking.");
    if ((booking.notices?.length ?? 0) >= MAX_NOTICES) throw tooManyNotices(booking);
    const { services, entries = [], stock = [], ...rest } = doings[doing.kind](booking, doing, full);
    const { notice: text, cue } = doing;
    const notices = text === undefined ? rest.notices : rest.notices.map((one) => ({ ...one, text }));
    const at = clock.now();
    const op = booking.revision + 1;
    const removed = { ...NOTHING, ...rest.removed };
    const left = [...removed.hotels, ...removed.cars, ...removed.extras].map(({ id }) => id);
    const operation: Operation = {
      ...{ id: op, at, kind: "supplier_change", removed, added: rest.added ?? [], fee: 0 },
      total: sum(entries.map(({ kind, amount }) => (kind === "return" ? -amount : amount))),
      ...(cue !== undefined && { reference: cue }),
    };
    const after: StoredBooking = {
      ...withEvent(booking, at, notices.map((one) => one.text).join(" ")),
      ...services,
      ...{ revision: op, lastModified: at, totalPrice: totalOf({ ...booking, ...services }) },
      ...withNotices(booking, notices, { at, op }),
      stock: [...booking.stock.filter(({ about }) => !left.includes(about)), ...heldStock(stock)],
      operations: [...booking.operations, operation],
      requestKeys: key === undefined ? booking.requestKeys : [...booking.requestKeys, key],
    };
    return { after: charged(after, entries, at, {}), toTake: stock, warnings: [] };
  };

  /** Tries the next hotel or car if the nearest one turns out to be sold out. */
  const make = async (pnr: string, doing: Disruption, tenant: string) => {
    const full = new Set<string>();
    for (;;) {
      let tried: readonly string[] = [];
      let isRepeated = false;
      try {
        const { booking } = await changes.make(tenant, pnr, (before) => {
          const plan = planned(before, doing, full);
          isRepeated = plan.after === before;
          tried = plan.toTake.map(({ about }) => about);
          return plan;
        });
        return { booking, isRepeated };
      } catch (error) {
        const gone = error instanceof Failure && error.kind === "rule" ? error.details.value : undefined;
        if (doing.to !== undefined || typeof gone !== "string" || !tried.includes(gone) || full.size >= MAX_TRIES) {
          throw error;
        }
        full.add(gone);
      }
    }
  };

  const listeners = new Set<DisruptionListener>();

  return {
    onDisruption(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    async disrupt(pnr, given, tenant) {
      const doing = admitted(given);
      const { booking, isRepeated } = await make(pnr, doing, tenant);
      // The change is durable: a failed record must not fail it, and a repeat with the same cue writes it.
      if (doing.kind === "cancel_flight" || doing.kind === "retime") {
        await flightRecords.write(tenant, booking, doing.about).catch(() => undefined);
      }
      const view = bookingView(booking, clock.now());
      if (!isRepeated) for (const listener of listeners) listener(view, tenant);
      return view;
    },
  };
};

const keyOf = ({ cue }: Disruption): string | undefined => (cue === undefined ? undefined : `disrupt:${cue}`);

const NOTHING: Operation["removed"] = { flights: [], hotels: [], cars: [], extras: [] };

/** Checks what does not depend on the booking. */
const admitted = ({ notice, ...doing }: Disruption): Disruption => {
  const { kind, about, minutes, to, cue } = doing;
  if (!DISRUPTIONS.includes(kind)) throw wrong("kind", kind, DISRUPTIONS);
  const ids = typeof about === "string" ? [about] : about;
  const several = kind === "retime" || kind === "cancel_flight";
  if (ids.length === 0 || ids.length > (several ? MAX_ABOUT : 1)) throw wrong("about", ids.length, "one id");
  if (minutes !== undefined && kind !== "retime") throw wrong("minutes", minutes, "only with kind retime");
  if (to !== undefined && several) throw wrong("to", to, "only with downgrade, walk_guest and substitute_car");
  if (cue !== undefined && (cue.length === 0 || cue.length > MAX_CUE)) {
    throw wrong("cue", cue.length, `1 to ${MAX_CUE} characters`);
  }
  const text = notice?.replace(/\s+/g, " ").trim();
  if (text === undefined || text === "") return doing;
  if (text.length > MAX_TEXT) throw wrong("notice", text.length, `at most ${MAX_TEXT} characters`);
  return { ...doing, notice: text };
};

const wrong = (field: string, value: unknown, allowed: string | readonly string[]): Failure =>
  invalid(`${field} is not allowed like this.`, {
    field,
    value: typeof value === "string" ? value.slice(0, 80) : value,
    allowed,
  });

const tooManyNotices = ({ pnr }: StoredBooking): Failure =>
  ruleBroken(`Booking ${pnr} has had ${MAX_NOTICES} notices.`, {
    field: "pnr",
    value: pnr,
    allowed: `at most ${MAX_NOTICES}`,
    hint: "Make a new booking.",
  });
