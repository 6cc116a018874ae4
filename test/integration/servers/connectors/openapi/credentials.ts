import type { Asked, Handler, Told } from "./strict-api.ts";

const wrong = (challenge: string): Told => ({
  status: 401,
  headers: { "www-authenticate": challenge },
  body: { code: "unauthorized", message: "Who are you?" },
});

type Guard = (asked: Asked) => Told | undefined;

export const needsHeader =
  (name: string, secret: string): Guard =>
  ({ headers }) =>
    headers[name.toLowerCase()] === secret ? undefined : wrong("ApiKey");

export const needsBearer =
  (token: string): Guard =>
  ({ headers }) =>
    headers.authorization === `Bearer ${token}` ? undefined : wrong("Bearer");

export const needsBasic =
  (user: string, password: string): Guard =>
  ({ headers }) =>
    headers.authorization === `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`
      ? undefined
      : wrong('Basic realm="desk"');

/** Both halves are form-encoded before they are joined: RFC 6749, 2.3.1. */
const isClient = ({ headers }: Asked, id: string, secret: string): boolean => {
  const pair = Buffer.from(String(headers.authorization).replace(/^Basic /, ""), "base64").toString();
  const [user, password] = pair.split(":").map((half) => new URLSearchParams(`x=${half}`).get("x"));
  return user === id && password === secret;
};

/** A token endpoint by RFC 6749, and a check of its tokens. */
export const clientCredentials = (id: string, secret: string, scope: string) => {
  const valid = new Set<string>();
  let given = 0;
  const form = new URLSearchParams({ grant_type: "client_credentials", scope }).toString();
  const token: Handler = (asked) => {
    if (!isClient(asked, id, secret)) return { status: 401, body: { error: "invalid_client" } };
    if (asked.headers["content-type"] !== "application/x-www-form-urlencoded" || asked.body.toString() !== form) {
      return { status: 400, body: { error: "invalid_request" } };
    }
    const made = `token-number-${++given}`;
    valid.add(made);
    return { body: { access_token: made, token_type: "Bearer", expires_in: 3600 } };
  };
  const guard: Guard = ({ headers }) =>
    valid.has(String(headers.authorization).replace(/^Bearer /, ""))
      ? undefined
      : wrong('Bearer error="invalid_token"');
  return { token, guard, revoke: () => valid.clear(), given: () => given };
};
