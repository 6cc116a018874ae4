import { type Call, differentSearch, type Era, opening, searchCall, USUAL_SEARCH, withId } from "../requests.ts";
import { inTurns, type Runner, ratio, typical } from "../rounds.ts";
import { type ServerCommand, type ServerProcess, startServer } from "../server-process.ts";
import { table } from "../table.ts";
import type { Servers } from "./servers.ts";

const IN_FLIGHT = 32;
const SECONDS = 0.5;
const CYCLE = 500;

interface Row {
  readonly name: string;
  readonly server: ServerCommand;
  readonly era: Era;
  /** Returns the search of a call by its number in the whole run. */
  readonly searches: (era: Era) => (index: number) => Call;
}

const sameSearch = (era: Era) => {
  const call = searchCall(USUAL_SEARCH, era);
  return () => call;
};
const cyclingSearches = (era: Era) => {
  const calls = Array.from({ length: CYCLE }, (_, index) => searchCall(differentSearch(index), era));
  return (index: number) => calls[index % CYCLE] as Call;
};
const newSearches = (era: Era) => (index: number) => searchCall(differentSearch(index), era);

const rowsOf = (servers: Servers): readonly Row[] => {
  const { taxiwayMemory, taxiwayLmdb, sdkV2, sdkV2Unchecked, sdkV1, lineLoop } = servers;
  const row = (name: string, server: ServerCommand, era: Era, searches: Row["searches"]): Row => ({
    name: `${name}, ${era}`,
    server,
    era,
    searches,
  });
  return [
    row("SDK v2, constant", sdkV2, "legacy", sameSearch),
    row("SDK v2, constant", sdkV2, "modern", sameSearch),
    row("SDK v2, constant, no output schema", sdkV2Unchecked, "legacy", sameSearch),
    row("SDK v1, constant", sdkV1, "legacy", sameSearch),
    row("Taxiway, memory, the same search", taxiwayMemory, "legacy", sameSearch),
    row("Taxiway, memory, the same search", taxiwayMemory, "modern", sameSearch),
    row("Taxiway, LMDB, the same search", taxiwayLmdb, "legacy", sameSearch),
    row(`Taxiway, memory, ${CYCLE} searches in turn`, taxiwayMemory, "legacy", cyclingSearches),
    row(`Taxiway, LMDB, ${CYCLE} searches in turn`, taxiwayLmdb, "legacy", cyclingSearches),
    row("Taxiway, memory, a new search each time", taxiwayMemory, "legacy", newSearches),
    row("Taxiway, LMDB, a new search each time", taxiwayLmdb, "legacy", newSearches),
    row("bare line loop, constant", lineLoop, "legacy", sameSearch),
  ];
};

interface Sample {
  readonly callsPerSecond: number;
  readonly cpuPerCall: number;
  readonly bytesPerCall: number;
}

interface Candidate extends Runner<Sample> {
  readonly name: string;
  readonly server: ServerProcess;
}

const startRunner = async ({ name, server: command, era, searches }: Row): Promise<Candidate> => {
  const server = startServer(command);
  await server.ask(opening[era].lines, opening[era].answers);
  const searchOf = searches(era);
  let made = 0;
  return {
    name,
    server,
    async sample() {
      const cpu = server.cpuSeconds();
      const request = (id: number) => withId(searchOf(made + id), id);
      const { calls, seconds, bytes } = await server.pump({ request, inFlight: IN_FLIGHT, seconds: SECONDS });
      made += calls;
      return {
        callsPerSecond: calls / seconds,
        cpuPerCall: (server.cpuSeconds() - cpu) / calls,
        bytesPerCall: bytes / calls,
      };
    },
  };
};

export const measureCalls = async (servers: Servers, rounds: number): Promise<string> => {
  const runners = await Promise.all(rowsOf(servers).map(startRunner));
  const measured = await inTurns(runners, rounds);
  await Promise.all(runners.map(({ server }) => server.end()));

  const baseline = measured[0] ?? [];
  return table(
    ["server", "calls/s", "× SDK v2", "CPU µs/call", "× SDK v2", "KB/answer"],
    runners.map(({ name }, index) => {
      const own = measured[index] ?? [];
      return [
        name,
        Math.round(typical(own, "callsPerSecond")).toString(),
        ratio(own, baseline, "callsPerSecond").toFixed(2),
        (typical(own, "cpuPerCall") * 1e6).toFixed(0),
        ratio(own, baseline, "cpuPerCall").toFixed(2),
        (typical(own, "bytesPerCall") / 1024).toFixed(1),
      ];
    }),
  );
};
