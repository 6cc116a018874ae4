import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ServerCommand } from "../server-process.ts";
import { recordAnswer, taxiwayStdio } from "../taxiway.ts";

/** The servers that are compared. All return the same bytes for the same search. */
export interface Servers {
  readonly taxiwayMemory: ServerCommand;
  readonly taxiwayLmdb: ServerCommand;
  readonly sdkV2: ServerCommand;
  /** Without an output schema, so that the SDK does not validate answers. */
  readonly sdkV2Unchecked: ServerCommand;
  readonly sdkV1: ServerCommand;
  readonly lineLoop: ServerCommand;
}

/** Writes the recorded answer and the stores into the folder. */
export const prepareServers = async (folder: string): Promise<Servers> => {
  const data = join(folder, "data");
  const taxiwayMemory = taxiwayStdio(data, "memory");
  const recorded = join(folder, "answer.json");
  writeFileSync(recorded, JSON.stringify(await recordAnswer(taxiwayMemory)));
  const peer = (name: string, ...args: readonly string[]): ServerCommand => ({
    args: [join(import.meta.dirname, `../servers/${name}.mjs`), recorded, ...args],
  });
  return {
    taxiwayMemory,
    taxiwayLmdb: taxiwayStdio(data, "lmdb"),
    sdkV2: peer("sdk-v2"),
    sdkV2Unchecked: peer("sdk-v2", "unchecked"),
    sdkV1: peer("sdk-v1"),
    lineLoop: peer("line-loop"),
  };
};
