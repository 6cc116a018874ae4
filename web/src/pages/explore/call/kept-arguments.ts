import { isObject } from "../../../components/schema-form/schema.ts";
import type { Arguments } from "./tool.ts";

/** A few megabytes are all that a browser keeps for one origin. */
const MOST_CHARACTERS = 50_000;

type Shelf = Pick<Storage, "getItem" | "setItem">;

const keyOf = (server: string, tool: string): string => `explore/${server}/${tool}`;

/** What was last filled in for a tool, in this window. */
export const keptArguments = (shelf: Shelf, server: string, tool: string): Arguments | undefined => {
  try {
    const value: unknown = JSON.parse(shelf.getItem(keyOf(server, tool)) ?? "null");
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** A shelf that is full or forbidden is no reason to stop. */
export const keepArguments = (shelf: Shelf, server: string, tool: string, value: Arguments): void => {
  const text = JSON.stringify(value);
  if (text.length > MOST_CHARACTERS) return;
  try {
    shelf.setItem(keyOf(server, tool), text);
  } catch {
    // Then the form begins anew next time.
  }
};
