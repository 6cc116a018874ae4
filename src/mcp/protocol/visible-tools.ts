import type { Caller } from "../../model/caller.ts";
import { allowsTool, type Grant } from "../../model/grant.ts";
import type { ServerDefinition } from "../tools/server-definition.ts";
import type { Tool } from "../tools/tool.ts";

/** The tools of a server as far as a caller may see them: what is not in its list cannot be called either. */
export interface VisibleTools {
  list(caller: Caller): readonly Tool[];
  has(tool: Tool, caller: Caller): boolean;
}

export const createVisibleTools = ({ name, scope = name, tools }: ServerDefinition): VisibleTools => {
  // By what a grant names, so that the pages of a list are written once for all keys of that kind.
  const narrowed = new WeakMap<readonly Tool[], Map<string, readonly Tool[]>>();

  /** A key that was made when a tool had another name goes on opening it. */
  const isAllowed = ({ name: own, aliases = [] }: Tool, grant: Grant): boolean =>
    [own, ...aliases].some((each) => allowsTool(grant, scope, each));

  const narrow = (all: readonly Tool[], grant: Grant): readonly Tool[] => {
    let lists = narrowed.get(all);
    if (lists === undefined) {
      lists = new Map();
      narrowed.set(all, lists);
    }
    const key = JSON.stringify(grant.tools);
    let list = lists.get(key);
    if (list === undefined) {
      list = all.filter((tool) => isAllowed(tool, grant));
      lists.set(key, list);
    }
    return list;
  };

  return {
    list({ grant }) {
      const all = tools.list();
      return grant?.tools === undefined ? all : narrow(all, grant);
    },
    has: (tool, { grant }) => grant?.tools === undefined || isAllowed(tool, grant),
  };
};
