import {
  type Edge,
  Handle,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from "@xyflow/react";
import { type KeyboardEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Duration } from "../../../components/values.tsx";
import { plain } from "../../../format/text.ts";
import type { StepName, TestAnswer } from "../answers.ts";
import {
  type Layout,
  layoutFor,
  movedStation,
  preview,
  type Sample,
  STATIONS,
  type Station,
  sampleOf,
  stationAt,
} from "./steps.ts";
import "./canvas.css";

interface StationLineProps {
  readonly answer: TestAnswer | undefined;
  readonly busy: StepName | undefined;
  readonly chosen: StepName;
  /** Far: what is shown of it is not beside it. */
  readonly choose: (step: StepName, far: boolean) => void;
  readonly run: (step: StepName) => void;
}

/** For the name of the library that draws the line. */
const ROOM_BELOW = 18;

/** The stations of one tool, connected: what each saw and made in the last run. */
export const StationLine = (props: StationLineProps) => {
  const box = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<number>();
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setRoom(element.clientWidth));
    watch.observe(element);
    setRoom(element.clientWidth);
    return () => watch.disconnect();
  }, []);
  const layout = layoutFor(room ?? 1_000);
  return (
    <section
      ref={box}
      className="station-line"
      aria-label="Stations of a call. Arrow keys lead from one to the next."
      style={{ height: layout.vertical ? layout.length + ROOM_BELOW : layout.height + ROOM_BELOW }}
    >
      {room !== undefined && (
        <ReactFlowProvider>
          <Line {...props} layout={layout} room={room} box={box} />
        </ReactFlowProvider>
      )}
    </section>
  );
};

interface LineProps extends StationLineProps {
  readonly layout: Layout;
  readonly room: number;
  readonly box: { readonly current: HTMLDivElement | null };
}

const Line = ({ answer, busy, chosen, choose, run, layout, room, box }: LineProps) => {
  const { setViewport, getViewport } = useReactFlow();
  const { vertical, width, height, gap, length } = layout;
  const tooLong = !vertical && length > room;

  /** Where there is no room for all, the line moves so that this one is in sight. */
  const seen = useCallback(
    (step: StepName) => {
      if (!tooLong) return;
      const left = stationAt(step) * (width + gap);
      const { x } = getViewport();
      const least = room - (left + width) - 2;
      const next = Math.min(0, x + left < 0 ? -left : x > least ? least : x);
      if (next !== x) void setViewport({ x: next, y: 0, zoom: 1 });
    },
    [tooLong, width, gap, room, getViewport, setViewport],
  );
  useLayoutEffect(() => {
    void setViewport({ x: 0, y: 0, zoom: 1 });
    seen(chosen);
  }, [setViewport, seen, chosen]);

  const press = useCallback(
    (event: KeyboardEvent, step: StepName) => {
      const next = movedStation(event.key, step);
      if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      box.current?.querySelector<HTMLElement>(`[data-step="${next}"]`)?.focus({ preventScroll: !vertical });
    },
    [box, vertical],
  );

  const nodes = useMemo(
    () =>
      STATIONS.map((station, at): StationNodeType => {
        const { step } = station;
        const known = sampleOf(step, answer);
        const sample: Sample = busy !== undefined && at <= stationAt(busy) ? { ...known, state: "busy" } : known;
        const along = at * ((vertical ? height : width) + gap) + 1;
        return {
          ...{ id: step, type: "station", width, height },
          position: vertical ? { x: 1, y: along } : { x: along, y: 1 },
          data: {
            ...{ station, sample, vertical, press, run, seen, choose: () => choose(step, vertical) },
            ...{ chosen: step === chosen, first: at === 0, last: at === STATIONS.length - 1, idle: busy === undefined },
          },
        };
      }),
    [answer, busy, chosen, choose, press, run, seen, vertical, width, height, gap],
  );
  const edges = useMemo(
    () =>
      STATIONS.slice(1).map(({ step }, at): Edge => {
        const { state } = sampleOf(step, answer);
        const source = STATIONS[at]?.step ?? "input";
        return { id: `${source}-${step}`, source, target: step, type: "straight", className: `edge-${state}` };
      }),
    [answer],
  );

  return (
    <ReactFlow
      nodes={nodes}
      edges={edges}
      nodeTypes={NODE_TYPES}
      minZoom={1}
      maxZoom={1}
      panOnDrag={tooLong}
      panOnScroll={false}
      zoomOnScroll={false}
      zoomOnPinch={false}
      zoomOnDoubleClick={false}
      preventScrolling={false}
      translateExtent={[[0, 0], vertical ? [width + 2, length + 2] : [Math.max(length + 2, room), height + 2]]}
      nodesDraggable={false}
      nodesConnectable={false}
      nodesFocusable={false}
      edgesFocusable={false}
      elementsSelectable={false}
      deleteKeyCode={null}
      selectionKeyCode={null}
      onNodeClick={({ target }, { id }) => {
        // Its buttons say what they do themselves.
        if (target instanceof Element && !target.closest("button")) choose(id as StepName, vertical);
      }}
    />
  );
};

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

const NODE_TYPES = { station: StationNode };
