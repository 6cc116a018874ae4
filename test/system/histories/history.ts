/** A history records every call with its interval in real time, and the faults that were active. */

export type BookingTool = "bookFlight" | "bookHotel" | "bookCar";
export type Tool = BookingTool | "cancelBooking" | "retrieveBooking" | "listBookings" | "searchFlights";

/** The part of a request that the invariants need. */
export interface Request {
  readonly tool: Tool;
  /** Passed to the tool unchanged. */
  readonly input: Readonly<Record<string, unknown>>;
  /** One logical request, however often it is sent. */
  readonly id: string;
  readonly key?: string;
  /** For bookFlight: the flight, and a unique last name. */
  readonly flightId?: string;
  readonly passenger?: string;
  /** The booking that is read, cancelled or extended. */
  readonly pnr?: string;
  /** For an addition: the hotel or car. */
  readonly serviceId?: string;
}

/** A booking as an answer or the store shows it. */
export interface SeenBooking {
  readonly pnr: string;
  readonly sessionId: string;
  readonly status: "pending" | "confirmed" | "cancelled";
  readonly passengers: readonly { readonly firstName: string; readonly lastName: string }[];
  readonly flights: readonly { readonly id: string; readonly price: number }[];
  readonly hotels: readonly { readonly id: string; readonly price: number }[];
  readonly cars: readonly { readonly id: string; readonly totalPrice: number }[];
  readonly totalPrice: number;
}

export type Outcome =
  | {
      readonly kind: "ok";
      readonly booking?: SeenBooking;
      readonly list?: SeenList;
      /** For a search: available seats by flight. */
      readonly available?: Readonly<Record<string, number>>;
    }
  /** A final rejection: sold out, not found, cancelled. */
  | { readonly kind: "refused"; readonly code: number; readonly message: string }
  /** A temporary error. `nothingDone`: it says that nothing was booked or changed. */
  | {
      readonly kind: "failed";
      readonly message: string;
      readonly nothingDone: boolean;
      /** An internal error, which shows only an ID. */
      readonly defect?: true;
    }
  | { readonly kind: "none"; readonly reason: string };

export interface SeenList {
  readonly sessionId: string;
  readonly pnrs: readonly string[];
  /** The `before` of the next page. */
  readonly before?: string;
}

export interface Operation {
  readonly number: number;
  readonly client: string;
  /** The called node or process. */
  readonly at: string;
  readonly request: Request;
  /** 0 for the first attempt. */
  readonly attempt: number;
  /** Milliseconds since the start of the history: before the call was sent, and after its answer was read. */
  readonly start: number;
  readonly end: number;
  readonly outcome: Outcome;
}

export interface Fault {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

export interface History {
  readonly operations: readonly Operation[];
  readonly faults: readonly Fault[];
}

export interface Recorder extends History {
  readonly operations: Operation[];
  readonly faults: Fault[];
  now(): number;
}

export const startRecorder = (): Recorder => {
  const beginning = performance.now();
  return { operations: [], faults: [], now: () => performance.now() - beginning };
};

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3);

const describeOutcome = (outcome: Outcome): string => {
  switch (outcome.kind) {
    case "ok": {
      const { booking, list } = outcome;
      if (booking) {
        const services = [...booking.hotels, ...booking.cars].length;
        const party = booking.passengers.length > 1 ? ` for ${booking.passengers.length}` : "";
        return `ok: ${booking.pnr} ${booking.status}${party}${services > 0 ? ` with ${services} hotels and cars` : ""}`;
      }
      return list ? `ok: ${list.pnrs.length} bookings of session ${list.sessionId}` : "ok";
    }
    case "refused":
      return `refused (${outcome.code}): ${outcome.message}`;
    case "failed":
      return `failed${outcome.nothingDone ? ", nothing done" : ""}: ${outcome.message}`;
    case "none":
      return `no answer: ${outcome.reason}`;
  }
};

/** One readable line. */
export const describeOperation = ({ number, client, at, request, attempt, start, end, outcome }: Operation): string => {
  const about = [
    request.key !== undefined && `key ${request.key}`,
    request.passenger !== undefined && `passenger ${request.passenger}`,
    request.flightId,
    request.pnr,
    attempt > 0 && `repeat ${attempt}`,
  ].filter(Boolean);
  const interval = `${seconds(start).padStart(8)} to ${seconds(end).padStart(8)}`;
  return `${interval}  #${number} ${client} at ${at}: ${request.tool} (${about.join(", ")}) -> ${describeOutcome(outcome)}`;
};

export const describeFault = ({ name, start, end }: Fault): string =>
  `${seconds(start).padStart(8)} to ${seconds(end).padStart(8)}  FAULT ${name}`;
