import { constants, createPublicKey, type KeyObject, verify } from "node:crypto";
import type { JsonObject } from "../model/json.ts";

interface Algorithm {
  readonly kty: "RSA" | "EC" | "OKP";
  readonly crv?: string;
  /** Null: the algorithm brings its own. */
  readonly digest: string | null;
  readonly padding?: number;
  /** Of the signature, in bytes, where it has one length. */
  readonly length?: number;
}

const PKCS1 = constants.RSA_PKCS1_PADDING;

/**
 * Only signatures that a public key verifies. Neither `none` nor HS*, where whoever knows the public key could sign,
 * is in the table, and a key only ever serves the algorithms of its own kind.
 */
const ALGORITHMS: Readonly<Record<string, Algorithm>> = {
  RS256: { kty: "RSA", digest: "sha256", padding: PKCS1 },
  RS384: { kty: "RSA", digest: "sha384", padding: PKCS1 },
  RS512: { kty: "RSA", digest: "sha512", padding: PKCS1 },
  PS256: { kty: "RSA", digest: "sha256", padding: constants.RSA_PKCS1_PSS_PADDING },
  ES256: { kty: "EC", crv: "P-256", digest: "sha256", length: 64 },
  ES384: { kty: "EC", crv: "P-384", digest: "sha384", length: 96 },
  EdDSA: { kty: "OKP", crv: "Ed25519", digest: null, length: 64 },
};

export const ALGORITHM_NAMES: readonly string[] = Object.keys(ALGORITHMS);

const MEMBERS = { RSA: ["n", "e"], EC: ["crv", "x", "y"], OKP: ["crv", "x"] } as const;
const SHORTEST_RSA = 2_048;
const LONGEST_RSA = 8_192;
const LONGEST_MEMBER = 2_048;

/** A public key of a JWKS that verifies signatures. */
export interface VerifyingKey {
  readonly kid?: string;
  fits(algorithm: string): boolean;
  verifies(algorithm: string, signed: string, signature: Buffer): boolean;
}

/** Undefined for a key that is not for signatures, of a kind we do not know, broken or too weak. */
export const verifyingKey = (jwk: JsonObject): VerifyingKey | undefined => {
  const { kty, kid, use, alg, key_ops, crv } = jwk;
  if (kty !== "RSA" && kty !== "EC" && kty !== "OKP") return undefined;
  if (use !== undefined && use !== "sig") return undefined;
  if (Array.isArray(key_ops) && !key_ops.includes("verify")) return undefined;
  if (kid !== undefined && typeof kid !== "string") return undefined;
  const key = publicKey(kty, jwk);
  if (key === undefined) return undefined;
  const fits = (name: string): boolean => {
    const algorithm = Object.hasOwn(ALGORITHMS, name) ? ALGORITHMS[name] : undefined;
    if (algorithm?.kty !== kty || (algorithm.crv !== undefined && algorithm.crv !== crv)) return false;
    return alg === undefined || alg === name;
  };
  return {
    ...(kid !== undefined && { kid }),
    fits,
    verifies(name, signed, signature) {
      if (!fits(name)) return false;
      const { digest, padding, length } = ALGORITHMS[name] as Algorithm;
      if (length !== undefined && signature.length !== length) return false;
      const options = {
        key,
        dsaEncoding: "ieee-p1363" as const,
        ...(padding !== undefined && { padding }),
        ...(padding === constants.RSA_PKCS1_PSS_PADDING && { saltLength: constants.RSA_PSS_SALTLEN_DIGEST }),
      };
      return verify(digest, Buffer.from(signed), options, signature);
    },
  };
};

/** From the public members alone, whatever else the document says. */
const publicKey = (kty: keyof typeof MEMBERS, jwk: JsonObject): KeyObject | undefined => {
  const members = MEMBERS[kty].map((name) => [name, jwk[name]] as const);
  if (!members.every(([, value]) => typeof value === "string" && value.length <= LONGEST_MEMBER)) return undefined;
  try {
    const key = createPublicKey({ key: { kty, ...Object.fromEntries(members) }, format: "jwk" });
    const bits = key.asymmetricKeyDetails?.modulusLength;
    return kty === "RSA" && (bits === undefined || bits < SHORTEST_RSA || bits > LONGEST_RSA) ? undefined : key;
  } catch {
    return undefined;
  }
};
