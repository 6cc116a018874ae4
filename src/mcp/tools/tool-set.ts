import type { Tool } from "./tool.ts";

/** The tools of one server. */
export interface ToolSet {
  /** By its name or an alias. */
  get(name: string): Tool | undefined;
  /** Looks further, where others may have just added one. Only for a name that `get` does not know. */
  seek?(name: string): Promise<Tool | undefined>;
  /** In the order a client lists them. A new array whenever the set has changed: what is made from one can be kept. */
  list(): readonly Tool[];
  /** Called after changes; returns what ends it. */
  onChange(listener: () => void): () => void;
}

/** Tools that are put in one by one. */
export interface OwnToolSet extends ToolSet {
  /** Adds a tool at the end, or puts it in the place of the one with its name. */
  add(tool: Tool): void;
  remove(name: string): boolean;
}

/** Claude refuses a whole server over one name outside this. */
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
