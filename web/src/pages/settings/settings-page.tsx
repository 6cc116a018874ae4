import { EmptyState } from "../../components/empty-state.tsx";
import { Page } from "../../components/page.tsx";

const SettingsPage = () => (
  <Page title="Settings">
    <EmptyState title="This page is being built" />
  </Page>
);

export default SettingsPage;
