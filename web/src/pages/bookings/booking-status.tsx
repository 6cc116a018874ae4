import { StatusBadge } from "../../components/badge.tsx";

/** Cancelled is somebody's decision, expired is only the sandbox that forgets: they are not to be mistaken for one another. */
export const BookingStatus = ({ status }: { readonly status: string }) => (
  <span className="booking-status" data-status={status}>
    <StatusBadge status={status} />
  </span>
);
