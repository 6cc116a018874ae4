import { inFolder } from "./in-folder.ts";
import { measureCalls } from "./stdio/calls.ts";
import { prepareContestants } from "./stdio/contestants.ts";
import { measureMemory } from "./stdio/memory.ts";
import { measureStart } from "./stdio/start.ts";

const ROUNDS = 9;

/** searchFlights on stdio beside servers made with the SDK that answer the same bytes from a constant. */
export const stdio = inFolder(async (folder) => {
  const contestants = await prepareContestants(folder);
  return [
    "Calls, 32 in flight:",
    await measureCalls(contestants, ROUNDS),
    "From spawn to the first `tools/list` answer:",
    await measureStart(contestants),
    "Resident memory:",
    await measureMemory(contestants),
  ].join("\n\n");
});
