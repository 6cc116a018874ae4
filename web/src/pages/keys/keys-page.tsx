import type { Overview } from "../../../../src/console/contract.ts";
import { useData } from "../../api/use-data.ts";
import { Card } from "../../components/card.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Page } from "../../components/page.tsx";
import { KeyList } from "./key-list.tsx";
import "./keys-page.css";

/** Who may use this server, and for what. `#/keys?tenant=acme`. */
const KeysPage = () => {
  const overview = useData<Overview>("/overview");
  if (overview.data?.auth === "keys") return <KeyList overview={overview.data} />;
  return (
    <Page title="Keys" about="Who may use this server, and for what.">
      <Card>
        <Loaded from={overview}>{() => <KeysAreOff />}</Loaded>
      </Card>
    </Page>
  );
};

const KeysAreOff = () => (
  <EmptyState title="This server asks nobody for a key">
    <div className="keys-off">
      <p>
        Whoever reaches it may use all of it, and all share one set of bookings. That is right on your own machine. Once
        others can reach it, start it with keys:
      </p>
      <CodeBlock text="TAXIWAY_AUTH=keys npm start" what="the command that switches keys on" wrap />
      <p>
        Then every client needs a key, each key belongs to a tenant with bookings, sessions and tools of its own, and
        can be limited to servers, tools and a number of calls. You make, rotate and revoke them on this page.
      </p>
    </div>
  </EmptyState>
);

export default KeysPage;
