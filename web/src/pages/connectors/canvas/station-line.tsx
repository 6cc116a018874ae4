import { type Edge, ReactFlow, ReactFlowProvider, useReactFlow } from "@xyflow/react";
import { type KeyboardEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { StepName, TestAnswer } from "../answers.ts";
import { StationNode, type StationNodeType } from "./station-node.tsx";
import { type Layout, layoutFor, movedStation, type Sample, STATIONS, sampleOf, stationAt } from "./stations.ts";
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
const NODE_TYPES = { station: StationNode };

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
