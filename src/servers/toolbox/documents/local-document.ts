import { constants } from "node:fs";
import { open, realpath } from "node:fs/promises";
import { basename, isAbsolute, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { type Failure, failed } from "../../../model/failure.ts";
import { MAX_DOCUMENT_BYTES } from "./document.ts";
import { badAddress, tooLarge } from "./document-failures.ts";

/**
 * The bytes of a file in the folder of documents. Whatever is outside of it, is no file, or does not exist gets the same
 * answer: nobody learns here what else is on the machine.
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
    throw notThere(cause);
  });
  if (!isInside(path, root)) throw notThere();
  return { bytes: await readWhole(path), name: basename(path) };
};

const pathOf = (url: URL): string => {
  try {
    return fileURLToPath(url);
  } catch {
    throw badAddress(
      "This file: address is none of a file on this machine.",
      "Write file:///path/to/the/document.pdf.",
    );
  }
};

const isInside = (path: string, root: string): boolean => {
  const way = relative(root, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
};

/** Neither a link that came in between, nor a pipe that nobody writes to, can be opened like this. */
const CAREFULLY = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

const readWhole = async (path: string): Promise<Buffer> => {
  const file = await open(path, CAREFULLY).catch((cause: unknown) => {
    throw notThere(cause);
  });
  try {
    const facts = await file.stat();
    if (!facts.isFile()) throw notThere();
    if (facts.size > MAX_DOCUMENT_BYTES) throw tooLarge();
    const bytes = Buffer.alloc(facts.size);
    const { bytesRead } = await file.read(bytes, 0, facts.size, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};

const notThere = (cause?: unknown): Failure =>
  failed(
    "There is no file at this address in the folder that TAXIWAY_DOCUMENTS_DIR names, or it may not be read.",
    {
      field: "document_url",
      error_type: "not_found",
      hint: "Give the address of a file in that folder.",
      retryable: false,
    },
    cause,
  );
