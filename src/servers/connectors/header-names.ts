const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** Bytes that HTTP allows in a header value, without line ends. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Headers that decide where a request goes and where it ends. */
const FRAMING =
  /^(?:host|content-(?:length|encoding)|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|proxy-.*)$/i;
const SECRETS = /^(?:authorization|cookie)$/i;

/** What sets a header. Only credentials may set headers that carry secrets, and arguments may not describe the body. */
type HeaderSetter = "document" | "argument" | "credential";

/** Why a header may not be set, as the end of "it must …"; undefined if it may be. */
export const headerProblem = (name: string, setter: HeaderSetter): string | undefined => {
  if (!NAME.test(name)) return "be the name of an HTTP header";
  if (FRAMING.test(name)) return "not be a header of the connection itself";
  if (setter === "credential") return /^cookie$/i.test(name) ? 'use in: "cookie" for a cookie' : undefined;
  if (SECRETS.test(name)) return "not carry a secret: declare a credential and add it in auth";
  if (setter === "argument" && /^content-/i.test(name)) return "not describe the body: use request.body for that";
  return undefined;
};

export const isHeaderValue = (value: string): boolean => VALUE.test(value);
