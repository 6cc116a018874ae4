import { constants } from "node:fs";
import { open, realpath } from "node:fs/promises";
import { basename, isAbsolute, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { type Failure, failed } from "../../../model/failure.ts";
import { MAX_DOCUMENT_BYTES, tooLarge } from "../../../platform/documents/document.ts";
import { badAddress, FIELD } from "./raw-document.ts";

/**
 * Reads a file in the documents folder. Paths outside of it, and paths that are missing or not files, get the same error,
 * so that the answers reveal nothing else about the machine.
 */
export const readLocalDocument = async (
  url: URL,
  folder: string,
): Promise<{ readonly bytes: Buffer; readonly name: string }> => {
  const root = await realpath(folder).catch((cause: unknown) => {
    throw failed(
      "The folder that TAXIWAY_DOCUMENTS_DIR names cannot be read.",
      { error_type: "not_configured" },
      cause,
    );
  });
  const path = await realpath(pathOf(url)).catch((cause: unknown) => {
    throw notFound(cause);
  });
  if (!isInside(path, root)) throw notFound();
  return { bytes: await readWhole(path), name: basename(path) };
};

const pathOf = (url: URL): string => {
  try {
    return fileURLToPath(url);
  } catch {
    throw badAddress("This file: URL does not name a file on this machine.", "Write file:///path/to/the/document.pdf.");
  }
};

const isInside = (path: string, root: string): boolean => {
  const inner = relative(root, path);
  return inner !== "" && inner !== ".." && !inner.startsWith(`..${sep}`) && !isAbsolute(inner);
};

/** Does not follow a link that appeared after realpath, and does not block on a pipe. */
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

const readWhole = async (path: string): Promise<Buffer> => {
  const file = await open(path, OPEN_FLAGS).catch((cause: unknown) => {
    throw notFound(cause);
  });
  try {
    const facts = await file.stat();
    if (!facts.isFile()) throw notFound();
    if (facts.size > MAX_DOCUMENT_BYTES) throw tooLarge(FIELD);
    const bytes = Buffer.alloc(facts.size);
    const { bytesRead } = await file.read(bytes, 0, facts.size, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};

const notFound = (cause?: unknown): Failure =>
  failed(
    "There is no readable file at this URL in the folder that TAXIWAY_DOCUMENTS_DIR names.",
    {
      field: "document_url",
      error_type: "not_found",
      hint: "Give the URL of a file in that folder.",
      retryable: false,
    },
    cause,
  );
