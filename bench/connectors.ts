import { keys } from "./connectors/keys.ts";
import { many } from "./connectors/many.ts";
import { overhead } from "./connectors/overhead.ts";
import { peers } from "./connectors/peers.ts";
import { inFolder } from "./in-folder.ts";

/** Connectors: beside the API itself and beside a peer, with keys, and a thousand of them. */
export const connectorParts = {
  overhead: inFolder(overhead),
  peers: inFolder(peers),
  keys: inFolder(keys),
  many: inFolder(many),
};
