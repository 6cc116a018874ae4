import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keys } from "./connectors/keys.ts";
import { many } from "./connectors/many.ts";
import { overhead } from "./connectors/overhead.ts";
import { peers } from "./connectors/peers.ts";

const inFolder = (part: (folder: string) => Promise<string>) => async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), "taxiway-bench-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  try {
    return await part(folder);
  } finally {
    process.off("exit", remove);
    remove();
  }
};

/** Connectors: beside the API itself and beside a peer, with keys, and a thousand of them. */
export const connectorParts = {
  overhead: inFolder(overhead),
  peers: inFolder(peers),
  keys: inFolder(keys),
  many: inFolder(many),
};
