import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { recordAnswer } from "../record-answer.ts";
import { differentSearch, type Era, searchCall, USUAL_SEARCH } from "../requests.ts";
import { ratio, typical } from "../rounds.ts";
import type { ServerCommand } from "../server-process.ts";
import { table } from "../table.ts";
import type { ToolResult } from "./answer-check.ts";
import { ANY_RESULT, type Contestant, costTable, enter, type Measured, measure, oneByOne } from "./contestant.ts";
import { httpRequest } from "./http-request.ts";
import { openSession } from "./session.ts";
import { taxiwayHttp, taxiwayStdio } from "./taxiway.ts";

/** With BENCH_BEFORE=<dist/main.js of another build>, that build is a row of its own. */
const before = process.env["BENCH_BEFORE"];
const ROUNDS = 7;
const SECONDS = 1.5;

interface Row {
  readonly name: string;
  readonly kind: "bare" | "taxiway" | "peer";
  readonly server: ServerCommand;
  readonly era: Era;
  /** Searches that were never made before, in place of the same one. */
  readonly isNew?: true;
}

/**
 * The others are at their best: JSON answers, no log, one session. Without an output schema they check no answer, as
 * Taxiway does not; with one they are as most people would write them.
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
    ...(before === undefined ? [] : [{ ...taxiway("legacy", { program: before }), name: "Taxiway, legacy, before" }]),
  ];
};

/** Far more than answers are remembered. */
const NEW_SEARCHES = 20_000;

const enterRow = ({ name, kind, server, era, isNew }: Row, result: ToolResult): Promise<Contestant> =>
  enter(
    server,
    async (port) => {
      const sessionId = era === "legacy" && kind !== "bare" ? await openSession(port) : undefined;
      const searches = isNew ? Array.from({ length: NEW_SEARCHES }, (_, i) => differentSearch(i)) : [USUAL_SEARCH];
      return {
        name,
        requests: searches.map((search) =>
          httpRequest({ port, era, tool: "searchFlights", call: searchCall(search, era), sessionId }),
        ),
        expected: isNew ? ANY_RESULT : { result },
      };
    },
    SECONDS,
  );

const goals = (rows: readonly Row[], measured: Measured): string => {
  const [bare = [], legacy = [], modern = [], fresh = [], sdk = []] = measured;
  const best = measured
    .filter((_, index) => rows[index]?.kind === "peer")
    .reduce((a, b) => (typical(a, "callsPerSecond") >= typical(b, "callsPerSecond") ? a : b));
  const goal = (name: string, least: number, reached: number) => [
    name,
    least.toFixed(2),
    reached.toFixed(2),
    reached >= least ? "yes" : "no",
  ];
  return table(
    ["goal", "at least", "measured", "met"],
    [
      goal("calls/s, Taxiway legacy × bare", 0.55, ratio(legacy, bare, "callsPerSecond")),
      goal("calls/s, Taxiway modern × bare", 0.55, ratio(modern, bare, "callsPerSecond")),
      goal("calls/s, Taxiway legacy × the best of the others", 5, ratio(legacy, best, "callsPerSecond")),
      goal("CPU, SDK v2 × Taxiway legacy", 6, ratio(sdk, legacy, "cpuPerCall")),
      goal("CPU, SDK v2 × Taxiway, new searches", 1 / 1.6, ratio(sdk, fresh, "cpuPerCall")),
      ...(before === undefined
        ? []
        : [goal("CPU, before × now", 0.95, ratio(measured.at(-1) ?? [], legacy, "cpuPerCall"))]),
    ],
  );
};

/** The same search, answered with the same bytes by everybody. */
export const peers = async (folder: string): Promise<string> => {
  const recorded = join(folder, "answer.json");
  const result = await recordAnswer(taxiwayStdio(folder));
  writeFileSync(recorded, JSON.stringify(result));

  const rows = rowsOf(folder, recorded);
  const contestants = await oneByOne(rows, (row) => enterRow(row, result));
  const measured = await measure(contestants, ROUNDS);
  const names = rows.map(({ name }) => name);
  return [
    "The same search over and over, 64 connections:",
    costTable(names, measured, { name: "bare", row: () => 0 }),
    goals(rows, measured),
  ].join("\n\n");
};
