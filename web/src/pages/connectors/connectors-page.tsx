import { EmptyState } from "../../components/empty-state.tsx";
import { Page } from "../../components/page.tsx";

const ConnectorsPage = () => (
  <Page title="Connectors">
    <EmptyState title="This page is being built" />
  </Page>
);

export default ConnectorsPage;
