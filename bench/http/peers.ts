import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { recordAnswer } from "../record-answer.ts";
import { type Era, searchCall, USUAL_SEARCH } from "../requests.ts";
import { ratio, typical } from "../rounds.ts";
import type { ServerCommand } from "../server-process.ts";
import { table } from "../table.ts";
import type { ToolResult } from "./answer-check.ts";
import { type Contestant, costTable, enter, type Measured, measure, oneByOne } from "./contestant.ts";
import { httpRequest } from "./http-request.ts";
import { openSession } from "./session.ts";
import { taxiwayHttp, taxiwayStdio } from "./taxiway.ts";

const ROUNDS = 7;
const SECONDS = 1.5;

interface Row {
  readonly name: string;
  readonly kind: "bare" | "taxiway" | "peer";
  readonly server: ServerCommand;
  readonly era: Era;
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
  const taxiway = (era: Era): Row => ({
    name: `Taxiway, ${era}`,
    kind: "taxiway",
    server: taxiwayHttp({ folder: join(folder, era) }),
    era,
  });
  return [
    { ...peer("bare node:http", "bare-http"), kind: "bare" },
    taxiway("legacy"),
    taxiway("modern"),
    peer("SDK v2 + node", "sdk-v2-http", "unchecked"),
    peer("SDK v1 + express", "sdk-v1-express", "unchecked"),
    peer("fastmcp", "fastmcp", "unchecked"),
    peer("SDK v2 + node, output schema", "sdk-v2-http"),
    peer("SDK v1 + express, output schema", "sdk-v1-express"),
    peer("fastmcp, output schema", "fastmcp"),
  ];
};

const enterRow = ({ name, kind, server, era }: Row, result: ToolResult): Promise<Contestant> =>
  enter(
    server,
    async (port) => {
      const sessionId = era === "legacy" && kind !== "bare" ? await openSession(port) : undefined;
      const call = searchCall(USUAL_SEARCH, era);
      return {
        name,
        requests: [httpRequest({ port, era, tool: "searchFlights", call, sessionId })],
        expected: { result },
      };
    },
    SECONDS,
  );

const goals = (rows: readonly Row[], measured: Measured): string => {
  const [bare = [], legacy = [], modern = []] = measured;
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
    ["goal, in calls/s", "at least", "measured", "met"],
    [
      goal("Taxiway legacy × bare", 0.75, ratio(legacy, bare, "callsPerSecond")),
      goal("Taxiway modern × bare", 0.6, ratio(modern, bare, "callsPerSecond")),
      goal("Taxiway legacy × the best of the others", 5, ratio(legacy, best, "callsPerSecond")),
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
