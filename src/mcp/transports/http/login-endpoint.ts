import type { Grant } from "../../../model/grant.ts";
import { type HttpRefusal, isRefusal } from "../../../model/http-refusal.ts";
import { isJsonObject } from "../../../model/json.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Answer, HttpContext } from "./http-context.ts";
import { adminRefusal } from "./http-context.ts";
import { isJson } from "./json-posts.ts";
import { createMountedEndpoint, type MountOptions } from "./mounted-endpoint.ts";

/** Console logins: a browser sends a token once, and a cookie from then on. */
interface LoginService {
  logIn(context: HttpContext, token: string): Promise<LoggedInAnswer | HttpRefusal>;
  /** Describes the login of a request's cookie; undefined without a valid one. */
  current(context: HttpContext): Promise<object | undefined>;
  /** Returns the headers that remove the cookie. */
  logOut(context: HttpContext): Promise<readonly string[]>;
}

interface LoggedInAnswer {
  readonly login: object;
  /** Set the cookie. */
  readonly headers: readonly string[];
}

export interface LoginEndpointOptions extends Omit<MountOptions, "authentication" | "maxBodyBytes"> {
  readonly logins: LoginService;
}

const MAX_BODY_BYTES = 16_384;
const MAX_TOKEN_LENGTH = 8_192;
const NOT_LOGGED_IN: Grant = { tenant: "", keyId: "none", admin: false };

type Handler = (context: HttpContext, body: Buffer) => Promise<Answer>;

/** `login` and `logout` below the admin API: the only paths there that need no credentials. */
export const createLoginEndpoint = ({ logins, ...options }: LoginEndpointOptions): Endpoint => {
  const { answering, path } = options;

  const logIn: Handler = async (context, body) => {
    const token = tokenIn(body);
    if (token === undefined) {
      return adminRefusal({ status: 400, message: 'Send a token as JSON: { "token": "…" }.' });
    }
    const loggedIn = await logins.logIn(context, token);
    if (isRefusal(loggedIn)) return adminRefusal(loggedIn);
    return { status: 200, body: JSON.stringify(loggedIn.login), headers: loggedIn.headers };
  };

  const current: Handler = async (context) => {
    const login = await logins.current(context);
    return login === undefined
      ? adminRefusal({ status: 401, message: "You are not logged in." })
      : { status: 200, body: JSON.stringify(login) };
  };

  const logOut: Handler = async (context) => ({ status: 204, headers: await logins.logOut(context) });

  const methodsAt: Readonly<Record<string, Readonly<Record<string, Handler>>>> = {
    [`${path}/login`]: { GET: current, HEAD: current, POST: logIn },
    [`${path}/logout`]: { POST: logOut },
  };

  return createMountedEndpoint(
    { ...options, authentication: { authenticate: () => NOT_LOGGED_IN }, maxBodyBytes: MAX_BODY_BYTES },
    {
      check: ({ request: { method, headers } }) =>
        method === "POST" && !isJson(headers["content-type"])
          ? { status: 415, message: "Send JSON, with Content-Type: application/json." }
          : undefined,
      async serve(context, body) {
        const methods = methodsAt[context.path] ?? {};
        const { method = "" } = context.request;
        const handler = Object.hasOwn(methods, method) ? methods[method] : undefined;
        const allow = Object.keys(methods).join(", ");
        answering.sendAnswer(
          context,
          handler === undefined
            ? adminRefusal({
                status: 405,
                message: `Only ${allow} is allowed here.`,
                headers: ["Allow", `${allow}, OPTIONS`],
              })
            : await handler(context, body),
        );
      },
      refusal: adminRefusal,
    },
  );
};

const tokenIn = (body: Buffer): string | undefined => {
  try {
    const sent: unknown = JSON.parse(body.toString());
    const token = isJsonObject(sent) ? sent["token"] : undefined;
    return typeof token === "string" && token.length <= MAX_TOKEN_LENGTH && token.trim() !== ""
      ? token.trim()
      : undefined;
  } catch {
    return undefined;
  }
};
