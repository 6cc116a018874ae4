import { EmptyState } from "../../components/empty-state.tsx";
import { Page } from "../../components/page.tsx";

const ExplorePage = () => (
  <Page title="Explore">
    <EmptyState title="This page is being built" />
  </Page>
);

export default ExplorePage;
