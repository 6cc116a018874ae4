import { shortened } from "../../../../mcp/tools/input-problem.ts";
import { isJsonObject, type JsonObject } from "../../../../model/json.ts";
import { type DocumentLimits, readDocument } from "../../read-document.ts";
import type { Note } from "../draft.ts";
import { relativeFile } from "../referenced-files.ts";
import { type Files, MOST_SOURCE_FILES } from "../source.ts";
import { createReferences, escapePointer } from "./references.ts";

/** Key under which the merged document holds the other files. */
const BUNDLE_KEY = "x-bundled-files";

interface BundleOptions {
  /** Path of the document in `files`. */
  readonly path: string;
  readonly files: Files;
  readonly limits: DocumentLimits;
  readonly note: Note;
}

/**
 * Merges the files that a document references by relative paths into one document. References to other hosts, absolute
 * paths or paths outside the folder are never followed.
 */
export const bundle = async (document: JsonObject, options: BundleOptions): Promise<JsonObject> => {
  const { path, files, limits, note } = options;
  const { [BUNDLE_KEY]: _, ...root } = document;
  /** Also the queue: a file that is added while another one is rewritten comes later. */
  const read = new Map<string, unknown>();
  let values = 0;

  const target = (reference: string, from: string): string => {
    const [address = "", fragment = ""] = reference.split("#", 2);
    const file = address === "" ? from : relativeFile(address, from);
    if (file === path) return `#${fragment}`;
    if (file === undefined || !Object.hasOwn(files, file)) {
      note(
        file === undefined
          ? `An external reference was not followed: ${shortened(reference)}`
          : `The file ${shortened(file)} is missing: references to it were not followed.`,
      );
      return reference;
    }
    if (!read.has(file)) {
      if (read.size >= MOST_SOURCE_FILES) return reference;
      read.set(file, undefined);
    }
    return `#/${BUNDLE_KEY}/${encodeURIComponent(escapePointer(file))}${fragment}`;
  };

  /** A description in a file of its own. */
  const proseIn = (reference: string, from: string): string | undefined => {
    const file = /\.(?:md|markdown|txt)$/i.test(reference) ? relativeFile(reference, from) : undefined;
    return file !== undefined && Object.hasOwn(files, file) ? files[file] : undefined;
  };

  /** Copies a value, with every followed reference made local. */
  const rewritten = (value: unknown, from: string): unknown => {
    if (++values > limits.mostValues) throw new Error("the files are too large in total.");
    if (Array.isArray(value)) return value.map((entry) => rewritten(entry, from));
    if (!isJsonObject(value)) return value;
    const prose = typeof value["$ref"] === "string" ? proseIn(value["$ref"], from) : undefined;
    if (prose !== undefined) return prose;
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [
        name,
        name === "$ref" && typeof part === "string" ? target(part, from) : rewritten(part, from),
      ]),
    );
  };

  if (Object.keys(files).length === 0) {
    noteExternal(root, note);
    return root;
  }
  const whole = rewritten(root, path) as JsonObject;
  for (const file of read.keys()) {
    try {
      const { value } = await readDocument(files[file] as string, { ...limits, name: `The file ${file}`, field: file });
      read.set(file, rewritten(value, file));
    } catch (error) {
      const reason = error instanceof Error ? error.message.slice(0, 200) : "unknown error";
      note(`${shortened(file)} could not be read: ${reason}`);
    }
  }
  return read.size === 0 ? whole : withSections({ ...whole, [BUNDLE_KEY]: Object.fromEntries(read) });
};

/** Puts sections that are files of their own where readers look for them: `paths`, `components`, `components.schemas`. */
const withSections = (root: JsonObject): JsonObject => {
  const { follow } = createReferences(root);
  const resolved = (section: unknown): unknown => follow(section)?.value ?? section;
  const inlined = (sections: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(sections).map(([name, section]) => [name, resolved(section)]));
  const { components, ...whole } = inlined(root);
  return { ...whole, ...(isJsonObject(components) && { components: inlined(components) }) };
};

const noteExternal = (value: unknown, note: Note): void => {
  if (typeof value !== "object" || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    if (name === "$ref" && typeof part === "string" && !part.startsWith("#")) {
      note(`An external reference was not followed: ${shortened(part)}`);
    } else noteExternal(part, note);
  }
};
