import { EmptyState } from "../../components/empty-state.tsx";
import { Page } from "../../components/page.tsx";

const KeysPage = () => (
  <Page title="Keys">
    <EmptyState title="This page is being built" />
  </Page>
);

export default KeysPage;
