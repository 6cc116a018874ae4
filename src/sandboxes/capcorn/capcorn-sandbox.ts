import { createHash, timingSafeEqual } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../../model/clock.ts";
import { Failure } from "../../model/failure.ts";
import { DEFAULT_TENANT } from "../../model/keys.ts";
import type { Log } from "../../model/log.ts";
import type { Places } from "../../model/place.ts";
import type { Sandbox, SandboxAnswer, SandboxRequest } from "../../model/sandbox.ts";
import type { Store } from "../../platform/stores/store.ts";
import { parseXml } from "../../platform/xml/parse-xml.ts";
import type { XmlElement, XmlNamespaces } from "../../platform/xml/xml-element.ts";
import type { Supplier } from "../../travel/supplier.ts";
import {
  booked,
  EMPTY_BODY,
  type Endpoint,
  HTML_ERROR,
  refused,
  serialised,
  TEXT_BODY,
  type XmlAnswer,
} from "./answers.ts";
import { createAvailability, NOTHING_AVAILABLE } from "./availability.ts";
import { CapcornRefusal } from "./capcorn-refusal.ts";
import { createHotels } from "./hotels.ts";
import { OTA_NAMESPACE, type ReservationRequest, readReservation, readRoomSearch } from "./requests.ts";
import { amountMismatch, createReservations, duplicate, type ReservationPlan, unknownHotel } from "./reservations.ts";
import { type RoomClaim, roomSold } from "./room-book.ts";
import { askedScenario, magicScenario, type Scenario } from "./scenarios.ts";
import { readHotelId } from "./values.ts";

export interface CapcornParts {
  readonly supplier: Pick<Supplier, "searchHotels">;
  readonly places: Places;
  readonly store: Store;
  readonly clock: Clock;
  readonly seed: string;
  readonly log: Log;
  /** Default: any credentials that are not empty. */
  readonly credentials?: CapcornCredentials;
  /** How long reservations and their rooms are kept. */
  readonly reservationTtlMs?: number;
  /** Detects dead attempts, because the configured clock may be frozen. */
  readonly realTime?: () => number;
  /** Waits in the scenario `slow`; ends early when the sandbox is closed. */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  "/RoomAvailability": "search",
  "/OTA_HotelResNotifRQ": "reservation",
};
const CREDENTIALS = { search: ["user", "password", "system"], reservation: ["pin"] } as const;
/** Twenty times the size of a request for a hundred hotels. */
const LIMITS = { bytes: 256 * 1024, depth: 32, nodes: 5_000, attributes: 10_000 };
const DAY_MS = 86_400_000;
/** Clients time out after 30 seconds. */
const SLOW_MS = 35_000;

/** CapCorn's hotel API on top of the generated world: room search and reservation, as documented by the vendor. */
export const createCapcornSandbox = (parts: CapcornParts): Sandbox => {
  const { log, credentials, realTime = Date.now, wait = waitFor, reservationTtlMs: ttlMs = DAY_MS } = parts;
  const hotels = createHotels(parts);
  const reservations = createReservations({ ...parts, hotels, realTime, ttlMs });
  const availability = createAvailability({ ...parts, hotels, roomBook: reservations.roomBook });
  const closing = new AbortController();

  const answerSearch = async (request: SandboxRequest, asked: Scenario | undefined): Promise<SandboxAnswer> => {
    const search = readRoomSearch(read(request, {}));
    const scenario = asked ?? magicScenario(search.hotelIds);
    if (scenario === "wrong_credentials") throw wrongCredentials();
    if (scenario === "server_error") return HTML_ERROR;
    const isEmpty = scenario === "unknown_hotel" || scenario === "wrong_credentials_empty";
    const document = isEmpty
      ? NOTHING_AVAILABLE
      : await availability.search(search, tenantOf(request), { emptyChildren: scenario === "empty_children" });
    return delivered({ status: 200, document, ok: true }, "search", scenario);
  };

  const answerReservation = async (
    request: SandboxRequest,
    hotelId: string,
    asked: Scenario | undefined,
  ): Promise<SandboxAnswer> => {
    const scenario = asked ?? magicScenario([hotelId]);
    if (scenario === "wrong_credentials") throw wrongCredentials();
    if (scenario === "server_error") return HTML_ERROR;
    return delivered(await reserved(request, hotelId, scenario), "reservation", scenario);
  };

  const reserved = async (
    request: SandboxRequest,
    hotelId: string,
    scenario: Scenario | undefined,
  ): Promise<XmlAnswer> => {
    try {
      const reservation = readReservation(read(request, { "": OTA_NAMESPACE }));
      const plan = reservations.plan(reservation, hotelId);
      const refusal = REFUSED_ON_DEMAND[scenario ?? ""]?.(plan, reservation, hotelId);
      if (refusal !== undefined) throw refusal;
      return booked(await reservations.book(plan, tenantOf(request)), reservation.unread);
    } catch (error) {
      if (error instanceof CapcornRefusal) return refused(error, "reservation");
      throw error;
    }
  };

  const delivered = async (
    answer: XmlAnswer,
    endpoint: Endpoint,
    scenario: Scenario | undefined,
  ): Promise<SandboxAnswer> => {
    if (scenario === "slow") await wait(SLOW_MS, closing.signal);
    if (scenario === "empty_body" && answer.ok) return EMPTY_BODY;
    if (scenario === "text_body" && answer.ok) return TEXT_BODY;
    return serialised(answer, endpoint, scenario);
  };

  const answer = async (request: SandboxRequest, { pathname, searchParams }: URL): Promise<SandboxAnswer> => {
    const endpoint = ENDPOINTS[pathname];
    if (endpoint === undefined) {
      throw new CapcornRefusal("not_found", `Not found. Use ${Object.keys(ENDPOINTS).join(" or ")}.`);
    }
    if (request.method.toUpperCase() !== "POST") throw new CapcornRefusal("method", "The method must be POST.");
    const asked = askedScenario(request.headers["x-taxiway-scenario"]);
    checkCredentials(searchParams, CREDENTIALS[endpoint], credentials);
    checkMediaType(request.headers["content-type"]);
    if (endpoint === "search") return answerSearch(request, asked);
    return answerReservation(request, readHotelId(searchParams.get("hotelId") ?? "", "hotelId"), asked);
  };

  const refusalOf = (error: unknown, { requestId, method }: SandboxRequest): CapcornRefusal => {
    if (error instanceof CapcornRefusal) return error;
    if (error instanceof Failure && error.kind === "unavailable") return new CapcornRefusal("busy", error.message);
    // The URL is not logged, because it contains credentials.
    log.error("capcorn sandbox defect", { requestId, method, error });
    return new CapcornRefusal(
      "defect",
      "Internal error of the sandbox. The server log has details under the request ID.",
    );
  };

  return {
    async handle(request) {
      const url = addressOf(request.url);
      try {
        return await answer(request, url);
      } catch (error) {
        const endpoint = ENDPOINTS[url.pathname] ?? "search";
        return serialised(refused(refusalOf(error, request), endpoint), endpoint, undefined);
      }
    },
    close: async () => closing.abort(),
  };
};

type Refuse = (plan: ReservationPlan, request: ReservationRequest, hotelId: string) => CapcornRefusal;

/** The errors of scenarios that refuse a valid reservation. */
const REFUSED_ON_DEMAND: Readonly<Record<string, Refuse>> = {
  wrong_credentials_empty: () => new CapcornRefusal("unknown_caller", wrongCredentials().message),
  unknown_hotel: (_plan, _request, hotelId) => unknownHotel(hotelId),
  duplicate_reservation: (_plan, request) => duplicate(request),
  amount_mismatch: (_plan, { stays }) => amountMismatch(stays[0]?.cents ?? 0, (stays[0]?.cents ?? 0) + 1_200),
  room_sold: ({ rooms }) => roomSold(rooms[0] as RoomClaim, 0),
};

const tenantOf = ({ tenant = DEFAULT_TENANT }: SandboxRequest): string => tenant;

const read = ({ body, bytes, headers }: SandboxRequest, namespaces: XmlNamespaces): XmlElement => {
  try {
    return parseXml(bytes ?? body, { namespaces, trim: true, limits: LIMITS, contentType: headers["content-type"] });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const tooLarge = error.details.error_type === "xml_too_large";
    throw new CapcornRefusal(tooLarge ? "too_large" : "unreadable", error.message);
  }
};

const checkMediaType = (contentType = ""): void => {
  if (/^(application|text)\/xml\s*(;|$)/i.test(contentType.trim())) return;
  throw new CapcornRefusal("media_type", "The Content-Type header must be application/xml.");
};

/** Parses the path and query; the host is irrelevant. */
const addressOf = (url: string): URL => {
  try {
    return new URL(url.replace(/^\/+/, "/"), "http://sandbox");
  } catch {
    return new URL("http://sandbox/nowhere");
  }
};

const waitFor = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
};

/** Room searches need user, password and system; reservations need the hotel's PIN. */
interface CapcornCredentials {
  readonly user: string;
  readonly password: string;
  readonly system: string;
  readonly pin: string;
}

/** Throws unless the query has all of them, with the configured values if there are any. Does not reveal which one is wrong. */
const checkCredentials = (
  query: URLSearchParams,
  names: readonly (keyof CapcornCredentials)[],
  expected: CapcornCredentials | undefined,
): void => {
  for (const name of names) {
    if ((query.get(name) ?? "") === "") {
      throw new CapcornRefusal(
        "credentials",
        `The URL must have the query ?${names.map((word) => `${word}=…`).join("&")}.`,
      );
    }
  }
  if (expected === undefined) return;
  const isRight = names.map((name) => same(query.get(name) as string, expected[name])).every((right) => right);
  if (!isRight) throw wrongCredentials();
};

const wrongCredentials = (): CapcornRefusal => new CapcornRefusal("credentials", "Invalid credentials.");

const same = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
