import type { Overview } from "../../../../src/console/contract.ts";
import { useEvent } from "../../api/events.ts";
import { useData } from "../../api/use-data.ts";
import { Loaded } from "../../components/loaded.tsx";
import { Page } from "../../components/page.tsx";
import { ConnectCard } from "./connect-card.tsx";
import { LastCalls } from "./last-calls.tsx";
import { ServersCard } from "./servers-card.tsx";
import { Vitals } from "./vitals.tsx";
import "./home-page.css";

/** What runs, how it is, how to connect a client, and what was called last. */
const HomePage = () => {
  const overview = useData<Overview>("/overview", { every: 15_000 });
  useEvent("tools", overview.reload);
  // Who knows what was missed before the stream was open.
  useEvent("hello", overview.reload);
  return (
    <Page title="Home" about="A rehearsal world for travel agents: every booking is a test booking.">
      <Loaded from={overview} lines={8}>
        {(data) => (
          <>
            <Vitals overview={data} />
            <div className="home-columns">
              <ConnectCard overview={data} />
              <ServersCard servers={data.servers} />
            </div>
          </>
        )}
      </Loaded>
      <LastCalls />
    </Page>
  );
};

export default HomePage;
