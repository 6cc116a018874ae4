import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { Failure } from "../model/failure.ts";
import type { Grant } from "../model/grant.ts";
import { DEFAULT_TENANT } from "../model/keys.ts";
import { keptSecret } from "../platform/stores/secret-file.ts";

/** What its holder may change things with. */
export interface AdminToken {
  readonly token: string;
  /** It was made just now, and nobody has seen it yet. */
  readonly made: boolean;
  /** Where it is kept; undefined when it ends with this process. */
  readonly file?: string;
}

/** What it lets its holder do: everything. */
export const OPERATOR: Grant = Object.freeze({
  ...{ tenant: DEFAULT_TENANT, keyId: "admin-token", admin: true, operator: true },
} as const);

const FILE = "admin-token";
const newToken = (): string => `taxiway-${randomBytes(24).toString("base64url")}`;

/** The one in the folder, or a new one put there. */
export const keptAdminToken = async (folder: string): Promise<AdminToken> => {
  const { text, made, file } = await keptSecret(folder, FILE, newToken);
  if (text.length >= 16) return { token: text, made, file };
  throw new Failure("unavailable", `The admin token in ${file} is too short to be one.`, {
    hint: "Delete the file to have a new one made, or set TAXIWAY_ADMIN_TOKEN.",
  });
};

export const passingAdminToken = (): AdminToken => ({ token: newToken(), made: true });

export interface AdminCheck {
  /** Whether an Authorization header carries the token; takes as long for a near miss as for any other. */
  (authorization: string | undefined): boolean;
  /** The same, if the token was shown in this process before: wrong ones of others must not lock it out. */
  hasProved(authorization: string | undefined): boolean;
}

export const adminCheck = (token: string): AdminCheck => {
  let proved = false;
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  const wanted = digest(token);
  const isRight = (authorization: string | undefined): boolean => {
    const sent = authorization === undefined ? undefined : /^Bearer +(\S{1,500})$/i.exec(authorization)?.[1];
    return sent !== undefined && timingSafeEqual(digest(sent), wanted);
  };
  const check = (authorization: string | undefined): boolean => {
    const right = isRight(authorization);
    proved ||= right;
    return right;
  };
  return Object.assign(check, { hasProved: (authorization?: string) => proved && isRight(authorization) });
};

/** Tells one token from another that came after it, and not what either was. */
export const adminTokenMark = (token: string): string =>
  createHmac("sha256", token).update("taxiway admin token").digest("base64url").slice(0, 8);
