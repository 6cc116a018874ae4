import type { Extra } from "../model/extra.ts";
import { ruleBroken } from "../model/failure.ts";
import type { FlightSegment } from "../model/flight.ts";
import type { Passenger } from "../model/passenger.ts";
import { designatorIn, parseExtraId } from "./extra-ids.ts";
import type { Ancillary, Seat } from "./supplier.ts";

type Traveller = Pick<Passenger, "id" | "type">;

/** An extra that a caller wants to buy. */
export interface WantedExtra {
  readonly extra: Extra;
  readonly traveller: Traveller;
  readonly passengers: readonly Traveller[];
  /** The first of its flights. */
  readonly flight: FlightSegment;
  readonly seat?: Seat | undefined;
  readonly ancillary?: Ancillary | undefined;
  /** Extras of the same flights that are on the booking or were wanted before. */
  readonly others: readonly OtherExtra[];
  readonly now: number;
}

export interface OtherExtra {
  readonly extra: Extra;
  readonly isExit: boolean;
  readonly group?: Ancillary["group"];
}

interface Rule {
  isBroken(wanted: WantedExtra): boolean;
  message(wanted: WantedExtra): string;
  readonly hint: string;
}

const HOUR_MS = 3_600_000;
const SERVICES_CLOSE_HOURS = 24;
const OTHERS_CLOSE_HOURS = 1;

const closingHours = ({ extra }: WantedExtra): number =>
  extra.kind === "service" ? SERVICES_CLOSE_HOURS : OTHERS_CLOSE_HOURS;

/** Infants travel with the adults of a booking in order: the first with the first. */
const carriesInfant = ({ id, type }: Traveller, passengers: readonly Traveller[]): boolean => {
  if (type !== "adult") return false;
  const position = passengers.filter((one) => one.type === "adult").findIndex((one) => one.id === id);
  return position < passengers.filter((one) => one.type === "infant").length;
};

const BASSINET = "BSCT";

/** A bassinet leaves the booking with the infant. */
export const keepsBassinet = ({ id, traveller }: Extra, passengers: readonly Traveller[]): boolean => {
  if (parseExtraId(id)?.code !== BASSINET) return true;
  return passengers.some((one) => one.id === traveller && carriesInfant(one, passengers));
};

/** Whether it is sold for that traveller. Seats are for all who are seated. */
export const isFor = (buyers: Ancillary["for"], traveller: Traveller, passengers: readonly Traveller[]): boolean => {
  if (buyers === "seated") return traveller.type !== "infant";
  return buyers === "adult with infant" ? carriesInfant(traveller, passengers) : traveller.type === buyers;
};

const BUYERS: Readonly<Record<Ancillary["for"], string>> = {
  seated: "adults and children",
  adult: "adults",
  child: "children",
  infant: "infants",
  "adult with infant": "adults who travel with an infant",
};

/** Whether a traveller may sit at an exit, as far as the party tells. */
export const maySitAtExit = (traveller: Traveller, passengers: readonly Traveller[]): boolean =>
  traveller.type === "adult" && !carriesInfant(traveller, passengers);

const ownOthers = ({ others, traveller }: WantedExtra): readonly OtherExtra[] =>
  others.filter(({ extra }) => extra.traveller === traveller.id);

const ownSeat = (wanted: WantedExtra): Extra | undefined =>
  ownOthers(wanted).find(({ extra }) => extra.kind === "seat")?.extra;

const sameGroup = (wanted: WantedExtra): Extra | undefined => {
  const group = wanted.ancillary?.group;
  return group && ownOthers(wanted).find((other) => other.group === group)?.extra;
};

const isWheelchair = ({ group }: Pick<OtherExtra, "group">): boolean => group === "wheelchair";

/** The first that is broken is told. */
const RULES: readonly Rule[] = [
  {
    isBroken: ({ flight }) => flight.status === "cancelled",
    message: ({ flight }) => `${flight.flightNumber} was cancelled by its airline.`,
    hint: "Exchange the flight first, and choose extras of the new one.",
  },
  {
    isBroken: (wanted) => Date.parse(wanted.flight.departureTime) - closingHours(wanted) * HOUR_MS <= wanted.now,
    message: (wanted) => {
      const [what, hours] = [wanted.extra.kind === "service" ? "Services" : "Seats and bags", closingHours(wanted)];
      const { flightNumber, departureTime } = wanted.flight;
      return `${what} are sold until ${hours} h before departure, and ${flightNumber} leaves at ${departureTime}.`;
    },
    hint: "It is too late for this flight. The airline sells the rest at the airport.",
  },
  {
    isBroken: ({ extra, others }) => others.some((other) => other.extra.id === extra.id),
    message: ({ extra }) => `${extra.what} for ${extra.traveller} is on the booking already, or named twice.`,
    hint: "Leave it out.",
  },
  {
    isBroken: ({ ancillary, traveller, passengers }) => !isFor(ancillary?.for ?? "seated", traveller, passengers),
    message: ({ extra, ancillary, traveller }) =>
      `${extra.what} is for ${BUYERS[ancillary?.for ?? "seated"]}, and ${traveller.id} is not one of them.`,
    hint: "listExtras with the pnr says which travellers can have it.",
  },
  {
    isBroken: ({ seat, others }) =>
      others.some(({ extra }) => seat !== undefined && designatorIn(extra.id) === seat.designator),
    message: ({ extra }) => `${extra.what} is for another traveller of this booking.`,
    hint: "Choose another seat for one of them.",
  },
  {
    isBroken: (wanted) => wanted.seat !== undefined && ownSeat(wanted) !== undefined,
    message: (wanted) => `${wanted.traveller.id} has a seat on ${wanted.flight.flightNumber}: ${ownSeat(wanted)?.id}.`,
    hint: "Each traveller has one seat on a flight. To move, name the old one in remove of the same quoteChange.",
  },
  {
    isBroken: (wanted) =>
      wanted.seat?.isExit === true &&
      (!maySitAtExit(wanted.traveller, wanted.passengers) || ownOthers(wanted).some(isWheelchair)),
    message: ({ seat, traveller }) => `${seat?.designator} is at an exit and not for ${traveller.id}.`,
    hint: "Seats at exits are not for children, adults with an infant, or travellers who use a wheelchair.",
  },
  {
    isBroken: (wanted) =>
      wanted.ancillary !== undefined &&
      isWheelchair(wanted.ancillary) &&
      ownOthers(wanted).some(({ isExit }) => isExit),
    message: (wanted) =>
      `${ownOthers(wanted).find(({ isExit }) => isExit)?.extra.what} is at an exit, where no wheelchair user may sit.`,
    hint: "Choose another seat in the same change: name the old one in remove.",
  },
  {
    isBroken: (wanted) => sameGroup(wanted) !== undefined,
    message: (wanted) =>
      `${wanted.traveller.id} has a ${wanted.ancillary?.group} on this flight: ${sameGroup(wanted)?.id}.`,
    hint: "A traveller can have one. To change it, name the old one in remove of the same quoteChange.",
  },
];

export const checkExtra = (wanted: WantedExtra, at: { readonly field: string; readonly value: string }): void => {
  const broken = RULES.find((rule) => rule.isBroken(wanted));
  if (broken !== undefined) throw ruleBroken(broken.message(wanted), { ...at, hint: broken.hint });
};
