import { useEffect, useState } from "react";
import type { Carried } from "../../../../src/console/contract.ts";
import { CopyButton } from "../../components/code-block.tsx";
import { Select } from "../../components/field.tsx";
import { JsonView } from "../../components/json-view.tsx";
import { EmptyState } from "../../components/states.tsx";
import { Tabs } from "../../components/tabs.tsx";

type TabKey = "request" | "response" | "notifications";

interface WireProps {
  /** More than one if the tool asked for input. */
  readonly rounds: readonly Carried[];
}

/** The JSON-RPC messages as sent and received. */
export const Wire = ({ rounds }: WireProps) => {
  const [at, setAt] = useState(rounds.length - 1);
  useEffect(() => setAt(rounds.length - 1), [rounds.length]);
  const exchange = rounds[at] ?? rounds.at(-1);
  if (!exchange) return <EmptyState title="Nothing sent yet">Run the tool to see its request and response.</EmptyState>;
  return (
    <div className="stack">
      {rounds.length > 1 && (
        <Select
          label="Round"
          value={String(at)}
          onValue={(chosen) => setAt(Number(chosen))}
          choices={rounds.map((_, index) => ({ value: String(index), label: roundName(index, rounds.length) }))}
        />
      )}
      <Round exchange={exchange} />
    </div>
  );
};

const roundName = (index: number, count: number): string => {
  const what = index === 0 ? "the call" : "the answer";
  return `${index + 1} of ${count}: ${what}${index < count - 1 ? ", and the question" : ", and the result"}`;
};

const Round = ({ exchange }: { readonly exchange: Carried }) => {
  const [chosen, setChosen] = useState<TabKey>("response");
  const { request, response, notifications } = exchange;
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
        <EmptyState title="No notifications" />
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
