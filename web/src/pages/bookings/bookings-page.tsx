import { EmptyState } from "../../components/empty-state.tsx";
import { Page } from "../../components/page.tsx";

const BookingsPage = () => (
  <Page title="Bookings">
    <EmptyState title="This page is being built" />
  </Page>
);

export default BookingsPage;
