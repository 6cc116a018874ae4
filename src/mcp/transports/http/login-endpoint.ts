import type { Grant } from "../../../model/grant.ts";
import { isJsonObject } from "../../../model/json.ts";
import { adminRefusal, asAdminRefusal } from "./admin-refusal.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Answer, HttpContext } from "./http-context.ts";
import { isJson } from "./json-posts.ts";
import { createMountedEndpoint, type MountOptions } from "./mounted-endpoint.ts";

/** Where somebody shows a token once, and is known by a cookie from then on. */
export interface LoginDesk {
  /** Lets in whoever shows a good one; `headers` are what their browser is to keep. */
  logIn(context: HttpContext, token: string): Promise<LoggedInAnswer | Answer>;
  /** Who they are; undefined for nobody. */
  known(context: HttpContext): Promise<object | undefined>;
  /** Resolves to what their browser is to forget. */
  logOut(context: HttpContext): Promise<readonly string[]>;
}

export interface LoggedInAnswer {
  readonly loggedIn: object;
  readonly headers: readonly string[];
}

export interface LoginEndpointOptions extends Omit<MountOptions, "door" | "maxBodyBytes"> {
  readonly desk: LoginDesk;
}

const MOST_BYTES = 16_384;
const LONGEST_TOKEN = 8_192;
const NOBODY: Grant = { tenant: "", keyId: "none", admin: false };

type Serve = (context: HttpContext, body: Buffer) => Promise<Answer>;

/** `login` and `logout` below the path of the admin API: what is done before somebody is let in there, and after. */
export const createLoginEndpoint = ({ desk, ...options }: LoginEndpointOptions): Endpoint => {
  const { answering, path } = options;

  const logIn: Serve = async (context, body) => {
    const token = tokenIn(body);
    if (token === undefined) return adminRefusal(400, 'Send what you log in with, as JSON: { "token": "…" }.');
    const done = await desk.logIn(context, token);
    if (!("loggedIn" in done)) return done;
    return { status: 200, body: JSON.stringify(done.loggedIn), headers: done.headers };
  };

  const who: Serve = async (context) => {
    const known = await desk.known(context);
    return known === undefined
      ? adminRefusal(401, "Nobody is logged in here.")
      : { status: 200, body: JSON.stringify(known) };
  };

  const logOut: Serve = async (context) => ({ status: 204, headers: await desk.logOut(context) });

  const serves: Readonly<Record<string, Readonly<Record<string, Serve>>>> = {
    [`${path}/login`]: { GET: who, HEAD: who, POST: logIn },
    [`${path}/logout`]: { POST: logOut },
  };

  return createMountedEndpoint(
    { ...options, door: { enter: () => NOBODY }, maxBodyBytes: MOST_BYTES },
    {
      check: ({ request: { method, headers } }) =>
        method === "POST" && !isJson(headers["content-type"])
          ? adminRefusal(415, "Send JSON, with Content-Type: application/json.")
          : undefined,
      async serve(context, body) {
        const methods = serves[context.path] ?? {};
        const { method = "" } = context.request;
        const serve = Object.hasOwn(methods, method) ? methods[method] : undefined;
        const allow = Object.keys(methods).join(", ");
        answering.sendAnswer(
          context,
          serve === undefined
            ? { ...adminRefusal(405, `This address takes ${allow}.`), headers: ["Allow", `${allow}, OPTIONS`] }
            : await serve(context, body),
        );
      },
      refuse: (context, answer) => answering.sendAnswer(context, asAdminRefusal(answer)),
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
