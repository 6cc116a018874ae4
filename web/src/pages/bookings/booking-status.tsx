import type { BookingSummary } from "../../../../src/console/contract.ts";
import { StatusBadge } from "../../components/badge.tsx";
import type { IconName } from "../../components/icon.tsx";
import { TimeLeft } from "../../components/values.tsx";
import { shorten } from "../../format/text.ts";

/** Cancelled is a decision, expired only means that the sandbox dropped the booking. The two look different. */
export const BookingStatus = ({ status, payBy }: { readonly status: string; readonly payBy?: string | undefined }) => (
  <span className="booking-status" data-status={status}>
    <StatusBadge status={shorten(status, 30)} />
    {payBy !== undefined && status === "pending" && (
      <span className="booking-left">
        <TimeLeft until={payBy} /> left
      </span>
    )}
  </span>
);

export const PART_ICONS: Readonly<Record<BookingSummary["parts"][number], IconName>> = {
  flight: "plane",
  hotel: "bed",
  car: "car",
};
