import type { ParseArgsConfig } from "node:util";
import type { AdminRequest } from "../../../model/admin-route.ts";

/** A subcommand of `taxiway connector`. */
export interface Command {
  /** Arguments, for the usage line. */
  readonly usage: string;
  readonly about: string;
  readonly options?: ParseArgsConfig["options"];
  /** Allowed number of positional arguments. */
  readonly words: readonly [least: number, most: number];
  run(words: readonly string[], options: Options, context: CommandContext): Promise<string>;
}

export type Options = Readonly<Record<string, string | boolean | undefined>>;

export interface CommandContext {
  /** Calls the admin API. Resolves to the response body; throws an error response as a Failure. */
  ask(method: string, path: string, request?: Pick<AdminRequest, "body" | "query">): Promise<unknown>;
  readStdin(): Promise<string>;
}

/** Formats a table for a terminal; the last column is not truncated. */
export const table = (headings: readonly string[], rows: readonly (readonly string[])[]): string => {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return [headings, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
};
