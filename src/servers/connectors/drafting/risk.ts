import type { ConnectorTool, RequestStep } from "../connector.ts";

const RISKS: Readonly<Record<RequestStep["method"], ConnectorTool["risk"]>> = {
  GET: "read",
  HEAD: "read",
  POST: "write",
  PUT: "write",
  PATCH: "write",
  DELETE: "destructive",
};
const LOOKING = new Set(["search", "query"]);
/** Words for doing something: whoever has one in its name does not only look, whatever else the name says. */
const DOING = new Set([
  ...["add", "apply", "approve", "assign", "attach", "book", "buy", "cancel", "change", "charge", "clear", "close"],
  ...["confirm", "copy", "create", "delete", "disable", "edit", "enable", "exchange", "import", "insert", "invite"],
  ...["issue", "make", "merge", "modify", "move", "open", "patch", "pay", "place", "post", "publish", "purge", "put"],
  ...["record", "refund", "register", "reject", "release", "remove", "rename", "replace", "reserve", "reset", "save"],
  ...[
    "send",
    "set",
    "share",
    "sign",
    "start",
    "stop",
    "store",
    "submit",
    "transfer",
    "update",
    "upload",
    "void",
    "write",
  ],
]);

/** Words that only look: to list is to do something with a list unless it comes first. */
const lookingWord = (words: readonly string[]): string | undefined => {
  if (words.some((word) => DOING.has(word))) return undefined;
  return words[0] === "list" ? "list" : words.find((word) => LOOKING.has(word));
};

/** By the method; a POST that says by its name that it only looks is taken at its word, which is noted. */
export const riskOf = (
  method: RequestStep["method"],
  name: string,
  note: (sentence: string) => void,
): ConnectorTool["risk"] => {
  const word = method === "POST" ? lookingWord(name.split("_")) : undefined;
  if (word === undefined) return RISKS[method];
  note(
    `It is a POST, and taken for one that only reads because its name says "${word}": make sure that it changes nothing.`,
  );
  return "read";
};

const READS = /(?:^|_)(?:search|list|get|query|find|read|check|availability|show|lookup|status)(?:_|$)/;
const DELETES = /(?:^|_)(?:cancel|delete|remove|void)(?:_|$)/;

/** Of APIs that do everything by POST: what a call does is in its name alone. */
export const riskByName = (
  method: RequestStep["method"],
  name: string,
  note: (sentence: string) => void,
): ConnectorTool["risk"] => {
  if (method !== "POST") return RISKS[method];
  if (DELETES.test(name)) return "destructive";
  if (!READS.test(name) || name.split("_").some((word) => DOING.has(word))) return "write";
  note("It is taken for one that only reads because of its name: make sure that it changes nothing.");
  return "read";
};
