import type { AdminRequest } from "../../../model/admin-route.ts";

/** A subcommand of `taxiway connector`. */
export interface Command {
  /** Arguments, for the usage line. */
  readonly usage: string;
  readonly about: string;
  readonly options?: Readonly<Record<string, CommandOption>>;
  /** Allowed number of positional arguments. */
  readonly words: readonly [least: number, most: number];
  run(words: readonly string[], options: Options, context: CommandContext): Promise<string>;
}

/** An option as `parseArgs` takes it, with what the help says about it. */
export interface CommandOption {
  readonly type: "string" | "boolean";
  readonly multiple?: boolean;
  /** The value that it takes, in the help: `<name>`. */
  readonly value?: string;
  readonly about: string;
}

export type Options = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

export interface CommandContext {
  /** Calls the admin API. Resolves to the response body; throws an error response as a Failure. */
  ask(method: string, path: string, request?: Pick<AdminRequest, "body" | "query">): Promise<unknown>;
  readStdin(): Promise<string>;
}

/** Formats a table for a terminal, one line per row; the column `right` is right-aligned. */
export const table = (headings: readonly string[], rows: readonly (readonly string[])[], right = -1): string => {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return [headings, ...rows]
    .map((row) =>
      row
        .map((cell, column) =>
          column === right ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
};

/** A heading with lines below it, or nothing if there are none. */
export const listed = (heading: string, lines: readonly string[]): readonly string[] =>
  lines.length > 0 ? ["", heading, ...lines.map((line) => `  ${line}`)] : [];

export const connectorPath = (name: string, rest = ""): string => `/connectors/${encodeURIComponent(name)}${rest}`;
