import { foreignText } from "../../../../mcp/tools/foreign-text.ts";
import { invalid } from "../../../../model/failure.ts";
import { snakeCase } from "../tool-name.ts";

export interface SampleFile {
  readonly name: string;
  readonly text: string;
}

/** The samples of one tool. */
export interface SampleSet {
  readonly name: string;
  readonly request: readonly Sample[];
  readonly response: readonly Sample[];
  /** Answers that say what went wrong. */
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

/** By tool, in the order of their names: `search.request.xml`, `search.2.request.xml`, `search.response.xml`. */
export const sortSamples = (
  files: readonly SampleFile[],
  note: (sentence: string) => void,
): { readonly sets: readonly SampleSet[]; readonly notes: string | undefined } => {
  if (files.length > MOST_FILES) {
    throw invalid(`There must be at most ${MOST_FILES} files, got ${files.length}.`, { field: "files" });
  }
  const sets = new Map<string, { request: Sample[]; response: Sample[]; error: Sample[] }>();
  let notes: string | undefined;
  for (const { name, text } of [...files].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const base = name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);
    const shown = foreignText(base, 100);
    if (text.length > MOST_CHARACTERS) {
      throw invalid(`${shown} must have at most ${MOST_CHARACTERS} characters, got ${text.length}.`, { field: shown });
    }
    const [, tool = "", kind = "", format] = SAMPLE.exec(base) ?? [];
    const called = snakeCase(tool).replace(/^[^a-z]+/, "");
    if (NOTES.test(base)) notes = text;
    else if (called === "")
      note(`${shown} was not looked at: samples are called name.request.xml and name.response.xml.`);
    else {
      const set = sets.get(called) ?? { request: [], response: [], error: [] };
      sets.set(called, set);
      set[kind.toLowerCase() as "request" | "response" | "error"].push({
        file: shown,
        format: format?.toLowerCase() === "json" ? "json" : "xml",
        text,
      });
    }
  }
  return { sets: [...sets].map(([name, set]) => ({ name, ...set })), notes };
};
