import { foreignText } from "../../../../mcp/tools/clean-text.ts";
import { invalid } from "../../../../model/failure.ts";
import type { Note } from "../draft.ts";
import { snakeCase } from "../tool-name.ts";

export interface SampleFile {
  readonly name: string;
  readonly text: string;
}

export interface SampleSet {
  readonly name: string;
  readonly request: readonly Sample[];
  readonly response: readonly Sample[];
  readonly error: readonly Sample[];
}

export interface Sample {
  readonly file: string;
  readonly format: "xml" | "json";
  readonly text: string;
}

const MOST_FILES = 200;
const MOST_CHARACTERS = 1_000_000;
const SAMPLE = /^(.+?)(?:[._-]\d+)?\.(request|response|error)\.(xml|json)$/i;
const NOTES = /^notes\.(?:ya?ml|json)$/i;

export const isSample = (path: string): boolean => SAMPLE.test(baseName(path));

const baseName = (path: string): string => path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);

/** Groups files by tool, sorted by name: `search.request.xml`, `search.2.request.xml`, `search.response.xml`. */
export const sortSamples = (
  files: readonly SampleFile[],
  note: Note,
): { readonly sets: readonly SampleSet[]; readonly notes: string | undefined } => {
  if (files.length > MOST_FILES) {
    throw invalid(`At most ${MOST_FILES} files are allowed, got ${files.length}.`, { field: "files" });
  }
  const sets = new Map<string, { request: Sample[]; response: Sample[]; error: Sample[] }>();
  let notes: string | undefined;
  for (const { name, text } of [...files].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const base = baseName(name);
    const shown = foreignText(base, 100);
    if (text.length > MOST_CHARACTERS) {
      throw invalid(`${shown} may have at most ${MOST_CHARACTERS} characters, got ${text.length}.`, { field: shown });
    }
    const [, tool = "", kind = "", format] = SAMPLE.exec(base) ?? [];
    const toolName = snakeCase(tool).replace(/^[^a-z]+/, "");
    if (NOTES.test(base)) notes = text;
    else if (toolName === "")
      note(`${shown} was skipped: samples must be named <tool>.request.xml or <tool>.response.xml.`);
    else {
      const set = sets.get(toolName) ?? { request: [], response: [], error: [] };
      sets.set(toolName, set);
      set[kind.toLowerCase() as "request" | "response" | "error"].push({
        file: shown,
        format: format?.toLowerCase() === "json" ? "json" : "xml",
        text,
      });
    }
  }
  return { sets: [...sets].map(([name, set]) => ({ name, ...set })), notes };
};
