import type { Tool } from "./tool.ts";

/** The tools of one server. */
export interface ToolSet {
  /** Finds a tool by its name or an alias. */
  get(name: string): Tool | undefined;
  /** Finds a tool that another process may have just added. Only for names that `get` does not find. */
  seek?(name: string): Promise<Tool | undefined>;
  /** Lists the tools in order. Returns the same array until the set changes, so results derived from it can be cached. */
  list(): readonly Tool[];
  /** Calls the listener after every change. Returns a function that stops listening. */
  onChange(listener: () => void): () => void;
}

/** A set of tools that can be changed. */
export interface OwnToolSet extends ToolSet {
  /** Adds a tool at the end, or replaces the one of the same name. */
  add(tool: Tool): void;
  remove(name: string): boolean;
}

/** Claude rejects the whole server over a single other name. */
const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;

export const createToolSet = (tools: readonly Tool[]): OwnToolSet => {
  const byName = new Map<string, Tool>();
  const listeners = new Set<() => void>();
  let listed: readonly Tool[] | undefined;

  const put = (tool: Tool) => {
    if (!TOOL_NAME.test(tool.name)) {
      throw new Error(`Tool name "${tool.name}" must be 1 to 64 letters, digits, "_" or "-"`);
    }
    byName.set(tool.name, tool);
  };
  const aliased = (name: string): Tool | undefined => {
    for (const tool of byName.values()) if (tool.aliases?.includes(name)) return tool;
    return undefined;
  };
  const changed = () => {
    listed = undefined;
    for (const listener of listeners) listener();
  };

  for (const tool of tools) {
    if (byName.has(tool.name)) throw new Error(`Two tools are named "${tool.name}"`);
    put(tool);
  }

  return {
    get: (name) => byName.get(name) ?? aliased(name),
    list() {
      listed ??= [...byName.values()];
      return listed;
    },
    add(tool) {
      put(tool);
      changed();
    },
    remove(name) {
      const removed = byName.delete(name);
      if (removed) changed();
      return removed;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
};
