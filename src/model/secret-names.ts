/** `…_key` names a secret, except with these words before it. */
export const OPEN_KEYS = "idempotency|cache|public|primary|foreign|sort|partition|store|route";

/** What keys to APIs are called: `api_key`, `appKey`, `subscription-key`. */
export const KEY_KINDS =
  "api|app|application|access|auth|secret|private|signing|client|consumer|subscription|developer|rapidapi";
const TOKEN_KINDS = "access|api|app|auth|authentication|authorization|bearer|oauth|oauth2|security";
const SECRET_KINDS = "api|app|application|client|consumer|oauth|shared";

const WORDS = `password|passwd|passphrase|pwd|secret|token|(?:${KEY_KINDS})_?key|(?:${TOKEN_KINDS})_?token|authorization|bearer|jwt|credentials?|cookie`;
const SECRET_NAME = new RegExp(`^(?:(?:.*_)?(?:${WORDS})(?:_.*)?|(?!(?:.*_)?(?:${OPEN_KEYS})_).*_key)$`);

/** Converts a name to snake case: `PostalCode` and `postal-code` become `postal_code`. */
export const snakeCase = (name: string): string =>
  name
    .replace(/^@/, "")
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .toLowerCase();

/** Checks whether a name in snake case may be the name of a secret. For logs, where a masked page token does no harm. */
export const isSecretName = (word: string): boolean => SECRET_NAME.test(word);

const CREDENTIAL_NAME = new RegExp(
  `^(?:.*_)?(?:(?:${KEY_KINDS})_?key|(?:${TOKEN_KINDS})_?token|(?:${SECRET_KINDS})_?secret)$`,
);

/** Checks whether a name in snake case can only be that of a credential: `app_key`, not `sort_key`, `key` or `page_token`. */
export const isCredentialName = (word: string): boolean => CREDENTIAL_NAME.test(word);

const LONGEST_BEGINNING = 200;
/** "Your API key.", "OAuth access token for …", but not "API key ID" or "The access token to revoke". */
const CREDENTIAL_TEXT =
  /^(?:(?!(?:of|by|to|for|with|names?|ids?)\b)[\w.'’-]{1,30}[ \t]{1,3}){0,4}(?:api|access|app|application|subscription|developer|authentication|authorization|auth|oauth|oauth2|bearer|secret)[ \t_-]{0,3}(?:key|token|secret)\b(?![ \t_-]*(?:ids?|identifiers?|names?|types?|labels?)\b)(?![ \t]+(?:to|that|which|being)(?: is| was| should be| be)? (?:revoke|delete|remove|introspect|inspect|validate|verify|refresh|exchange|check|decode))/i;

/** "It is a secret that …", "Keep it confidential." */
const SECRECY =
  /\b(?:it|this|which|value) is (?:a |your )?(?:secret|confidential)\b|\bkeep (?:it|this)(?: \w{1,20})? (?:secret|confidential)\b/i;

/** Checks whether a description says in the beginning that the value is a credential. */
export const describesCredential = (description: string): boolean => {
  const beginning = description.slice(0, LONGEST_BEGINNING).replace(/[*`"]/g, "");
  return CREDENTIAL_TEXT.test(beginning) || SECRECY.test(beginning);
};
