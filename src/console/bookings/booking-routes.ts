import { type AdminRoute, object } from "../../model/admin-route.ts";
import { PNR_PATTERN } from "../../model/booking.ts";
import { invalid, notFound } from "../../model/failure.ts";
import type { Grant } from "../../model/grant.ts";
import type { Places } from "../../model/place.ts";
import type { Schema } from "../../model/schema.ts";
import type { InspectedBooking } from "../../travel/browse-bookings.ts";
import { DISRUPTIONS, type Disruption } from "../../travel/disruption.ts";
import type { Travel } from "../../travel/travel.ts";
import type { BookingPage } from "../contract.ts";
import { detailOf as bookingDetail } from "./booking-detail.ts";
import { summaryOf } from "./booking-summary.ts";
import { type ServicingTravel, servicingRoutes } from "./servicing-routes.ts";

export interface BookingRoutesOptions {
  readonly travel: ServicingTravel & Pick<Travel, "browseBookings" | "inspectBooking" | "disrupt">;
  readonly places: Places;
}

const STATUSES = ["pending", "confirmed", "cancelled"] as const;
const MAX_TEXT_LENGTH = 100;
const MAX_REASON_LENGTH = 500;
const MAX_ID_LENGTH = 128;

/** Routes for the bookings of the caller's tenant, of all sessions. */
export const bookingRoutes = ({ travel, places }: BookingRoutesOptions): readonly AdminRoute[] => {
  const inspect = async ({ tenant }: Grant, given = ""): Promise<InspectedBooking> => {
    const pnr = given.toUpperCase();
    const found = new RegExp(PNR_PATTERN).test(pnr) ? await travel.inspectBooking(tenant, pnr) : undefined;
    if (found) return found;
    throw notFound(`There is no booking ${given.slice(0, 40)}.`, {
      field: "pnr",
      value: given,
      hint: "GET /bookings lists all bookings. Old bookings are deleted.",
    });
  };

  const detailOf = (inspected: InspectedBooking) => bookingDetail(inspected, places);

  return [
    {
      method: "GET",
      path: "/bookings",
      about: "Lists the bookings of all sessions, newest first.",
      query: {
        status: "pending, confirmed or cancelled.",
        session: "Only bookings of this session.",
        text: "A PNR, or part of a PNR or last name.",
        limit: "At most 200. Default: 50.",
        cursor: "next_cursor of the previous page. A page with few or no bookings may have one too.",
      },
      async answer({ grant, query }): Promise<BookingPage> {
        const { bookings, nextCursor, total } = await travel.browseBookings(grant.tenant, {
          status: statusIn(query["status"]),
          sessionId: query["session"] || undefined,
          text: textIn(query["text"]),
          limit: limitIn(query["limit"]),
          cursor: query["cursor"] || undefined,
        });
        return {
          bookings: bookings.map(summaryOf),
          ...(nextCursor !== undefined && { next_cursor: nextCursor }),
          total,
        };
      },
    },
    {
      method: "GET",
      path: "/bookings/:pnr",
      about: "Returns a booking with its itinerary, price, ledger, history and terminal display.",
      answer: async ({ grant, params }) => detailOf(await inspect(grant, params["pnr"])),
    },
    ...servicingRoutes({ travel, inspect, detailOf }),
    {
      method: "POST",
      path: "/bookings/:pnr/disrupt",
      about:
        "Does to a booking what an airline, hotel or car company may do: cancels or retimes a flight, downgrades, walks a " +
        "guest, substitutes a car. Returns the booking with its notice.",
      body: object(
        {
          kind: { enum: DISRUPTIONS, description: "What is done." },
          about: id("The id of the flight, hotel or car on the booking."),
          minutes: { type: "integer", description: "Of retime: minutes later; earlier if negative. At most a day." },
          to: id("The cabin, hotel or car that the traveller gets. Default: the nearest one."),
          notice: {
            type: "string",
            minLength: 1,
            maxLength: MAX_REASON_LENGTH,
            description: "The text of the notice.",
          },
          cue: id("Any text. A repeat with the same cue changes nothing."),
        },
        ["kind", "about"],
      ),
      async answer({ grant, params, body }) {
        const { booking } = await inspect(grant, params["pnr"]);
        return travel.disrupt(booking.pnr, body as unknown as Disruption, grant.tenant);
      },
    },
  ];
};

const id = (description: string): Schema => ({ type: "string", minLength: 1, maxLength: MAX_ID_LENGTH, description });

/** Forms send an empty text for an empty field. */
const statusIn = (given = ""): (typeof STATUSES)[number] | undefined => {
  const status = STATUSES.find((known) => known === given);
  if (status !== undefined || given === "" || given === "all") return status;
  throw invalid(`status must be ${STATUSES.join(", ")}.`, { field: "status", value: given, allowed: STATUSES });
};

const textIn = (given = ""): string | undefined => {
  const text = given.trim();
  if (text.length <= MAX_TEXT_LENGTH) return text === "" ? undefined : text;
  throw invalid(`text is longer than ${MAX_TEXT_LENGTH} characters.`, { field: "text", value: given });
};

const limitIn = (given = ""): number | undefined => {
  if (given === "") return undefined;
  if (/^\d{1,4}$/.test(given) && Number(given) > 0) return Number(given);
  throw invalid("limit must be a number.", { field: "limit", value: given, allowed: "1 to 200" });
};
