import type { ConnectorTool, RequestStep } from "../connector.ts";

const RISKS: Readonly<Record<RequestStep["method"], ConnectorTool["risk"]>> = {
  GET: "read",
  HEAD: "read",
  POST: "write",
  PUT: "write",
  PATCH: "write",
  DELETE: "destructive",
};
const SEARCHES = new Set(["search", "query", "list"]);

/** By the method; a POST that says by its name that it only looks is taken at its word, which is noted. */
export const riskOf = (
  method: RequestStep["method"],
  name: string,
  note: (sentence: string) => void,
): ConnectorTool["risk"] => {
  const word = method === "POST" ? name.split("_").find((each) => SEARCHES.has(each)) : undefined;
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
  if (!READS.test(name)) return "write";
  note("It is taken for one that only reads because of its name: make sure that it changes nothing.");
  return "read";
};
