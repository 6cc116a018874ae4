import type { AuthStep } from "../connector.ts";
import type { BuiltRequest } from "./built-request.ts";
import { injectCredentials } from "./inject-credentials.ts";
import { MASK, type Masker } from "./mask-secrets.ts";
import { searchOf } from "./request-url.ts";

const MOST_SHOWN = 20_000;

export const cut = (text: string): string =>
  text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}… (${text.length} characters)` : text;

/** A request for people: what it has, without the address that it goes to. */
export const shownRequest = ({ method, path, query, headers, cookies, body }: BuiltRequest) => ({
  method,
  url: `${path}${searchOf(query)}`,
  headers: Object.fromEntries([
    ...headers,
    ...(cookies.length > 0 ? [["Cookie", cookies.map(([, text]) => text).join("; ")]] : []),
  ]),
  ...(body !== undefined && { body }),
});

/** The same after auth: every place that has a secret has a mask. */
export const shownWithCredentials = (request: BuiltRequest, steps: readonly AuthStep[], masker: Masker) =>
  masker.value(
    shownRequest(
      injectCredentials(
        request,
        steps,
        steps.map(() => MASK),
      ),
    ),
  );
