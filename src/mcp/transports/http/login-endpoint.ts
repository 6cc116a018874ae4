import type { Grant } from "../../../model/grant.ts";
import { type HttpRefusal, isRefusal } from "../../../model/http-refusal.ts";
import { isJsonObject } from "../../../model/json.ts";
import { adminRefusal } from "./admin-refusal.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Answer, HttpContext } from "./http-context.ts";
import { isJson } from "./json-posts.ts";
import { createMountedEndpoint, type MountOptions } from "./mounted-endpoint.ts";

/** Logs browsers in: a token is sent once, a cookie stands for it from then on. */
export interface LoginService {
  logIn(context: HttpContext, token: string): Promise<LoggedInAnswer | HttpRefusal>;
  /** Describes the login of a request's cookie; undefined without a valid one. */
  current(context: HttpContext): Promise<object | undefined>;
  /** Returns the headers that remove the cookie. */
  logOut(context: HttpContext): Promise<readonly string[]>;
}

export interface LoggedInAnswer {
  readonly login: object;
  /** Set the cookie. */
  readonly headers: readonly string[];
}

export interface LoginEndpointOptions extends Omit<MountOptions, "authentication" | "maxBodyBytes"> {
  readonly logins: LoginService;
}

const MOST_BYTES = 16_384;
const LONGEST_TOKEN = 8_192;
const NOT_LOGGED_IN: Grant = { tenant: "", keyId: "none", admin: false };

type Serve = (context: HttpContext, body: Buffer) => Promise<Answer>;

/** `login` and `logout` below the path of the admin API; the only addresses there that need no credentials. */
export const createLoginEndpoint = ({ logins, ...options }: LoginEndpointOptions): Endpoint => {
  const { answering, path } = options;

  const logIn: Serve = async (context, body) => {
    const token = tokenIn(body);
    if (token === undefined) {
      return adminRefusal({ status: 400, message: 'Send a token as JSON: { "token": "…" }.' });
    }
    const done = await logins.logIn(context, token);
    if (isRefusal(done)) return adminRefusal(done);
    return { status: 200, body: JSON.stringify(done.login), headers: done.headers };
  };

  const current: Serve = async (context) => {
    const login = await logins.current(context);
    return login === undefined
      ? adminRefusal({ status: 401, message: "You are not logged in." })
      : { status: 200, body: JSON.stringify(login) };
  };

  const logOut: Serve = async (context) => ({ status: 204, headers: await logins.logOut(context) });

  const methodsAt: Readonly<Record<string, Readonly<Record<string, Serve>>>> = {
    [`${path}/login`]: { GET: current, HEAD: current, POST: logIn },
    [`${path}/logout`]: { POST: logOut },
  };

  return createMountedEndpoint(
    { ...options, authentication: { authenticate: () => NOT_LOGGED_IN }, maxBodyBytes: MOST_BYTES },
    {
      check: ({ request: { method, headers } }) =>
        method === "POST" && !isJson(headers["content-type"])
          ? { status: 415, message: "Send JSON, with Content-Type: application/json." }
          : undefined,
      async serve(context, body) {
        const methods = methodsAt[context.path] ?? {};
        const { method = "" } = context.request;
        const serve = Object.hasOwn(methods, method) ? methods[method] : undefined;
        const allow = Object.keys(methods).join(", ");
        answering.sendAnswer(
          context,
          serve === undefined
            ? adminRefusal({
                status: 405,
                message: `This address accepts ${allow} only.`,
                headers: ["Allow", `${allow}, OPTIONS`],
              })
            : await serve(context, body),
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
    return typeof token === "string" && token.length <= LONGEST_TOKEN && token.trim() !== "" ? token.trim() : undefined;
  } catch {
    return undefined;
  }
};
