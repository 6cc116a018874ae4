import { useRoute } from "../../app/use-route.ts";
import { BookingView } from "./booking-view.tsx";
import { BookingsList } from "./bookings-list.tsx";
import "./bookings-page.css";

/** All bookings of all sessions, or one of them: `#/bookings/TEST-ABC234`. */
const BookingsPage = () => {
  const { parts } = useRoute();
  const [pnr] = parts;
  return pnr === undefined ? <BookingsList /> : <BookingView key={pnr} pnr={pnr} />;
};

export default BookingsPage;
