import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { link, mkdir, readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "../model/failure.ts";

/** What its holder may change things with. */
export interface AdminToken {
  readonly token: string;
  /** It was made just now, and nobody has seen it yet. */
  readonly made: boolean;
  /** Where it is kept; undefined when it ends with this process. */
  readonly file?: string;
}

const FILE = "admin-token";
const newToken = (): string => `taxiway-${randomBytes(24).toString("base64url")}`;

/** The one in the folder, or a new one put there. Two processes that start together get the same. */
export const keptAdminToken = async (folder: string): Promise<AdminToken> => {
  const file = join(folder, FILE);
  const token = newToken();
  await mkdir(folder, { recursive: true });
  // Whole under its name from the start: another process may read it the moment it is there.
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  await writeFile(draft, `${token}\n`, { mode: 0o600 });
  try {
    await link(draft, file);
    return { token, made: true, file };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await unlink(draft);
  }
  const kept = (await readFile(file, "utf8")).trim();
  if (kept.length >= 16) return { token: kept, made: false, file };
  throw new Failure("unavailable", `The admin token in ${file} is too short to be one.`, {
    hint: "Delete the file to have a new one made, or set TAXIWAY_ADMIN_TOKEN.",
  });
};

export const passingAdminToken = (): AdminToken => ({ token: newToken(), made: true });

/** Whether an Authorization header carries the token; takes as long for a near miss as for any other. */
export const adminCheck = (token: string): ((authorization: string | undefined) => boolean) => {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  const wanted = digest(token);
  return (authorization) => {
    const sent = authorization === undefined ? undefined : /^Bearer +(\S{1,500})$/i.exec(authorization)?.[1];
    return sent !== undefined && timingSafeEqual(digest(sent), wanted);
  };
};
