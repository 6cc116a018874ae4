import { isJsonObject, type JsonObject } from "../../../../model/json.ts";

/** Resolves JSON Pointers in one document. References are never inlined, so circular ones stay circular. */
export interface References {
  /** Returns the pointer of a local reference, or undefined if it is external or broken. */
  pointerOf(reference: string): string | undefined;
  at(pointer: string): unknown;
  /** Follows a chain of references to an object; undefined if there is none. */
  follow(value: unknown): Followed | undefined;
}

interface Followed {
  readonly value: JsonObject;
  /** Pointer of the last reference in the chain; undefined if there was none. */
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

/** Returns the last segment of a pointer. */
export const lastPart = (pointer: string): string => unescaped(pointer.slice(pointer.lastIndexOf("/") + 1));

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
