import { readFileSync } from "node:fs";
import { resolve } from "node:path";

export interface DocumentedClient {
  readonly name: string;
  readonly packageName: string;
  readonly version: string;
  /** Whether the client connects over HTTP. */
  readonly protocol: string;
}

const PAGE = resolve(import.meta.dirname, "../../docs/clients.md");

/** The rows of docs/clients.md that name a package. */
export const documentedClients = (): readonly DocumentedClient[] =>
  [...readFileSync(PAGE, "utf8").matchAll(/^\| (.+?) \| `(.+?)` \| (\S+) \| (\S+) \|/gm)].map(
    ([, name = "", packageName = "", version = "", protocol = ""]) => ({ name, packageName, version, protocol }),
  );

/** Finds a row by name or package. */
export const documentedClient = (sought: string): DocumentedClient => {
  const found = documentedClients().find(({ name, packageName }) => name === sought || packageName === sought);
  if (!found) throw new Error(`docs/clients.md has no row for ${sought}`);
  return found;
};
