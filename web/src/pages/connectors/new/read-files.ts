import type { ChosenFile } from "./source.ts";

/** Files with these endings may be documents; others of a folder are left out. */
const TEXTS = /\.(?:json|ya?ml|xml|md|markdown|html?|txt|xsd|wsdl|raml|apib|graphql|proto|har|sh|curl|http)$/i;
const BINARIES: Readonly<Record<string, string>> = {
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
};
const HIDDEN = /(?:^|\/)(?:\.|node_modules\/|__MACOSX\/)/;

export const ACCEPTED = ".json,.yaml,.yml,.xml,.md,.html,.htm,.txt,.pdf,.docx,.sh";

interface Found {
  readonly path: string;
  readonly file: File;
}

/** Files and folders of a drop. Must be called before the event ends. */
export const droppedFiles = async ({ items, files }: DataTransfer): Promise<readonly Found[]> => {
  const entries = [...items].map((item) => item.webkitGetAsEntry());
  const plain = [...files];
  if (entries.some((entry) => entry === null)) return plain.map((file) => ({ path: file.name, file }));
  const found = await Promise.all(entries.map((entry) => filesIn(entry as FileSystemEntry)));
  return relative(found.flat());
};

/** Files of an input, with or without `webkitdirectory`. */
export const inputFiles = (files: readonly File[]): readonly Found[] =>
  relative(files.map((file) => ({ path: file.webkitRelativePath || file.name, file })));

const MAX_DEPTH = 20;
const MAX_ENTRIES = 20_000;

const filesIn = async (root: FileSystemEntry): Promise<readonly Found[]> => {
  const found: Found[] = [];
  const visit = async (entry: FileSystemEntry, path: string, depth: number): Promise<void> => {
    if (depth > MAX_DEPTH || found.length > MAX_ENTRIES || HIDDEN.test(`${path}/`)) return;
    if (entry.isFile) {
      const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
      found.push({ path, file });
      return;
    }
    const reader = (entry as FileSystemDirectoryEntry).createReader();
    for (;;) {
      // Returns a hundred entries at a time, and an empty list at the end.
      const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
      if (batch.length === 0) return;
      for (const each of batch) await visit(each, `${path}/${each.name}`, depth + 1);
    }
  };
  await visit(root, root.name, 0);
  return found;
};

/** Paths relative to the folder that holds all files. */
const relative = (files: readonly Found[]): readonly Found[] => {
  const folder = files[0]?.path.split("/")[0];
  const inFolder = files.every(({ path }) => path.startsWith(`${folder}/`));
  return inFolder ? files.map(({ path, file }) => ({ path: path.slice(`${folder}/`.length), file })) : files;
};

interface ReadFiles {
  readonly files: readonly ChosenFile[];
  /** How many were left out, as they cannot be documents. */
  readonly ignored: number;
}

/** Reads the documents among the files; stops reading at `maxBytes`. */
export const readFiles = async (found: readonly Found[], maxBytes: number): Promise<ReadFiles> => {
  const documents = found.length === 1 ? found : found.filter(({ path }) => isDocument(path));
  const files: ChosenFile[] = [];
  let bytes = 0;
  for (const { path, file } of documents) {
    bytes += file.size;
    if (bytes > maxBytes) throw new Error(`The files are larger than ${maxBytes / 1_000_000} MB.`);
    files.push({ path, text: await textOf(file) });
  }
  return { files, ignored: found.length - documents.length };
};

const endingOf = (path: string): string => /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? "";

const isDocument = (path: string): boolean =>
  !HIDDEN.test(path) && (TEXTS.test(path) || Object.hasOwn(BINARIES, endingOf(path)));

const textOf = async (file: File): Promise<string> => {
  const type = BINARIES[endingOf(file.name)];
  if (type !== undefined) return dataUrl(file, type);
  const bytes = await file.arrayBuffer();
  return new TextDecoder(encodingOf(new Uint8Array(bytes.slice(0, 200)))).decode(bytes);
};

/** UTF-8, unless a byte order mark or an XML declaration says otherwise. */
const encodingOf = (head: Uint8Array): string => {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  const text = new TextDecoder("latin1").decode(head);
  const named = /^<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(text)?.[1] ?? "";
  return /^(iso-8859-1|windows-1252|latin1)$/i.test(named) ? "windows-1252" : "utf-8";
};

const dataUrl = (file: File, type: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(new Blob([file], { type }));
  });
