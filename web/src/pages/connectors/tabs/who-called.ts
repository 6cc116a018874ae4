import { said } from "../../../format/text.ts";
import type { Invocation } from "../answers.ts";

/** Those who need no key have names of the server's own. */
const WITHOUT_KEY: Readonly<Record<string, string>> = {
  ...{ "admin-token": "admin token", "command-line": "command line", stdio: "stdio" },
};
const KEY_ID = /^[0-9A-Za-z]{8}$/;
const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** A key as it stands on the page of keys; where there are none, the session as Live has it. */
export const whoCalled = ({ key_id = "none", who }: Pick<Invocation, "key_id" | "who">): string => {
  if (key_id === "none") return who === undefined ? "–" : said(ID.test(who) ? who.slice(0, 8) : who, 40);
  if (Object.hasOwn(WITHOUT_KEY, key_id)) return WITHOUT_KEY[key_id] ?? key_id;
  return KEY_ID.test(key_id) ? `twk_${key_id}_…` : said(key_id, 40);
};
