import { useState } from "react";
import type { Carried } from "../../../../src/console/contract.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { JsonView } from "../../components/json-view.tsx";
import { Tabs } from "../../components/tabs.tsx";

type Key = "request" | "response" | "notifications";

/** The JSON-RPC itself, as it was sent and answered. */
export const Wire = ({ carried }: { readonly carried: Carried | undefined }) => {
  const [chosen, setChosen] = useState<Key>("response");
  if (!carried)
    return <EmptyState title="Nothing was sent yet">Run the tool to see its request and response.</EmptyState>;
  const { request, response, notifications } = carried;
  const shown = { request, response, notifications }[chosen];
  const text = JSON.stringify(shown);
  return (
    <Tabs
      label="On the wire"
      tabs={[
        { key: "request", title: "Request" },
        { key: "response", title: "Response" },
        { key: "notifications", title: `Notifications (${notifications.length})` },
      ]}
      chosen={chosen}
      onChoose={setChosen}
    >
      {chosen === "notifications" && notifications.length === 0 ? (
        <EmptyState title="None came before the answer" />
      ) : (
        <div className="stack">
          <div className="wire-facts">
            <span className="small soft number">{size(text)}</span>
            <CopyButton text={text} what={`JSON of the ${chosen}`} label="Copy JSON" />
          </div>
          <JsonView key={chosen} value={shown} label={`The ${chosen}`} open={4} />
        </div>
      )}
    </Tabs>
  );
};

const size = (text: string): string => {
  const bytes = new TextEncoder().encode(text).length;
  return bytes < 10_000
    ? `${bytes.toLocaleString("en-US")} bytes`
    : `${Math.round(bytes / 1_000).toLocaleString("en-US")} kB`;
};
