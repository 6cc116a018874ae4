import type { Grant } from "../../../model/grant.ts";
import { isJsonObject } from "../../../model/json.ts";
import { adminRefusal, asAdminRefusal } from "./admin-refusal.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Answer, HttpExchange } from "./http-exchange.ts";
import { isJson } from "./json-posts.ts";
import { createMountedEndpoint, type MountOptions } from "./mounted-endpoint.ts";

/** Where somebody shows a token once, and is known by a cookie from then on. */
export interface LoginDesk {
  /** Lets in whoever shows a good one; `headers` are what their browser is to keep. */
  logIn(exchange: HttpExchange, token: string): Promise<LoggedInAnswer | Answer>;
  /** Who they are; undefined for nobody. */
  known(exchange: HttpExchange): Promise<object | undefined>;
  /** Resolves to what their browser is to forget. */
  logOut(exchange: HttpExchange): Promise<readonly string[]>;
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

type Serve = (exchange: HttpExchange, body: Buffer) => Promise<Answer>;

/** `login` and `logout` below the path of the admin API: what is done before somebody is let in there, and after. */
export const createLoginEndpoint = ({ desk, ...options }: LoginEndpointOptions): Endpoint => {
  const { answering, path } = options;

  const logIn: Serve = async (exchange, body) => {
    const token = tokenIn(body);
    if (token === undefined) return adminRefusal(400, 'Send what you log in with, as JSON: { "token": "…" }.');
    const done = await desk.logIn(exchange, token);
    if (!("loggedIn" in done)) return done;
    return { status: 200, body: JSON.stringify(done.loggedIn), headers: done.headers };
  };

  const who: Serve = async (exchange) => {
    const known = await desk.known(exchange);
    return known === undefined
      ? adminRefusal(401, "Nobody is logged in here.")
      : { status: 200, body: JSON.stringify(known) };
  };

  const logOut: Serve = async (exchange) => ({ status: 204, headers: await desk.logOut(exchange) });

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
      async serve(exchange, body) {
        const methods = serves[exchange.path] ?? {};
        const { method = "" } = exchange.request;
        const serve = Object.hasOwn(methods, method) ? methods[method] : undefined;
        const allow = Object.keys(methods).join(", ");
        answering.sendAnswer(
          exchange,
          serve === undefined
            ? { ...adminRefusal(405, `This address takes ${allow}.`), headers: ["Allow", `${allow}, OPTIONS`] }
            : await serve(exchange, body),
        );
      },
      refuse: (exchange, answer) => answering.sendAnswer(exchange, asAdminRefusal(answer)),
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
