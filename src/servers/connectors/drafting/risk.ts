import type { ConnectorTool, RequestStep } from "../connector.ts";
import type { Note } from "./draft.ts";

const RISKS: Readonly<Record<RequestStep["method"], ConnectorTool["risk"]>> = {
  GET: "read",
  HEAD: "read",
  POST: "write",
  PUT: "write",
  PATCH: "write",
  DELETE: "destructive",
};
const READ_VERBS = new Set(["search", "query"]);
/** Verbs that change something; one of them outweighs any read verb in a name. */
const WRITE_VERBS = new Set(
  (
    "add apply approve assign attach book buy cancel change charge clear close confirm copy create delete disable " +
    "edit enable exchange import insert invite issue make merge modify move open patch pay place post publish " +
    "purge put record refund register reject release remove rename replace reserve reset save send set share sign " +
    "start stop store submit transfer update upload void write"
  ).split(" "),
);

/** Returns the read verb in a name; "list" counts only as the first word. */
const readVerb = (words: readonly string[]): string | undefined => {
  if (words.some((word) => WRITE_VERBS.has(word))) return undefined;
  return words[0] === "list" ? "list" : words.find((word) => READ_VERBS.has(word));
};

/** Rates the risk by the method. A POST whose name says it only reads is rated "read", with a note. */
export const riskOf = (method: RequestStep["method"], name: string, note: Note): ConnectorTool["risk"] => {
  const word = method === "POST" ? readVerb(name.split("_")) : undefined;
  if (word === undefined) return RISKS[method];
  note(`It is a POST, rated read-only because its name says "${word}": verify that it changes nothing.`);
  return "read";
};

const READS = /(?:^|_)(?:search|list|get|query|find|read|check|availability|show|lookup|status)(?:_|$)/;
const DELETES = /(?:^|_)(?:cancel|delete|remove|void)(?:_|$)/;

/** Rates the risk by name, for APIs that use POST for everything. */
export const riskByName = (method: RequestStep["method"], name: string, note: Note): ConnectorTool["risk"] => {
  if (method !== "POST") return RISKS[method];
  if (DELETES.test(name)) return "destructive";
  if (!READS.test(name) || name.split("_").some((word) => WRITE_VERBS.has(word))) return "write";
  note("It is rated read-only because of its name: verify that it changes nothing.");
  return "read";
};
