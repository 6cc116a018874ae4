import { posix } from "node:path";
import { shortened } from "../../../../mcp/tools/input-problem.ts";
import { isJsonObject, type JsonObject } from "../../../../model/json.ts";
import { type DocumentLimits, readDocument } from "../../read-document.ts";
import type { Note } from "../draft.ts";
import { escapePointer } from "./references.ts";

/** Key under which the merged document holds the other files. */
const BUNDLE_KEY = "x-bundled-files";
const MOST_FILES = 5_000;

interface BundleOptions {
  /** Reads another file of the bundle by its path relative to the document's folder. Default: no other files. */
  readonly fetch?: ((path: string) => Promise<string>) | undefined;
  readonly limits: DocumentLimits;
  note(sentence: string): void;
}

/**
 * Merges the files that a document references by relative paths into one document. References to other hosts, absolute
 * paths or paths outside the folder are never followed.
 */
export const bundle = async (document: JsonObject, options: BundleOptions): Promise<JsonObject> => {
  const { fetch, limits, note } = options;
  const { [BUNDLE_KEY]: _, ...root } = document;
  const files = new Map<string, unknown>();
  let values = 0;
  let bytes = 0;

  const load = async (file: string): Promise<void> => {
    if (fetch === undefined) return;
    if (files.size >= MOST_FILES) return note(`Only the first ${MOST_FILES} files of the bundle were read.`);
    files.set(file, undefined);
    try {
      const text = await fetch(file);
      bytes += text.length;
      if (bytes > limits.mostBytes) throw new Error("the files are too large in total.");
      const { value } = await readDocument(text, { ...limits, name: `The file ${file}`, field: file });
      files.set(file, await rewritten(value, file));
    } catch (error) {
      note(
        `${shortened(file)} could not be read: ${error instanceof Error ? error.message.slice(0, 200) : "unknown error"}`,
      );
    }
  };

  const target = async (reference: string, from: string): Promise<string> => {
    const [address = "", fragment = ""] = reference.split("#", 2);
    if (address === "") return from === "" ? reference : `#/${BUNDLE_KEY}/${encodeSegment(from)}${fragment}`;
    const file = relativeFile(address, from);
    if (file === undefined || fetch === undefined) {
      note(`An external reference was not followed: ${shortened(reference)}`);
      return reference;
    }
    if (!files.has(file)) await load(file);
    return `#/${BUNDLE_KEY}/${encodeSegment(file)}${fragment}`;
  };

  /** Copies a value, with every followed reference made local. */
  const rewritten = async (value: unknown, from: string): Promise<unknown> => {
    if (++values > limits.mostValues) throw new Error("the files are too large in total.");
    if (Array.isArray(value)) {
      const copy: unknown[] = [];
      for (const entry of value) copy.push(await rewritten(entry, from));
      return copy;
    }
    if (!isJsonObject(value)) return value;
    const copy: [string, unknown][] = [];
    for (const [name, part] of Object.entries(value)) {
      const isReference = name === "$ref" && typeof part === "string";
      copy.push([name, isReference ? await target(part, from) : await rewritten(part, from)]);
    }
    return Object.fromEntries(copy);
  };

  if (fetch === undefined) {
    noteForeign(root, note);
    return root;
  }
  const whole = (await rewritten(root, "")) as JsonObject;
  return files.size === 0 ? whole : { ...whole, [BUNDLE_KEY]: Object.fromEntries(files) };
};

const encodeSegment = (file: string): string => encodeURIComponent(escapePointer(file));

/** Returns the normalised path, or undefined if it is outside the folder. */
const relativeFile = (address: string, from: string): string | undefined => {
  if (/^[a-z][a-z0-9+.-]*:|^[/\\]|[\\\p{Cc}?]/iu.test(address)) return undefined;
  let path: string;
  try {
    path = decodeURIComponent(address);
  } catch {
    return undefined;
  }
  const file = posix.normalize(posix.join(posix.dirname(from), path));
  return file.startsWith("..") || file.startsWith("/") || /[\\\p{Cc}]|^[a-z][a-z0-9+.-]*:/iu.test(file)
    ? undefined
    : file;
};

const noteForeign = (value: unknown, note: Note): void => {
  if (typeof value !== "object" || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    if (name === "$ref" && typeof part === "string" && !part.startsWith("#")) {
      note(`An external reference was not followed: ${shortened(part)}`);
    } else noteForeign(part, note);
  }
};
