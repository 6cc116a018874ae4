import { useMemo, useState } from "react";
import { Badge } from "../../components/badge.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../components/states.tsx";
import { Tabs } from "../../components/tabs.tsx";
import type { Arguments } from "../../components/tool-call/arguments.ts";
import type { Outcome } from "../../components/tool-call/outcome.ts";
import { Duration } from "../../components/values.tsx";
import { AsCode } from "./as-code.tsx";
import type { ResultContext } from "./next-step.ts";
import { OutcomeView } from "./outcome-view.tsx";
import type { ToolCall } from "./use-call.ts";
import { Wire } from "./wire.tsx";

interface ResultPanelProps {
  readonly server: string;
  readonly tool: string;
  readonly tools: readonly string[];
  readonly url: string;
  readonly auth: "none" | "keys";
  /** Arguments in the form. */
  readonly args: Arguments;
  readonly call: ToolCall;
  readonly outcome: Outcome | undefined;
  readonly callAgain: (args: Arguments) => void;
}

type TabKey = "result" | "wire" | "code";

const TABS = [
  { key: "result", title: "Result" },
  { key: "wire", title: "On the wire" },
  { key: "code", title: "As code" },
] as const;

export const ResultPanel = ({ server, tool, tools, url, auth, args, call, outcome, callAgain }: ResultPanelProps) => {
  const [chosen, setChosen] = useState<TabKey>("result");
  const { completed, busy, error } = call;
  // Keeps its identity while only the form changes, so that a running calendar continues.
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal names are the same tools, and `callAgain` behaves the same
  const context = useMemo<ResultContext>(
    () => ({ server, tool, tools, arguments: completed?.arguments ?? {}, callAgain }),
    [server, tool, tools.join(), completed],
  );
  const shown = {
    result: () =>
      error ? (
        <ErrorState error={error} />
      ) : outcome ? (
        <OutcomeView {...{ outcome, context, busy, answer: call.answer }} />
      ) : busy ? (
        <Skeleton lines={8} />
      ) : (
        <EmptyState title="Not run yet">Fill in the form and run the tool. The result appears here.</EmptyState>
      ),
    wire: () => <Wire rounds={completed ? [...completed.earlier, completed.exchange] : []} />,
    code: () => <AsCode url={url} tool={tool} args={args} auth={auth} />,
  };
  return (
    <div className="result" aria-busy={busy}>
      <CallFacts call={call} outcome={outcome} />
      <Tabs label="View as" tabs={TABS} chosen={chosen} onChoose={setChosen}>
        {shown[chosen]()}
      </Tabs>
    </div>
  );
};

const WORDS = {
  result: { tone: "ok", text: "OK" },
  problem: { tone: "warn", text: "refused" },
  question: { tone: "accent", text: "input required" },
} as const;

const CallFacts = ({ call: { completed, busy, error }, outcome }: Pick<ResultPanelProps, "call" | "outcome">) => {
  const words = outcome && WORDS[outcome.kind];
  return (
    <p className="result-facts" role="status">
      {busy && <Badge tone="accent">running</Badge>}
      {!busy && error && <Badge tone="bad">request failed</Badge>}
      {!busy && !error && completed && words && (
        <>
          <Badge tone={words.tone}>{words.text}</Badge>
          <Duration ms={completed.exchange.milliseconds} />
          <span className="soft small cut" title="Session ID of the console">
            session {completed.exchange.session_id}
          </span>
        </>
      )}
    </p>
  );
};
