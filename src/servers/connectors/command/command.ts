import type { ParseArgsConfig } from "node:util";
import type { AdminRequest } from "../../../model/admin-route.ts";

/** One of `taxiway connector …`. */
export interface Command {
  /** After its name, for the usage. */
  readonly usage: string;
  readonly about: string;
  readonly options?: ParseArgsConfig["options"];
  /** How many words it takes beside options. */
  readonly words: readonly [least: number, most: number];
  run(words: readonly string[], options: Options, context: CommandContext): Promise<string>;
}

export type Options = Readonly<Record<string, string | boolean | undefined>>;

export interface CommandContext {
  /** Resolves to the body of a good answer; a bad one is thrown as the Failure it was. */
  ask(method: string, path: string, request?: Pick<AdminRequest, "body" | "query">): Promise<unknown>;
  readStdin(): Promise<string>;
}

/** Columns for a terminal; the last one is as wide as it likes. */
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
