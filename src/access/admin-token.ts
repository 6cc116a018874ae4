import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { Failure } from "../model/failure.ts";
import type { Grant } from "../model/grant.ts";
import { DEFAULT_TENANT } from "../model/keys.ts";
import { keptSecret } from "../platform/stores/secret-file.ts";

/** The credential of the operator. */
export interface AdminToken {
  readonly token: string;
  /** It was created at this start and must be shown to the operator. */
  readonly isNew: boolean;
  /** The file that contains it; undefined if it ends with this process. */
  readonly file?: string;
}

/** The permissions of the admin token: all. */
export const OPERATOR: Grant = Object.freeze({
  tenant: DEFAULT_TENANT,
  keyId: "admin-token",
  admin: true,
  operator: true,
} as const);

const FILE = "admin-token";
const newToken = (): string => `taxiway-${randomBytes(24).toString("base64url")}`;

/** Reads the token from the folder, or creates it there. */
export const keptAdminToken = async (folder: string): Promise<AdminToken> => {
  const { text, made, file } = await keptSecret(folder, FILE, newToken);
  if (text.length >= 16) return { token: text, isNew: made, file };
  throw new Failure("unavailable", `The admin token in ${file} is too short; the file may be damaged.`, {
    hint: "Delete the file to create a new token, or set TAXIWAY_ADMIN_TOKEN.",
  });
};

/** Creates a token that ends with this process. */
export const temporaryAdminToken = (): AdminToken => ({ token: newToken(), isNew: true });

export interface AdminCheck {
  /** Checks an Authorization header in constant time. */
  (authorization: string | undefined): boolean;
  /** Whether the header is valid and was valid in this process before, so that wrong tokens of others do not block it. */
  wasValid(authorization: string | undefined): boolean;
}

export const adminCheck = (token: string): AdminCheck => {
  let seen = false;
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  const wanted = digest(token);
  const isRight = (authorization: string | undefined): boolean => {
    const sent = authorization === undefined ? undefined : /^Bearer +(\S{1,500})$/i.exec(authorization)?.[1];
    return sent !== undefined && timingSafeEqual(digest(sent), wanted);
  };
  const check = (authorization: string | undefined): boolean => {
    const right = isRight(authorization);
    seen ||= right;
    return right;
  };
  return Object.assign(check, { wasValid: (authorization?: string) => seen && isRight(authorization) });
};

/** Returns a fingerprint that differs between admin tokens. */
export const adminTokenFingerprint = (token: string): string =>
  createHmac("sha256", token).update("taxiway admin token").digest("base64url").slice(0, 8);
