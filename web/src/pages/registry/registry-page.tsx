import { EmptyState } from "../../components/empty-state.tsx";
import { Page } from "../../components/page.tsx";

const RegistryPage = () => (
  <Page title="Registry">
    <EmptyState title="This page is being built" />
  </Page>
);

export default RegistryPage;
