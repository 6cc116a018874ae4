import type { NewsChannel } from "./stores/worker-bus.ts";
import type { Snapshot } from "./telemetry/snapshot.ts";

/** The processes that share one port, as one of them sees the others. */
export interface Workers {
  readonly channel: NewsChannel;
  /** What to say when another worker asks how we are. */
  answer(report: () => Promise<WorkerReport>): void;
  /** Of all workers together; `own` stands for ourselves. */
  connections(own: Connections): Promise<Connections>;
  snapshots(own: Snapshot): Promise<readonly Snapshot[]>;
}

export interface Connections {
  readonly stdio: number;
  readonly http: number;
}

export interface WorkerReport {
  readonly connections: Connections;
  readonly snapshot: Snapshot;
}
