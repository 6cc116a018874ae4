import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import type { CallDetail, LiveCall } from "../../../../src/console/contract.ts";
import { part } from "../../api/client.ts";
import { useWho } from "../../api/session.ts";
import { useData } from "../../api/use-data.ts";
import { hrefTo } from "../../app/route.ts";
import { StatusBadge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { JsonView } from "../../components/json-view.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { saveFile } from "../../format/save-file.ts";
import { said } from "../../format/text.ts";
import { duration, moment } from "../../format/time.ts";
import { CallLog, CallSteps } from "./call-steps.tsx";
import { RunAgain } from "./run-again.tsx";

interface CallPanelProps {
  readonly id: string;
  /** As far as the list knows it. */
  readonly call: LiveCall | undefined;
  readonly onClose: () => void;
}

/** One call, opened beside the list. */
export const CallPanel = ({ id, call, onClose }: CallPanelProps) => {
  const detail = useData<CallDetail>(`/calls/${part(id)}`);
  const known = detail.data ?? call;
  const panel = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever opens another one goes there
  useEffect(() => panel.current?.focus({ preventScroll: true }), [id]);

  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") onClose();
  };
  return (
    <aside className="call-panel" ref={panel} tabIndex={-1} aria-label="The call" onKeyDown={press}>
      <div className="call-head">
        <h2 className="wraps">{known === undefined ? "A call" : said(known.tool, 120)}</h2>
        <Button look="quiet" small icon="cross" aria-label="Close the call" onClick={onClose} />
      </div>
      <div className="call-body">
        {known && <CallFacts call={known} />}
        <Loaded from={detail} lines={6}>
          {(data) => <Opened call={data} />}
        </Loaded>
      </div>
    </aside>
  );
};

const CallFacts = ({ call }: { readonly call: LiveCall & Pick<CallDetail, "version"> }) => {
  const isOperator = useWho()?.operator ?? false;
  return (
    <>
      <div className="row">
        <StatusBadge status={call.outcome} />
        <span className="number">{duration(call.milliseconds)}</span>
        <span className="soft">{moment(call.at)}</span>
      </div>
      {call.message !== undefined && <p className="call-message wraps">{said(call.message, 1_000)}</p>}
      <dl className="call-facts">
        <Fact label="Server">
          {said(call.server)}
          {call.version !== undefined && <span className="soft"> version {said(String(call.version))}</span>}
        </Fact>
        {isOperator && <Fact label="Tenant">{said(call.tenant)}</Fact>}
        {call.key_id !== undefined && (
          <Fact label="Key">
            <code>{said(call.key_id)}</code>
          </Fact>
        )}
        <Fact label="Session">
          <code>{said(call.session_id)}</code>
          <span className="call-links">
            <a href={hrefTo("live", [call.id], { session: call.session_id })}>its calls</a>
            <a href={hrefTo("bookings", [], { session: call.session_id })}>its bookings</a>
          </span>
        </Fact>
        <Fact label="Correlation id">
          <span className="call-correlation">
            <code>{said(call.correlation_id)}</code>
            <CopyButton text={call.correlation_id} what="the correlation id" />
          </span>
        </Fact>
      </dl>
    </>
  );
};

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd className="wraps">{children}</dd>
  </div>
);

const Opened = ({ call }: { readonly call: CallDetail }) => {
  const isOperator = useWho()?.operator ?? false;
  return (
    <>
      <div className="row">
        <RunAgain call={call} />
        <Button
          small
          icon="download"
          onClick={() => saveFile(`call-${call.id.replace(/[^\w-]/g, "")}.json`, JSON.stringify(call, null, 2))}
        >
          Save as JSON
        </Button>
      </div>
      <Section title="Arguments" value={call.arguments}>
        <JsonView value={call.arguments} label="Arguments" />
      </Section>
      <Section title="Result" value={call.result}>
        {call.result === undefined ? (
          <p className="soft small">
            {call.cut
              ? "It was too large to be kept."
              : "Not kept: results are kept only while somebody looks at Live."}
          </p>
        ) : (
          <>
            {call.cut && <p className="soft small">Cut: it was too large to be kept as a whole.</p>}
            <JsonView value={call.result} label="Result" open={3} />
          </>
        )}
      </Section>
      <Section title="Steps">
        <CallSteps call={call} />
      </Section>
      <Section title="Log">
        <CallLog call={call} isOperator={isOperator} />
      </Section>
    </>
  );
};

interface SectionProps {
  readonly title: string;
  /** Can be copied. */
  readonly value?: unknown;
  readonly children: ReactNode;
}

const Section = ({ title, value, children }: SectionProps) => (
  <section className="call-section">
    <div className="call-section-head">
      <h3>{title}</h3>
      {value !== undefined && (
        <CopyButton text={() => JSON.stringify(value, null, 2)} what={`the ${title.toLowerCase()} as JSON`} />
      )}
    </div>
    {children}
  </section>
);
