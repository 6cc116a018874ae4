import type { Overview } from "../../../../../src/console/contract.ts";
import { useData } from "../../../api/use-data.ts";
import { hrefTo } from "../../../app/route.ts";
import { Card } from "../../../components/card.tsx";
import { ClientSetup } from "../../../components/client-setup.tsx";
import { CopyButton } from "../../../components/copy-button.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { Loaded } from "../../../components/loaded.tsx";
import type { Listed } from "../answers.ts";
import type { TabProps } from "../connector-view.tsx";
import { LastCalls } from "./last-calls.tsx";

/** How clients reach it, and what they did. */
export const UseTab = ({ work }: TabProps) => {
  const overview = useData<Overview>("/overview");
  const { data } = useData<{ readonly connectors: readonly Listed[] }>("/connectors");
  const served = data?.connectors.find(({ name }) => name === work.name)?.served;
  return (
    <div className="stack">
      <Card title="Connect a client">
        {served === false ? (
          <EmptyState
            title="Nothing is served yet"
            action={
              <a className="button" href={hrefTo("connectors", [work.name], { tab: "publish" })}>
                Publish it
              </a>
            }
          >
            As soon as a version is published, its server is at /mcp/{work.name}.
          </EmptyState>
        ) : (
          <Loaded from={overview}>
            {({ base_url, auth }) => {
              const url = `${base_url}/mcp/${work.name}`;
              return (
                <div className="stack">
                  <p className="row">
                    <code className="wraps">{url}</code>
                    <CopyButton text={url} what="the address" />
                  </p>
                  <ClientSetup server={work.name} url={url} auth={auth} />
                </div>
              );
            }}
          </Loaded>
        )}
      </Card>
      <LastCalls name={work.name} />
    </div>
  );
};
