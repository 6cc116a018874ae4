import { Handle, type Node, type NodeProps, Position } from "@xyflow/react";
import type { KeyboardEvent } from "react";
import { Button } from "../../../components/button.tsx";
import { Duration } from "../../../components/quantities.tsx";
import { plain } from "../../../format/text.ts";
import type { StepName } from "../answers.ts";
import { preview, type Sample, type Station, stationAt } from "./stations.ts";

export interface StationData extends Record<string, unknown> {
  readonly station: Station;
  readonly sample: Sample;
  readonly chosen: boolean;
  readonly vertical: boolean;
  readonly first: boolean;
  readonly last: boolean;
  /** Nothing else runs. */
  readonly idle: boolean;
  readonly choose: () => void;
  readonly press: (event: KeyboardEvent, step: StepName) => void;
  readonly run: (step: StepName) => void;
  readonly seen: (step: StepName) => void;
}

export type StationNodeType = Node<StationData, "station">;

const STATES = { idle: "not run yet", busy: "running", ok: "went well", failed: "failed" } as const;

export const StationNode = ({ data }: NodeProps<StationNodeType>) => {
  const { station, sample, chosen, vertical, first, last, idle, choose, press, run, seen } = data;
  const { step, title } = station;
  return (
    <div
      className="station"
      data-vertical={vertical || undefined}
      data-state={sample.state}
      data-chosen={chosen || undefined}
    >
      {!first && <Handle type="target" position={vertical ? Position.Top : Position.Left} isConnectable={false} />}
      <button
        type="button"
        className="station-head nodrag nopan"
        data-step={step}
        aria-pressed={chosen}
        onClick={choose}
        onKeyDown={(event) => press(event, step)}
        onFocus={() => seen(step)}
      >
        <span className="station-number">{stationAt(step) + 1}</span>
        <span className="station-title">{title}</span>
        <span className="station-time">
          {sample.milliseconds === undefined ? STATES[sample.state] : <Duration ms={sample.milliseconds} />}
        </span>
        {sample.milliseconds !== undefined && <span className="unseen">{STATES[sample.state]}</span>}
      </button>
      <dl className="station-samples">
        <SampleLine name="in" value={sample.in} />
        {sample.error === undefined ? (
          <SampleLine name="out" value={sample.out} />
        ) : (
          <div className="station-error">
            <dt>error</dt>
            <dd title={plain(sample.error)}>{plain(sample.error)}</dd>
          </div>
        )}
      </dl>
      <Button
        small
        className="nodrag nopan"
        icon="play"
        busy={sample.state === "busy"}
        disabled={!idle}
        onClick={() => run(step)}
        onFocus={() => seen(step)}
      >
        Run to here
        <span className="unseen"> ({title})</span>
      </Button>
      {!last && <Handle type="source" position={vertical ? Position.Bottom : Position.Right} isConnectable={false} />}
    </div>
  );
};

const SampleLine = ({ name, value }: { readonly name: string; readonly value: unknown }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value === undefined ? "–" : preview(value)}</dd>
  </div>
);
