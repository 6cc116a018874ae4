/** A dropped file as text. */
export interface DroppedFile {
  readonly name: string;
  readonly text: string;
}

export type Source =
  | { readonly kind: "openapi"; readonly file: DroppedFile }
  | { readonly kind: "samples"; readonly files: readonly DroppedFile[] }
  | { readonly kind: "connector"; readonly file: DroppedFile };

/** The server accepts bodies of 5 MB, and text grows when encoded as JSON. */
const MAX_BYTES = 4_500_000;
const NOTES = /^notes\.(ya?ml|json)$/i;
const SAMPLE = /\.(request|response|error)\.(xml|json)$/i;

export const sourceOf = (files: readonly DroppedFile[]): Source | { readonly problem: string } => {
  const [first, ...others] = files;
  if (first === undefined) return { problem: "No files were added." };
  if (JSON.stringify(files).length > MAX_BYTES) return { problem: "The files exceed 4.5 MB. Remove some." };
  const samples = files.filter(({ name }) => /\.xml$/i.test(name) || SAMPLE.test(name));
  const rest = files.filter((file) => !samples.includes(file) && !NOTES.test(file.name));
  if (samples.length > 0) {
    const other = rest[0];
    if (other) return { problem: `${other.name} is neither a sample nor notes.yaml. Add it separately.` };
    return { kind: "samples", files };
  }
  if (others.length > 0) return { problem: "Add one document at a time. XML samples can be added together." };
  return { kind: isConnector(first.text) ? "connector" : "openapi", file: first };
};

/** Whether the document is an exported connector. */
const isConnector = (text: string): boolean => /(?:^|\{)\s*["']?connector["']?\s*:\s*1\b/m.test(text.slice(0, 20_000));

/** Number of sample files per tool. */
export interface SamplePair {
  readonly tool: string;
  readonly requests: number;
  readonly responses: number;
  readonly errors: number;
}

export const pairsOf = (files: readonly DroppedFile[]): readonly SamplePair[] => {
  const pairs = new Map<string, { requests: number; responses: number; errors: number }>();
  for (const { name } of files) {
    const [, tool, kind] = /^(.+?)(?:[._-]\d+)?\.(request|response|error)\.(?:xml|json)$/i.exec(name) ?? [];
    if (tool === undefined || kind === undefined) continue;
    const pair = pairs.get(tool) ?? { requests: 0, responses: 0, errors: 0 };
    pair[`${kind.toLowerCase()}s` as keyof typeof pair] += 1;
    pairs.set(tool, pair);
  }
  return [...pairs].map(([tool, pair]) => ({ tool, ...pair }));
};

/** Suggests a connector name from the document's title or name, or the file name. */
export const suggestName = (source: Source): string => {
  if (source.kind === "samples") return "";
  const { name, text } = source.file;
  const key = source.kind === "connector" ? "name" : "title";
  const found = new RegExp(`(?:^|[{,])\\s*["']?${key}["']?\\s*:\\s*["']?([^"'\\n,#{}]{1,80})`, "m").exec(
    text.slice(0, 50_000),
  )?.[1];
  return slugOf(found ?? name.replace(/\.\w+$/, ""));
};

export const slugOf = (text: string): string => {
  const plain = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
  return plain
    .replace(/^[^a-z]+/, "")
    .slice(0, 40)
    .replace(/-+$/, "");
};
