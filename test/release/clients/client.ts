import { randomUUID } from "node:crypto";

// biome-ignore lint/suspicious/noExplicitAny: the packages are not installed where this is type-checked
export type Load = (specifier: string) => Promise<any>;

/** Where a client finds Taxiway: over HTTP, and the file to start on stdio. */
interface Place {
  readonly url: string;
  readonly main: string;
  /** The file behind a command of an installed package. */
  commandFile(packageName: string, path: string): string;
}

export interface Client {
  /** Names as the client shows them, some with a prefix. */
  readonly names: readonly string[];
  /** Everything of a result that an agent is given, as text. */
  call(tool: string, input: object): Promise<string>;
  close(): Promise<void>;
}

/** For clients that open a session per call: what they book belongs together by the URL. */
export const withSession = (url: string): string => `${url}?session=${randomUUID()}`;

export type Connect = (load: Load, place: Place) => Promise<Client>;

// biome-ignore lint/suspicious/noExplicitAny: as above
type Tool = any;

/** For libraries that make one object per tool. */
export const clientOf = (
  tools: readonly Tool[],
  nameOf: (tool: Tool) => string,
  call: (tool: Tool, input: object) => unknown,
  close: () => unknown = () => undefined,
): Client => ({
  names: tools.map(nameOf),
  async call(name, input) {
    const found = tools.find((tool) => nameOf(tool).endsWith(name));
    const result = await call(found, input);
    return typeof result === "string" ? result : JSON.stringify(result);
  },
  async close() {
    await close();
  },
});
