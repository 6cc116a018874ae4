import type { IncomingMessage, ServerResponse } from "node:http";
import type { Plugin } from "vite";
import { openEvents } from "./fake-events.ts";
import { type FakeRequest, Refusal } from "./fake-route.ts";
import { FAKE_ROUTES } from "./fake-routes.ts";

const COOKIE = "fake_console=in";

/**
 * An admin API with made-up data, inside Vite's development server: for working on pages without a server. Log in with
 * `demo`; another token is refused.
 */
export const fakeApi = (): Plugin => ({
  name: "fake-admin-api",
  configureServer({ middlewares }) {
    middlewares.use("/admin", (request, response) => void handle(request, response));
  },
});

const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://fake");
  const method = request.method ?? "GET";
  const loggedIn = request.headers.cookie?.includes(COOKIE) ?? false;
  try {
    const body = await bodyOf(request);
    if (pathname === "/login" && method === "POST") checkToken(body);
    else if (!loggedIn) throw new Refusal(401, "unauthenticated", "Log in first.");
    if (pathname === "/events") return openEvents(response);
    const found = routeFor(method, pathname);
    const answer = found.answer({ params: found.params, query: Object.fromEntries(searchParams), body });
    if (pathname === "/login") response.setHeader("Set-Cookie", `${COOKIE}; Path=/; HttpOnly; SameSite=Strict`);
    if (pathname === "/logout") response.setHeader("Set-Cookie", `${COOKIE}; Path=/; Max-Age=0`);
    send(response, answer === undefined ? 204 : 200, answer);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    send(response, error.status, { error: error.details });
  }
};

const routeFor = (method: string, path: string) => {
  for (const [its, pattern, answer] of FAKE_ROUTES) {
    const params = paramsIn(pattern, path);
    if (its === method && params) return { params, answer };
  }
  throw new Refusal(404, "not_found", `The fake has no ${method} ${path}.`, { hint: "Add it in web/dev." });
};

const paramsIn = (pattern: string, path: string): Record<string, string> | undefined => {
  const [wanted, given] = [pattern.split("/"), path.split("/")];
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, step] of wanted.entries()) {
    const value = decodeURIComponent(given[index] ?? "");
    if (step.startsWith(":")) params[step.slice(1)] = value;
    else if (step !== value) return undefined;
  }
  return params;
};

const checkToken = ({ token }: FakeRequest["body"]): void => {
  if (token !== "demo") throw new Refusal(401, "unauthenticated", "This token is not known here.", { field: "token" });
};

const bodyOf = async (request: IncomingMessage): Promise<FakeRequest["body"]> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return text === "" ? {} : JSON.parse(text);
};

const send = (response: ServerResponse, status: number, body: unknown): void => {
  response.statusCode = status;
  response.setHeader("Content-Type", "application/json");
  response.end(body === undefined ? "" : JSON.stringify(body));
};
