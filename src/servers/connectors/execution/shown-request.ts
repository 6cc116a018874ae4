import { type BuiltRequest, cookieHeader, injectCredentials, searchOf } from "./build-request.ts";
import type { CredentialTexts } from "./credential-texts.ts";
import { MASK, type Masker } from "./mask-secrets.ts";
import { signatureMarks } from "./sign-request.ts";
import type { Additions } from "./stage.ts";
import { type FormFields, withShownFiles } from "./write-body.ts";

const MOST_SHOWN = 20_000;

/** Shortens a text for a trace. */
export const shortened = (text: string): string =>
  text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}… (${text.length} characters)` : text;

/** Response headers without cookies, which are keys to a session. */
export const visibleHeaders = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const { "set-cookie": _, ...visible } = headers;
  return visible;
};

/** A request as a trace shows it: without the base address. */
export const shownRequest = ({ method, path, query, headers, cookies, body }: BuiltRequest, fields: FormFields) => ({
  method,
  url: `${path}${searchOf(query)}`,
  headers: Object.fromEntries([...headers, ...cookieHeader(cookies)]),
  ...(body !== undefined && { body: withShownFiles(body, fields) }),
});

/** A mask in every place of a credential. */
export const additionsOf = ({ steps, signer }: CredentialTexts, time = "the time of sending"): Additions => {
  const marks = signer === undefined ? [] : signatureMarks(signer.recipe, time);
  return {
    steps: [...steps, ...marks.map(([step]) => step)],
    texts: [...steps.map(() => MASK), ...marks.map(([, text]) => text)],
  };
};

/** The request with a mask in every place that holds a credential. */
export const withMaskedCredentials = (
  request: BuiltRequest,
  { steps, texts }: Additions,
  masker: Masker,
  fields: FormFields,
) => masker.value(shownRequest(injectCredentials(request, steps, texts), fields));
