import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { differentSearch, type Era, searchCall, USUAL_SEARCH } from "../requests.ts";
import { ratio, typical } from "../rounds.ts";
import type { ServerCommand } from "../server-process.ts";
import { table } from "../table.ts";
import { recordAnswer, taxiwayHttp, taxiwayStdio } from "../taxiway.ts";
import type { ToolResult } from "./answer-check.ts";
import {
  ANY_RESULT,
  type Candidate,
  costTable,
  inSequence,
  type Measured,
  measure,
  startCandidate,
} from "./candidate.ts";
import { httpRequest } from "./http-request.ts";
import { openSession } from "./session.ts";

/** BENCH_BEFORE=<dist/main.js of another build> adds a row for that build. */
const before = process.env["BENCH_BEFORE"];
const BEFORE = "Taxiway, legacy, before";
const ROUNDS = 7;
const SECONDS = 1.5;

interface Row {
  readonly name: string;
  readonly kind: "bare" | "taxiway" | "peer";
  readonly server: ServerCommand;
  readonly era: Era;
  /** Sends different searches instead of the same one. */
  readonly isNew?: true;
}

/**
 * The peers have their fastest configuration: JSON answers, no log, one session. Without an output schema they do not
 * validate answers, like Taxiway; with one they are as in their guides.
 */
const rowsOf = (folder: string, recorded: string): readonly Row[] => {
  const peer = (name: string, program: string, ...options: readonly string[]): Row => ({
    name: `${name}, constant`,
    kind: "peer",
    server: { args: [join(import.meta.dirname, `../servers/${program}.mjs`), recorded, ...options] },
    era: "legacy",
  });
  const taxiway = (era: Era, build: { readonly program?: string } = {}): Row => ({
    name: `Taxiway, ${era}`,
    kind: "taxiway",
    server: taxiwayHttp({ folder: join(folder, `${era}${build.program ? " before" : ""}`), ...build }),
    era,
  });
  return [
    { ...peer("bare node:http", "bare-http"), kind: "bare" },
    taxiway("legacy"),
    taxiway("modern"),
    { ...taxiway("legacy"), name: "Taxiway, legacy, new searches", isNew: true },
    peer("SDK v2 + node", "sdk-v2-http", "unchecked"),
    peer("SDK v1 + express", "sdk-v1-express", "unchecked"),
    peer("fastmcp", "fastmcp", "unchecked"),
    peer("SDK v2 + node, output schema", "sdk-v2-http"),
    peer("SDK v1 + express, output schema", "sdk-v1-express"),
    peer("fastmcp, output schema", "fastmcp"),
    ...(before === undefined ? [] : [{ ...taxiway("legacy", { program: before }), name: BEFORE }]),
  ];
};

/** Far more than Taxiway caches. */
const NEW_SEARCHES = 20_000;

const startRow = ({ name, kind, server, era, isNew }: Row, result: ToolResult): Promise<Candidate> =>
  startCandidate(
    server,
    async (port) => {
      const sessionId = era === "legacy" && kind !== "bare" ? await openSession(port) : undefined;
      const searches = isNew ? Array.from({ length: NEW_SEARCHES }, (_, i) => differentSearch(i)) : [USUAL_SEARCH];
      return {
        name,
        requests: searches.map((search) =>
          httpRequest({ port, era, tool: "searchFlights", call: searchCall(search, era), sessionId }),
        ),
        // Another build may have another world.
        expected: isNew || name === BEFORE ? ANY_RESULT : { result },
      };
    },
    SECONDS,
  );

const goals = (rows: readonly Row[], measured: Measured): string => {
  const [bare = [], legacy = [], modern = [], newSearches = [], sdk = []] = measured;
  const best = measured
    .filter((_, index) => rows[index]?.kind === "peer")
    .reduce((a, b) => (typical(a, "callsPerSecond") >= typical(b, "callsPerSecond") ? a : b));
  const goal = (name: string, minimum: number, reached: number) => [
    name,
    minimum.toFixed(2),
    reached.toFixed(2),
    reached >= minimum ? "yes" : "no",
  ];
  return table(
    ["goal", "at least", "measured", "met"],
    [
      goal("calls/s, Taxiway legacy × bare", 0.55, ratio(legacy, bare, "callsPerSecond")),
      goal("calls/s, Taxiway modern × bare", 0.55, ratio(modern, bare, "callsPerSecond")),
      goal("calls/s, Taxiway legacy × the best of the others", 5, ratio(legacy, best, "callsPerSecond")),
      goal("CPU, SDK v2 × Taxiway legacy", 6, ratio(sdk, legacy, "cpuPerCall")),
      goal("CPU, SDK v2 × Taxiway, new searches", 1 / 1.6, ratio(sdk, newSearches, "cpuPerCall")),
      ...(before === undefined
        ? []
        : [goal("CPU, before × now", 0.95, ratio(measured.at(-1) ?? [], legacy, "cpuPerCall"))]),
    ],
  );
};

/** Compares servers that answer the same search with the same bytes. */
export const peers = async (folder: string): Promise<string> => {
  const recorded = join(folder, "answer.json");
  const result = await recordAnswer(taxiwayStdio(folder));
  writeFileSync(recorded, JSON.stringify(result));

  const rows = rowsOf(folder, recorded);
  const candidates = await inSequence(rows, (row) => startRow(row, result));
  const measured = await measure(candidates, ROUNDS);
  const names = rows.map(({ name }) => name);
  return [
    "The same search over and over, 64 connections:",
    costTable(names, measured, { name: "bare", row: () => 0 }),
    goals(rows, measured),
  ].join("\n\n");
};
