import { measureCalls } from "./stdio/calls.ts";
import { measureMemory } from "./stdio/memory.ts";
import { prepareServers } from "./stdio/servers.ts";
import { measureStart } from "./stdio/start.ts";

const ROUNDS = 9;

/** Compares searchFlights on stdio with SDK servers that return the same answer as a constant. */
export const stdio = async (folder: string): Promise<string> => {
  const servers = await prepareServers(folder);
  return [
    "Calls, 32 in flight:",
    await measureCalls(servers, ROUNDS),
    "From spawn to the first `tools/list` answer:",
    await measureStart(servers),
    "Resident memory:",
    await measureMemory(servers),
  ].join("\n\n");
};
