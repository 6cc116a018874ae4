import type { AuthStep } from "../connector.ts";
import { parameter } from "./binding-text.ts";
import { placed, secretPlace } from "./body-place.ts";
import type { BuiltRequest } from "./built-request.ts";

/** The request with secrets in it, one text per step. What an argument put in the same place gives way. */
export const injectCredentials = (
  request: BuiltRequest,
  steps: readonly AuthStep[],
  texts: readonly string[],
): BuiltRequest =>
  steps.reduce((made, step, index) => PLACES[step.in](made, step.name ?? "", texts[index] ?? ""), request);

type Inject = (request: BuiltRequest, name: string, text: string) => BuiltRequest;

const withHeader: Inject = (request, name, text) => ({
  ...request,
  headers: [...request.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase()), [name, text]],
});

const PLACES: Readonly<Record<AuthStep["in"], Inject>> = {
  query: (request, name, text) => ({
    ...request,
    query: [...request.query.filter(([other]) => other !== name), parameter(name, text)],
  }),
  header: withHeader,
  bearer: (request, _name, text) => withHeader(request, "Authorization", `Bearer ${text}`),
  basic: (request, _name, text) => withHeader(request, "Authorization", `Basic ${text}`),
  cookie: (request, name, text) => ({
    ...request,
    cookies: [
      ...request.cookies.filter(([other]) => other !== name),
      [name, `${name}=${/[^\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]/.test(text) ? encodeURIComponent(text) : text}`],
    ],
  }),
  body: (request, name, text) => ({ ...request, body: placed(request.body, secretPlace(name), text) }),
};
