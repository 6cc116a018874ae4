import type { ScenarioFile } from "./scenario-schema.ts";

/** A scenario that was read and checked. Two scenarios with the same digest are the same. */
export interface Scenario extends ScenarioFile {
  /** SHA-256 of the parsed file. */
  readonly digest: string;
}
