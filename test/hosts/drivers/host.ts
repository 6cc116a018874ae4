/** How a host reaches Taxiway. */
export type Connection =
  | { readonly url: string }
  | { readonly command: string; readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> };

/** The surroundings of a host's run. */
interface Surroundings {
  /** The folder of the installed packages. */
  readonly installed: string;
  /** An empty folder, also the working directory. */
  readonly home: string;
  /** The URL of the stand-in model. */
  readonly modelUrl: string;
  readonly taxiway: Connection;
}

interface Invocation {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Files written before the start, by path in the home folder. */
  readonly files: Readonly<Record<string, string>>;
}

export interface Host {
  readonly name: string;
  /** The folder whose lock file names its package. */
  readonly folder: "test/hosts" | "test/release/clients";
  /** Whether the model reads the text or the structured content of a result. */
  readonly shows: readonly ("structured" | "text")[];
  /** Whether it rejects invalid arguments by itself, so that the model does not read Taxiway's hint. */
  readonly checksArguments?: true;
  invoke(surroundings: Surroundings): Invocation;
}

export const PROMPT = "Book a flight from New York to London";
export const PLATFORM = `${process.platform}-${process.arch}`;
