const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** Bytes that HTTP can carry in a header, and no line end among them. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** They decide where a request goes and where it ends. */
const FRAMING =
  /^(?:host|content-(?:length|encoding)|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|proxy-.*)$/i;
const SECRETS = /^(?:authorization|cookie)$/i;

/**
 * Who sets a header: the document itself, an argument of the caller's, or a credential. Secrets come from the vault alone,
 * and what a body is, is not for callers to say.
 */
export type HeaderSetter = "document" | "argument" | "credential";

/** Why a header may not be set, as the end of "it must …"; undefined if it may. */
export const headerProblem = (name: string, setter: HeaderSetter): string | undefined => {
  if (!NAME.test(name)) return "be the name of an HTTP header";
  if (FRAMING.test(name)) return "not be a header that belongs to the connection";
  if (setter === "credential") return /^cookie$/i.test(name) ? 'use in: "cookie" for a cookie' : undefined;
  if (SECRETS.test(name)) return "not carry a secret: declare a credential and add it in auth";
  if (setter === "argument" && /^content-/i.test(name)) return "not say what the body is: that is for request.body";
  return undefined;
};

export const isHeaderValue = (value: string): boolean => VALUE.test(value);
