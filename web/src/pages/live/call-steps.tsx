import type { CallDetail } from "../../../../src/console/contract.ts";
import { JsonView } from "../../components/json-view.tsx";
import { said } from "../../format/text.ts";
import { clockTime, duration } from "../../format/time.ts";
import { waterfall } from "./waterfall.ts";

export const CallSteps = ({ call: { steps, milliseconds } }: { readonly call: CallDetail }) => (
  <ol className="steps" aria-label="Steps">
    {waterfall(steps, milliseconds).map(({ step, left, width }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a step may be taken twice
      <li key={index} data-bad={step.error !== undefined || undefined}>
        <span className="step-name cut" title={said(step.step, 200)}>
          {said(step.step, 200)}
        </span>
        <span className="step-bar" aria-hidden="true">
          <span style={{ left: `${left * 100}%`, width: `${width * 100}%` }} />
        </span>
        <span className="number">{duration(step.milliseconds)}</span>
        {step.error !== undefined && <span className="step-error wraps">{said(step.error, 1_000)}</span>}
      </li>
    ))}
  </ol>
);

interface CallLogProps {
  readonly call: CallDetail;
  readonly isOperator: boolean;
}

export const CallLog = ({ call: { log }, isOperator }: CallLogProps) =>
  log.length === 0 ? (
    <p className="soft small">
      {isOperator ? "The log says nothing about it." : "The log is shown to whoever runs the server."}
    </p>
  ) : (
    <ol className="log-lines" aria-label="Log">
      {log.map(({ at, level, event, facts }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same may be logged twice
        <li key={index}>
          <time dateTime={at}>{clockTime(at)}</time>
          <span className="log-level" data-level={level}>
            {said(level, 20)}
          </span>
          <span className="wraps">{said(event, 500)}</span>
          <JsonView value={facts} label={`What the log says with ${said(event, 80)}`} open={0} />
        </li>
      ))}
    </ol>
  );
