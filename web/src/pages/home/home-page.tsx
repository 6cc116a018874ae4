import { EmptyState } from "../../components/empty-state.tsx";
import { Page } from "../../components/page.tsx";

const HomePage = () => (
  <Page title="Home">
    <EmptyState title="This page is being built" />
  </Page>
);

export default HomePage;
