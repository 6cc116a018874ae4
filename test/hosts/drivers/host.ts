/** How a host reaches Taxiway. */
export type Connection =
  | { readonly url: string }
  | { readonly command: string; readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> };

/** What a run of a host has around it. */
export interface Surroundings {
  /** The folder of the installed packages. */
  readonly installed: string;
  /** An empty folder, also the working directory. */
  readonly home: string;
  /** Where the stand-in model answers. */
  readonly modelUrl: string;
  readonly taxiway: Connection;
}

export interface Invocation {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Written before the start, by their path in the home folder. */
  readonly files: Readonly<Record<string, string>>;
}

export interface Host {
  readonly name: string;
  /** The folder whose lock names its package. */
  readonly folder: "test/hosts" | "test/release/clients";
  /** Which halves of a result the model reads. */
  readonly shows: readonly ("structured" | "text")[];
  /** Refuses arguments that do not fit the schema by itself, so that the model does not read Taxiway's hint. */
  readonly checksArguments?: true;
  invoke(surroundings: Surroundings): Invocation;
}

export const PROMPT = "Book a flight from New York to London";
export const PLATFORM = `${process.platform}-${process.arch}`;
