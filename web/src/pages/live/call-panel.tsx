import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import type { CallDetail, LiveCall } from "../../../../src/console/contract.ts";
import { part } from "../../api/client.ts";
import { useUser } from "../../api/login.ts";
import { useData } from "../../api/use-data.ts";
import { StatusBadge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/code-block.tsx";
import { JsonView } from "../../components/json-view.tsx";
import { Loaded } from "../../components/states.tsx";
import { saveArguments } from "../../components/tool-call/saved-arguments.ts";
import { saveFile } from "../../format/export-text.ts";
import { isObject } from "../../format/json.ts";
import { brief } from "../../format/text.ts";
import { clockTime, duration, moment } from "../../format/time.ts";
import { hrefTo } from "../../router/router.ts";

interface CallPanelProps {
  readonly id: string;
  /** The data from the list, if any. */
  readonly call: LiveCall | undefined;
  readonly onClose: () => void;
}

/** Details of one call, next to the list. */
export const CallPanel = ({ id, call, onClose }: CallPanelProps) => {
  const detail = useData<CallDetail>(`/calls/${part(id)}`);
  const known = detail.data ?? call;
  const panel = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening another call moves the focus
  useEffect(() => panel.current?.focus({ preventScroll: true }), [id]);

  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") onClose();
  };
  return (
    <aside className="call-panel" ref={panel} tabIndex={-1} aria-label="Call details" onKeyDown={press}>
      <div className="call-head">
        <h2 className="wraps">{known === undefined ? "Call" : brief(known.tool, 120)}</h2>
        <Button variant="quiet" small icon="cross" aria-label="Close" onClick={onClose} />
      </div>
      <div className="call-body">
        {known && <CallFacts call={known} />}
        <Loaded from={detail} lines={6}>
          {(data) => <CallContent call={data} />}
        </Loaded>
      </div>
    </aside>
  );
};

const CallFacts = ({ call }: { readonly call: LiveCall & Pick<CallDetail, "version"> }) => {
  const isOperator = useUser()?.operator ?? false;
  return (
    <>
      <div className="row">
        <StatusBadge status={call.outcome} />
        <span className="number">{duration(call.milliseconds)}</span>
        <span className="soft">{moment(call.at)}</span>
      </div>
      {call.message !== undefined && <p className="call-message wraps">{brief(call.message, 1_000)}</p>}
      <dl className="call-facts">
        <Fact label="Server">
          {brief(call.server)}
          {call.version !== undefined && <span className="soft"> version {brief(String(call.version))}</span>}
        </Fact>
        {isOperator && <Fact label="Tenant">{brief(call.tenant)}</Fact>}
        {call.key_id !== undefined && (
          <Fact label="Key">
            <code>{brief(call.key_id)}</code>
          </Fact>
        )}
        <Fact label="Session ID">
          <code>{brief(call.session_id)}</code>
          <span className="call-links">
            <a href={hrefTo("live", [call.id], { session: call.session_id })}>View calls</a>
            <a href={hrefTo("bookings", [], { session: call.session_id })}>View bookings</a>
          </span>
        </Fact>
        <Fact label="Correlation ID">
          <span className="call-correlation">
            <code>{brief(call.correlation_id)}</code>
            <CopyButton text={call.correlation_id} what="the correlation ID" />
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

const CallContent = ({ call }: { readonly call: CallDetail }) => {
  const isOperator = useUser()?.operator ?? false;
  return (
    <>
      <div className="row">
        <RunAgainLink call={call} />
        <Button
          small
          icon="download"
          onClick={() => saveFile(`call-${call.id.replace(/[^\w-]/g, "")}.json`, JSON.stringify(call, null, 2))}
        >
          Export
        </Button>
      </div>
      <Section title="Arguments" value={call.arguments}>
        <JsonView value={call.arguments} label="Arguments" />
      </Section>
      <Section title="Result" value={call.result}>
        {call.result === undefined ? (
          <p className="soft small">
            {call.cut
              ? "The result was too large to store."
              : "Not stored. Results are stored only while the Live page is open."}
          </p>
        ) : (
          <>
            {call.cut && <p className="soft small">Truncated: the result was too large to store in full.</p>}
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
  /** The value to copy. */
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

/** Opens the tool in Explore with the arguments of the call. Masked values are not filled in. */
const RunAgainLink = ({ call: { server, tool, arguments: args } }: { readonly call: CallDetail }) => (
  <a
    className="button"
    data-small=""
    href={hrefTo("explore", [server, tool])}
    onClick={() => isObject(args) && saveArguments(sessionStorage, server, tool, args)}
  >
    Run again in Explore
  </a>
);

const CallSteps = ({ call: { steps, milliseconds } }: { readonly call: CallDetail }) => (
  <ol className="steps" aria-label="Steps">
    {waterfall(steps, milliseconds).map(({ step, left, width }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: steps may repeat
      <li key={index} data-bad={step.error !== undefined || undefined}>
        <span className="step-name cut" title={brief(step.step, 200)}>
          {brief(step.step, 200)}
        </span>
        <span className="step-bar" aria-hidden="true">
          <span style={{ left: `${left * 100}%`, width: `${width * 100}%` }} />
        </span>
        <span className="number">{duration(step.milliseconds)}</span>
        {step.error !== undefined && <span className="step-error wraps">{brief(step.error, 1_000)}</span>}
      </li>
    ))}
  </ol>
);

interface CallLogProps {
  readonly call: CallDetail;
  readonly isOperator: boolean;
}

const CallLog = ({ call: { log }, isOperator }: CallLogProps) =>
  log.length === 0 ? (
    <p className="soft small">{isOperator ? "No log entries." : "Only operators can see the log."}</p>
  ) : (
    <ol className="log-lines" aria-label="Log">
      {log.map(({ at, level, event, facts }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries may repeat
        <li key={index}>
          <time dateTime={at}>{clockTime(at)}</time>
          <span className="log-level" data-level={level}>
            {brief(level, 20)}
          </span>
          <span className="wraps">{brief(event, 500)}</span>
          <JsonView value={facts} label={`Details of log entry ${brief(event, 80)}`} open={0} />
        </li>
      ))}
    </ol>
  );

type Step = CallDetail["steps"][number];

interface WaterfallBar {
  readonly step: Step;
  /** Fractions of the total time. */
  readonly left: number;
  readonly width: number;
}

/** Keeps steps that took no time visible. */
const MIN_WIDTH = 0.01;

export const waterfall = (steps: readonly Step[], milliseconds: number): readonly WaterfallBar[] => {
  const ends = steps.map((step) => step.started_ms + step.milliseconds);
  const whole = Math.max(milliseconds, ...ends, 0.001);
  return steps.map((step) => {
    const width = Math.max(MIN_WIDTH, step.milliseconds / whole);
    return { step, width, left: Math.max(0, Math.min(step.started_ms / whole, 1 - width)) };
  });
};
