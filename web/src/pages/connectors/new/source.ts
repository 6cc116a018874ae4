/** A file that the user chose. */
export interface ChosenFile {
  /** Relative to the chosen folder: `schemas/pet.yaml`. */
  readonly path: string;
  /** Text, or a `data:` URL of a PDF or Word document. */
  readonly text: string;
}

/** What to draft from, as sent to the server. */
export type Source =
  | { readonly kind: "document"; readonly title: string; readonly document: string }
  | {
      readonly kind: "files";
      readonly title: string;
      readonly files: Readonly<Record<string, string>>;
      readonly entry?: string;
    }
  | { readonly kind: "url"; readonly title: string; readonly url: string }
  /** A connector that was exported, which is imported as it is. */
  | { readonly kind: "connector"; readonly title: string; readonly document: string };

/** The server's limits. */
export const MAX_BYTES = 20_000_000;
const MAX_FILES = 5_000;

export const sourceOfFiles = (files: readonly ChosenFile[]): Source | { readonly problem: string } => {
  const [first, ...others] = files;
  if (first === undefined) return { problem: "There is no document among these files." };
  if (files.length > MAX_FILES) return { problem: `The folder has more than ${MAX_FILES} files. Choose a part of it.` };
  const size = files.reduce((sum, { text }) => sum + text.length, 0);
  if (size > MAX_BYTES) return { problem: "The files exceed 20 MB. Choose fewer." };
  if (others.length === 0 && !isSample(first.path)) return sourceOfText(first.text, first.path);
  return {
    kind: "files",
    title: `${files.length} ${files.length === 1 ? "file" : "files"}`,
    files: Object.fromEntries(files.map(({ path, text }) => [path, text])),
  };
};

/** A single sample still needs its name, which says whether it is a request or a response. */
const isSample = (path: string): boolean => /\.(request|response|error)\.(xml|json)$/i.test(path);

export const sourceOfText = (document: string, title: string): Source => ({
  kind: isConnector(document) ? "connector" : "document",
  title,
  document,
});

const isConnector = (text: string): boolean => /(?:^|\{)\s*["']?connector["']?\s*:\s*1\b/m.test(text.slice(0, 20_000));

/** The name of an exported connector. */
export const connectorName = (text: string): string =>
  slugOf(/(?:^|[{,])\s*["']?name["']?\s*:\s*["']?([\w-]{1,40})/m.exec(text.slice(0, 50_000))?.[1] ?? "");

/** The part of the body that `POST /drafts` and `POST /drafts/operations` share. */
export const sourceBody = (source: Source): object => {
  if (source.kind === "url") return { url: source.url };
  if (source.kind !== "files") return { document: source.document };
  const { files, entry } = source;
  return entry === undefined ? { files } : { files, entry };
};

const LONGEST_NAME = 20;
/** Words that say nothing at the end of a name. */
const FILLER = /-(?:api|rest|v\d+|of|the|and|for|in|to|an?|with)$/;
const withoutFiller = (words: string): string =>
  FILLER.test(words) ? withoutFiller(words.replace(FILLER, "")) : words;

/** A name for clients, who show it before every tool: short, cut between words. */
export const slugOf = (text: string): string => {
  const words = withoutFiller(
    text
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^[^a-z]+|-+$/g, ""),
  );
  if (words.length <= LONGEST_NAME) return words;
  const whole = words.slice(0, LONGEST_NAME + 1).replace(/-[^-]*$/, "");
  return withoutFiller(whole.slice(0, LONGEST_NAME));
};

/** The name of a host, for a document without a title. */
export const hostName = (url: string): string => {
  if (!URL.canParse(url)) return "";
  return slugOf(new URL(url).hostname.replace(/^(api|www|docs)\./, "").replace(/\.\w+$/, ""));
};
