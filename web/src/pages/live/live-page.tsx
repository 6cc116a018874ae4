import { EmptyState } from "../../components/empty-state.tsx";
import { Page } from "../../components/page.tsx";

const LivePage = () => (
  <Page title="Live">
    <EmptyState title="This page is being built" />
  </Page>
);

export default LivePage;
