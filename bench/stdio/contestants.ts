import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { recordAnswer } from "../record-answer.ts";
import type { ServerCommand } from "../server-process.ts";

const root = join(import.meta.dirname, "../..");

/** The servers that are compared; all say the same bytes to the same search. */
export interface Contestants {
  readonly taxiwayMemory: ServerCommand;
  readonly taxiwayLmdb: ServerCommand;
  readonly sdkV2: ServerCommand;
  /** Without an output schema: the SDK then has nothing to check each answer against. */
  readonly sdkV2Unchecked: ServerCommand;
  readonly sdkV1: ServerCommand;
  readonly lineLoop: ServerCommand;
}

/** Puts what it writes into the folder. */
export const prepareContestants = async (folder: string): Promise<Contestants> => {
  const taxiway = (store: string): ServerCommand => ({
    args: [join(root, "dist/main.js")],
    env: { TAXIWAY_STORE: store, TAXIWAY_DATA_DIR: join(folder, "data") },
  });
  const recorded = join(folder, "answer.json");
  writeFileSync(recorded, JSON.stringify(await recordAnswer(taxiway("memory"))));
  const referee = (name: string, ...args: readonly string[]): ServerCommand => ({
    args: [join(root, `bench/servers/${name}.mjs`), recorded, ...args],
  });
  return {
    taxiwayMemory: taxiway("memory"),
    taxiwayLmdb: taxiway("lmdb"),
    sdkV2: referee("sdk-v2"),
    sdkV2Unchecked: referee("sdk-v2", "unchecked"),
    sdkV1: referee("sdk-v1"),
    lineLoop: referee("line-loop"),
  };
};
