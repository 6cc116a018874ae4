import { hasLeft } from "../model/booking.ts";
import { dateOf, type IsoDate } from "../model/calendar.ts";
import type { Caller } from "../model/caller.ts";
import type { Clock } from "../model/clock.ts";
import { editDistance } from "../model/edit-distance.ts";
import { type Failure, invalid, notFound, ruleBroken } from "../model/failure.ts";
import type { Airport, Places } from "../model/place.ts";
import type { BookingResult } from "./booking-requests.ts";
import { type Contact, requireNotCancelled } from "./booking-rules.ts";
import type { Bookings } from "./bookings.ts";
import { openNotices, type StoredNotice, withAccepted } from "./notices.ts";
import { checkAges, requireDifferent, requireName, requirePhone } from "./passenger-rules.ts";
import {
  bookingView,
  type StoredBooking,
  type StoredFlight,
  type StoredPassenger,
  withEvent,
} from "./stored-booking.ts";
import { closed, issued } from "./tickets.ts";

/** Corrects and completes what costs nothing. */
export interface BookingUpdates {
  /** A repeat changes nothing. */
  updateBooking(request: UpdateBooking, caller: Caller): Promise<BookingResult>;
}

interface UpdateBooking extends Contact {
  readonly pnr: string;
  readonly travellers?: readonly TravellerUpdate[];
  /** Ids of notices. */
  readonly acceptNotices?: readonly string[];
}

interface TravellerUpdate {
  /** P1, P2 and so on. */
  readonly id: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly dateOfBirth?: string;
  readonly phone?: string;
  readonly frequentFlyerNumber?: string;
  /** Number, country and expiry: `X1234567 GB 2031-05-01`. */
  readonly passport?: string;
}

const MAX_LETTERS = 3;
const FREQUENT_FLYER = /^[A-Z0-9][A-Z0-9 -]{1,28}[A-Z0-9]$/i;
const PASSPORT = /^([A-Z0-9]{6,11}) ([A-Z]{2}) (\d{4}-\d\d-\d\d)$/;
const SHOWN_DIGITS = 3;

export const createBookingUpdates = ({
  clock,
  places,
  bookings,
}: {
  readonly clock: Clock;
  readonly places: Places;
  readonly bookings: Bookings;
}): BookingUpdates => {
  const lastDayOf = ({ flights }: StoredBooking): IsoDate => dateOf(flights.at(-1)?.departureTime ?? instantDay());
  const instantDay = (): IsoDate => new Date(clock.now()).toISOString().slice(0, 10);

  const todayFor = ({ flights }: StoredBooking): IsoDate => {
    const origin = flights[0] && places.airport(flights[0].originCode);
    return origin === undefined ? instantDay() : places.localDate(origin as Airport, clock.now());
  };

  const updated = (booking: StoredBooking, passenger: StoredPassenger, update: TravellerUpdate, field: string) => {
    const names = nameAfter(booking, passenger, update, field, clock.now());
    const { dateOfBirth, phone, frequentFlyerNumber, passport } = update;
    if (frequentFlyerNumber !== undefined && !FREQUENT_FLYER.test(frequentFlyerNumber)) {
      throw invalid(`${field}.frequentFlyerNumber is not a frequent flyer number.`, {
        field: `${field}.frequentFlyerNumber`,
        value: frequentFlyerNumber,
        allowed: "3 to 30 letters and digits",
      });
    }
    return {
      ...passenger,
      ...names,
      ...(dateOfBirth !== undefined && { dateOfBirth }),
      ...(phone !== undefined && { phone: requirePhone(phone, `${field}.phone`) }),
      ...(frequentFlyerNumber !== undefined && { frequentFlyerNumber }),
      ...(passport !== undefined && { passport: maskedPassport(passport, lastDayOf(booking), `${field}.passport`) }),
    };
  };

  const edit = (booking: StoredBooking, request: UpdateBooking): StoredBooking => {
    requireNotCancelled(booking, "pnr", "Make a new booking.");
    const { travellers = [], contactEmail, contactPhone, acceptNotices = [] } = request;
    const accepted = acceptNotices.map((id, i) => acceptable(booking, id.trim(), i));
    let passengers: readonly StoredPassenger[] = booking.passengers;
    for (const [i, update] of travellers.entries()) {
      const field = `travellers[${i}]`;
      const passenger = passengers.find(({ id }) => id === update.id.trim());
      if (passenger === undefined) throw noTraveller(booking, update.id, field);
      if (travellers.findIndex(({ id }) => id.trim() === passenger.id) < i) throw namedTwice(passenger, field);
      const now = updated(booking, passenger, update, field);
      passengers = passengers.map((one) => (one === passenger ? now : one));
    }
    if (travellers.length > 0) requireDifferent(passengers, "passengers");
    if (booking.flights.length > 0) checkAges(passengers, todayFor(booking), lastDayOf(booking));
    const contact = {
      ...(contactEmail !== undefined && { contactEmail }),
      ...(contactPhone !== undefined && { contactPhone: requirePhone(contactPhone, "contactPhone") }),
    };
    const after = { ...booking, passengers, ...contact, ...withoutNotices(booking, accepted, clock.now()) };
    if (JSON.stringify(after) === JSON.stringify(booking)) return booking;
    const at = clock.now();
    const renamed = passengers.filter(({ firstName, lastName }, i) => {
      const before = booking.passengers[i] as StoredPassenger;
      return before.firstName !== firstName || before.lastName !== lastName;
    });
    const what = [
      ...renamed.map(({ id, firstName, lastName }) => `Corrected ${id} to ${firstName} ${lastName}.`),
      ...(travellers.length > renamed.length ? ["Added details of travellers."] : []),
      ...(Object.keys(contact).length > 0 ? ["Changed the contact."] : []),
      ...accepted.filter(({ resolved }) => resolved === undefined).map(({ id }) => `Accepted notice ${id}.`),
    ].join(" ");
    const changed = { ...withEvent(after, at, what), revision: booking.revision + 1, lastModified: at };
    return reissued(
      changed,
      renamed.map(({ id }) => id),
    );
  };

  return {
    async updateBooking({ pnr, ...request }, { tenant }) {
      const booking = await bookings.change(tenant, pnr, "pnr", (now) => edit(now, { pnr, ...request }));
      return { booking: bookingView(booking, clock.now()), warnings: [] };
    },
  };
};

/** A cancelled flight cannot be accepted; what was settled before stays as it is. */
const acceptable = (booking: StoredBooking, id: string, i: number): StoredNotice => {
  const notice = booking.notices?.find((one) => one.id === id);
  if (notice === undefined) throw noNotice(booking, id, i);
  const allowed = openNotices(booking).filter(({ kind }) => kind !== "cancelled");
  const refuse = (message: string, hint: string): Failure =>
    ruleBroken(message, { field: `acceptNotices[${i}]`, value: id, allowed: allowed.map((one) => one.id), hint });
  if (notice.resolved === undefined && notice.kind === "cancelled") {
    throw refuse(
      `Notice ${id} cannot be accepted: ${notice.text}`,
      `Quote the refund with quoteChange remove ["${notice.about}"], or another flight with add as well.`,
    );
  }
  if (notice.resolved === undefined || notice.resolved.as === "accepted") return notice;
  throw refuse(`Notice ${id} is not open any more: ${notice.resolved.as}.`, "Retrieve the booking for what holds now.");
};

/** New times are confirmed, and the notices resolved. */
const withoutNotices = (booking: StoredBooking, accepted: readonly StoredNotice[], at: number) => {
  const open = accepted.filter(({ resolved }) => resolved === undefined);
  if (open.length === 0) return {};
  const retimed = open.filter(({ kind }) => kind === "retimed").map(({ about }) => about);
  const flights = booking.flights.map(
    (flight): StoredFlight =>
      retimed.includes(flight.id) && flight.segmentStatus === "TK" ? { ...flight, segmentStatus: "HK" } : flight,
  );
  const ids = open.map(({ id }) => id);
  return { flights, ...withAccepted(booking, ids, at) };
};

/** New tickets for travellers whose names were corrected. */
const reissued = (booking: StoredBooking, travellers: readonly string[]): StoredBooking => {
  const isTheirs = ({ traveller }: { readonly traveller: string }): boolean => travellers.includes(traveller);
  const old = booking.tickets.filter(isTheirs);
  if (old.length === 0) return booking;
  const passengers = booking.passengers.filter(({ id }) => travellers.includes(id));
  const { tickets } = issued({ ...booking, passengers, tickets: closed(old, "E") });
  return { ...booking, tickets: [...booking.tickets.filter((ticket) => !isTheirs(ticket)), ...tickets] };
};

/** A correction: a few letters, first and last name swapped, or a middle name added. */
const nameAfter = (
  booking: StoredBooking,
  { firstName, lastName, corrected }: StoredPassenger,
  update: TravellerUpdate,
  field: string,
  now: number,
): Pick<StoredPassenger, "firstName" | "lastName" | "corrected"> | undefined => {
  const first = update.firstName === undefined ? firstName : requireName(update.firstName, `${field}.firstName`);
  const last = update.lastName === undefined ? lastName : requireName(update.lastName, `${field}.lastName`);
  if (first === firstName && last === lastName) return undefined;
  const name = `${firstName} ${lastName}`;
  const at = {
    field: `${field}.${update.lastName === undefined ? "firstName" : "lastName"}`,
    value: `${first} ${last}`,
  };
  if (booking.flights.some((flight) => hasLeft(flight, now))) {
    throw ruleBroken("Names cannot be corrected after the first flight has left.", at);
  }
  const apart = (a: string, b: string): number => editDistance(a.toLowerCase(), b.toLowerCase(), MAX_LETTERS);
  const letters = apart(firstName, first) + apart(lastName, last);
  const isSwapped = first === lastName && last === firstName;
  const hasMiddleName = last === lastName && first.startsWith(`${firstName} `);
  if (letters > MAX_LETTERS && !isSwapped && !hasMiddleName) {
    throw ruleBroken(`${name} cannot become ${first} ${last}: a ticket cannot be given to another person.`, {
      ...at,
      allowed: `a correction of at most ${MAX_LETTERS} letters, swapped names, or a middle name after the first`,
      hint: "Cancel the traveller with quoteChange, and book the other person.",
    });
  }
  if (corrected) {
    throw ruleBroken(`The name of ${name} has been corrected before.`, {
      ...at,
      allowed: "one correction for each traveller",
      hint: "Cancel the traveller with quoteChange, and book again.",
    });
  }
  return { firstName: first, lastName: last, corrected: true };
};

/** `X****567 GB 2031-05-01`. The message does not repeat the number. */
const maskedPassport = (given: string, lastDay: IsoDate, field: string): string => {
  const [, number, country, expiry] = PASSPORT.exec(given.trim().toUpperCase()) ?? [];
  if (number === undefined || Number.isNaN(Date.parse(expiry as string))) {
    throw invalid(`${field} is not a passport.`, {
      field,
      allowed: "number, country and expiry, such as X1234567 GB 2031-05-01",
    });
  }
  if ((expiry as string) <= lastDay) {
    throw ruleBroken(`The passport expires on ${expiry}.`, {
      field,
      allowed: `a passport that is valid after ${lastDay}, the day of the last flight`,
    });
  }
  return `${number[0]}****${number.slice(-SHOWN_DIGITS)} ${country} ${expiry}`;
};

const noTraveller = ({ pnr, passengers }: StoredBooking, id: string, field: string): Failure =>
  notFound(`There is no traveller ${id.slice(0, 20)} on booking ${pnr}.`, {
    field: `${field}.id`,
    value: id.slice(0, 20),
    allowed: passengers.map((passenger) => `${passenger.id}: ${passenger.firstName} ${passenger.lastName}`),
  });

const namedTwice = ({ id }: StoredPassenger, field: string): Failure =>
  invalid(`${id} is named twice.`, { field: `${field}.id`, value: id, hint: "Put all that changes into one entry." });

const noNotice = (booking: StoredBooking, id: string, i: number): Failure =>
  notFound(`There is no notice ${id.slice(0, 20)} on booking ${booking.pnr}.`, {
    field: `acceptNotices[${i}]`,
    value: id.slice(0, 20),
    allowed: openNotices(booking).map((notice) => notice.id),
    hint: "Retrieve the booking.",
  });
