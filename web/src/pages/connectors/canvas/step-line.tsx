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
import type { StepName, TestRun } from "../responses.ts";
import {
  type Layout,
  layoutFor,
  preview,
  type Sample,
  STEPS,
  type StepInfo,
  sampleOf,
  stepAfterKey,
  stepIndex,
} from "./steps.ts";
import "./canvas.css";

interface StepLineProps {
  readonly answer: TestRun | undefined;
  readonly busy: StepName | undefined;
  readonly chosen: StepName;
  /** `isBelow`: the details are below the line and need scrolling. */
  readonly choose: (step: StepName, isBelow: boolean) => void;
  readonly run: (step: StepName) => void;
}

/** Space for the attribution of the graph library. */
const ATTRIBUTION_HEIGHT = 18;

/** The steps of one tool call as a connected line, with their input and output in the last run. */
export const StepLine = (props: StepLineProps) => {
  const box = useRef<HTMLDivElement>(null);
  const [canvasWidth, setRoom] = useState<number>();
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setRoom(element.clientWidth));
    watch.observe(element);
    setRoom(element.clientWidth);
    return () => watch.disconnect();
  }, []);
  const layout = layoutFor(canvasWidth ?? 1_000);
  return (
    <section
      ref={box}
      className="step-line"
      aria-label="Steps of the call. Use the arrow keys to move between steps."
      style={{ height: layout.vertical ? layout.length + ATTRIBUTION_HEIGHT : layout.height + ATTRIBUTION_HEIGHT }}
    >
      {canvasWidth !== undefined && (
        <ReactFlowProvider>
          <Line {...props} layout={layout} canvasWidth={canvasWidth} box={box} />
        </ReactFlowProvider>
      )}
    </section>
  );
};

interface LineProps extends StepLineProps {
  readonly layout: Layout;
  readonly canvasWidth: number;
  readonly box: { readonly current: HTMLDivElement | null };
}

const Line = ({ answer, busy, chosen, choose, run, layout, canvasWidth, box }: LineProps) => {
  const { setViewport, getViewport } = useReactFlow();
  const { vertical, width, height, gap, length } = layout;
  const overflows = !vertical && length > canvasWidth;

  /** Pans the line so that a step is visible. */
  const reveal = useCallback(
    (step: StepName) => {
      if (!overflows) return;
      const left = stepIndex(step) * (width + gap);
      const { x } = getViewport();
      const min = canvasWidth - (left + width) - 2;
      const next = Math.min(0, x + left < 0 ? -left : x > min ? min : x);
      if (next !== x) void setViewport({ x: next, y: 0, zoom: 1 });
    },
    [overflows, width, gap, canvasWidth, getViewport, setViewport],
  );
  useLayoutEffect(() => {
    void setViewport({ x: 0, y: 0, zoom: 1 });
    reveal(chosen);
  }, [setViewport, reveal, chosen]);

  const press = useCallback(
    (event: KeyboardEvent, step: StepName) => {
      const next = stepAfterKey(event.key, step);
      if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      box.current?.querySelector<HTMLElement>(`[data-step="${next}"]`)?.focus({ preventScroll: !vertical });
    },
    [box, vertical],
  );

  const nodes = useMemo(
    () =>
      STEPS.map((info, at): StepNodeType => {
        const { step } = info;
        const known = sampleOf(step, answer);
        const sample: Sample = busy !== undefined && at <= stepIndex(busy) ? { ...known, state: "busy" } : known;
        const along = at * ((vertical ? height : width) + gap) + 1;
        return {
          id: step,
          type: "step",
          width,
          height,
          position: vertical ? { x: 1, y: along } : { x: along, y: 1 },
          data: {
            info,
            sample,
            vertical,
            press,
            run,
            reveal,
            choose: () => choose(step, vertical),
            chosen: step === chosen,
            first: at === 0,
            last: at === STEPS.length - 1,
            idle: busy === undefined,
          },
        };
      }),
    [answer, busy, chosen, choose, press, run, reveal, vertical, width, height, gap],
  );
  const edges = useMemo(
    () =>
      STEPS.slice(1).map(({ step }, at): Edge => {
        const { state } = sampleOf(step, answer);
        const source = STEPS[at]?.step ?? "input";
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
      panOnDrag={overflows}
      panOnScroll={false}
      zoomOnScroll={false}
      zoomOnPinch={false}
      zoomOnDoubleClick={false}
      preventScrolling={false}
      translateExtent={[[0, 0], vertical ? [width + 2, length + 2] : [Math.max(length + 2, canvasWidth), height + 2]]}
      nodesDraggable={false}
      nodesConnectable={false}
      nodesFocusable={false}
      edgesFocusable={false}
      elementsSelectable={false}
      deleteKeyCode={null}
      selectionKeyCode={null}
      onNodeClick={({ target }, { id }) => {
        // Buttons inside a node have their own handlers.
        if (target instanceof Element && !target.closest("button")) choose(id as StepName, vertical);
      }}
    />
  );
};

interface StepNodeData extends Record<string, unknown> {
  readonly info: StepInfo;
  readonly sample: Sample;
  readonly chosen: boolean;
  readonly vertical: boolean;
  readonly first: boolean;
  readonly last: boolean;
  /** No run is in progress. */
  readonly idle: boolean;
  readonly choose: () => void;
  readonly press: (event: KeyboardEvent, step: StepName) => void;
  readonly run: (step: StepName) => void;
  readonly reveal: (step: StepName) => void;
}

type StepNodeType = Node<StepNodeData, "step">;

const STATES = { idle: "not run yet", busy: "running", ok: "OK", failed: "failed" } as const;

const StepNode = ({ data }: NodeProps<StepNodeType>) => {
  const { info, sample, chosen, vertical, first, last, idle, choose, press, run, reveal } = data;
  const { step, title } = info;
  return (
    <div
      className="step-node"
      data-vertical={vertical || undefined}
      data-state={sample.state}
      data-chosen={chosen || undefined}
    >
      {!first && <Handle type="target" position={vertical ? Position.Top : Position.Left} isConnectable={false} />}
      <button
        type="button"
        className="step-node-head nodrag nopan"
        data-step={step}
        aria-pressed={chosen}
        onClick={choose}
        onKeyDown={(event) => press(event, step)}
        onFocus={() => reveal(step)}
      >
        <span className="step-node-number">{stepIndex(step) + 1}</span>
        <span className="step-node-title">{title}</span>
        <span className="step-node-time">
          {sample.milliseconds === undefined ? STATES[sample.state] : <Duration ms={sample.milliseconds} />}
        </span>
        {sample.milliseconds !== undefined && <span className="unseen">{STATES[sample.state]}</span>}
      </button>
      <dl className="step-node-samples">
        <SampleLine name="in" value={sample.in} />
        {sample.error === undefined ? (
          <SampleLine name="out" value={sample.out} />
        ) : (
          <div className="step-node-error">
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
        onFocus={() => reveal(step)}
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

const NODE_TYPES = { step: StepNode };
