import { isJsonObject, type JsonObject } from "../../../../model/json.ts";

/** Places in one document, by JSON Pointer. Nothing is ever put in place of a reference: what goes round stays round. */
export interface References {
  /** The pointer of a local reference; undefined for one that leads elsewhere or nowhere. */
  pointerOf(reference: string): string | undefined;
  at(pointer: string): unknown;
  /** The object itself, or what its chain of references ends at. Undefined where that is nothing. */
  follow(value: unknown): Followed | undefined;
}

export interface Followed {
  readonly value: JsonObject;
  /** Of the last reference on the way; undefined when there was none. */
  readonly pointer: string | undefined;
}

const LONGEST_CHAIN = 20;

export const createReferences = (root: unknown): References => {
  const known = new Map<string, unknown>();
  const at = (pointer: string): unknown => {
    if (!known.has(pointer)) known.set(pointer, valueAt(root, pointer));
    return known.get(pointer);
  };
  const pointerOf = (reference: string): string | undefined => {
    const pointer = decoded(reference);
    return pointer !== undefined && at(pointer) !== undefined ? pointer : undefined;
  };
  return {
    pointerOf,
    at,
    follow(value) {
      let current = value;
      let pointer: string | undefined;
      for (let step = 0; step <= LONGEST_CHAIN; step++) {
        if (!isJsonObject(current)) return undefined;
        const reference = current["$ref"];
        if (typeof reference !== "string") return { value: current, pointer };
        pointer = pointerOf(reference);
        if (pointer === undefined) return undefined;
        current = at(pointer);
      }
      return undefined;
    },
  };
};

const decoded = (reference: string): string | undefined => {
  if (!reference.startsWith("#/")) return undefined;
  try {
    return decodeURIComponent(reference.slice(1));
  } catch {
    return undefined;
  }
};

const valueAt = (root: unknown, pointer: string): unknown => {
  let value = root;
  for (const part of pointer.slice(1).split("/").map(unescaped)) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
};

const unescaped = (part: string): string => part.replaceAll("~1", "/").replaceAll("~0", "~");

export const escapePointer = (part: string): string => part.replaceAll("~", "~0").replaceAll("/", "~1");

/** The name of what a pointer leads to. */
export const lastPart = (pointer: string): string => unescaped(pointer.slice(pointer.lastIndexOf("/") + 1));
