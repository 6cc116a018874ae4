import { constants, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface Signer {
  readonly kid: string;
  readonly algorithm: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

type Made = { readonly privateKey: KeyObject; readonly publicKey: KeyObject };
const rsa = (bits = 2048): Made => generateKeyPairSync("rsa", { modulusLength: bits });
const curve = (namedCurve: string): Made => generateKeyPairSync("ec", { namedCurve });

const MAKERS: Readonly<Record<string, () => Made>> = {
  RS256: rsa,
  RS384: rsa,
  RS512: rsa,
  PS256: rsa,
  ES256: () => curve("P-256"),
  ES384: () => curve("P-384"),
  EdDSA: () => generateKeyPairSync("ed25519"),
  weak: () => rsa(1024),
};

export const newSigner = (algorithm: string, kid = `kid-${algorithm}`): Signer => ({
  ...{ kid, algorithm: algorithm === "weak" ? "RS256" : algorithm },
  ...(MAKERS[algorithm] as () => Made)(),
});

export const encoded = (value: unknown): string =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");

export const signatureOf = ({ algorithm, privateKey }: Signer, signed: string): string => {
  const digest = algorithm === "EdDSA" ? null : `sha${algorithm.slice(2)}`;
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
  const options = { key: privateKey, dsaEncoding: "ieee-p1363" as const, ...(algorithm === "PS256" && pss) };
  return sign(digest, Buffer.from(signed), options).toString("base64url");
};

/** Header and claims may also be given as text, to say what no honest encoder would. */
export const tokenOf = (signer: Signer, claims: unknown, header: unknown = {}): string => {
  const fields = { alg: signer.algorithm, typ: "at+jwt", kid: signer.kid };
  const whole = typeof header === "string" ? header : { ...fields, ...(header as object) };
  const signed = `${encoded(whole)}.${encoded(claims)}`;
  return `${signed}.${signatureOf(signer, signed)}`;
};

export const jwkOf = ({ kid, publicKey }: Signer, extra: object = {}): object => ({
  ...publicKey.export({ format: "jwk" }),
  kid,
  ...extra,
});

/** An authorization server on loopback, as far as a resource server ever sees it. */
export const startIssuer = async () => {
  const pages = new Map<string, { readonly status?: number; readonly body: string }>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    asked.push(path);
    const page = pages.get(path);
    response.writeHead(page ? (page.status ?? 200) : 404, { "content-type": "application/json" });
    response.end(page?.body ?? "{}");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    asked,
    serve: (path: string, body: unknown, status = 200) =>
      void pages.set(path, { status, body: typeof body === "string" ? body : JSON.stringify(body) }),
    publish: (...keys: readonly object[]) => void pages.set("/jwks", { body: JSON.stringify({ keys }) }),
    stop: () => new Promise<void>((done) => void server.close(() => done()).closeAllConnections()),
  };
};
