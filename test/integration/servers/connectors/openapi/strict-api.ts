import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface Asked {
  readonly method: string;
  /** The path as received, not decoded. */
  readonly path: string;
  /** The query as received, without its question mark. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Told {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text and bytes are sent unchanged, everything else as JSON. */
  readonly body?: unknown;
}

/** `params` are the decoded path parameters. */
export type Handler = (asked: Asked, ...params: string[]) => Told;

export interface StrictApiOptions {
  /** Operations by method and path: `GET /pets/{id}`. A parameter is one path segment with any encoding. */
  readonly routes: Readonly<Record<string, Handler>>;
  /** Checks credentials first; its answer, if any, is sent. */
  guard?(asked: Asked): Told | undefined;
}

/** Requests that a real API would have rejected. */
class WrongRequest extends Error {}

export const demand: (isRight: boolean, complaint: string) => asserts isRight = (isRight, complaint) => {
  if (!isRight) throw new WrongRequest(complaint);
};

/** Wraps an answer with a check that the body is JSON of that type without unknown properties. */
export const jsonIn = (
  { headers, body }: Asked,
  known: readonly string[],
  type = "application/json",
  // biome-ignore lint/suspicious/noExplicitAny: of whatever form the caller of a tool gave it
): any => {
  demand(headers["content-type"] === type, `Content-Type must be ${type}, got ${headers["content-type"]}.`);
  const value = JSON.parse(body.toString("utf8"));
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  demand(unknown === undefined, `${unknown} is not known.`);
  return value;
};

export const acceptsOnly = ({ headers }: Asked, type: string): void =>
  demand(headers.accept === type, `Accept must be ${type}, got ${headers.accept}.`);

export const sendsNothing = ({ headers, body }: Asked): void =>
  demand(body.length === 0 && headers["content-type"] === undefined, "There must be no body.");

/** A real HTTP server on loopback that answers as its API does, and rejects everything inexact. */
export const startStrictApi = async ({ routes, guard }: StrictApiOptions) => {
  const asked: Asked[] = [];
  const table = Object.entries(routes).map(([route, handler]) => {
    const [method, path = ""] = route.split(" ");
    const literal = path.replace(/[.;*+?()|[\]\\]/g, "\\$&");
    return { method, form: new RegExp(`^${literal.replace(/\{\w+\}/g, "([^/]+)")}$`), handler };
  });

  const tell = (request: Asked): Told => {
    const refused = guard?.(request);
    if (refused) return refused;
    const found = table.flatMap(({ method, form, handler }) => {
      const match = method === request.method ? form.exec(request.path) : null;
      return match ? [{ handler, params: match.slice(1).map(decodeURIComponent) }] : [];
    });
    demand(found[0] !== undefined, `There is no ${request.method} ${request.path}.`);
    return found[0].handler(request, ...found[0].params);
  };

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => void chunks.push(chunk));
    request.on("end", () => {
      const [path = "", query = ""] = (request.url ?? "").split("?", 2);
      const { method = "", headers } = request;
      const whole = { method, path, query, headers, body: Buffer.concat(chunks) };
      asked.push(whole);
      const { status = 200, headers: own = {}, body } = orComplaint(() => tell(whole));
      const isRaw = typeof body === "string" || Buffer.isBuffer(body);
      response.writeHead(status, {
        ...(body !== undefined && !isRaw && { "content-type": "application/json" }),
        ...own,
      });
      response.end(body === undefined || isRaw ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  return {
    ...{ asked, host, url: `http://${host}` },
    last: (): Asked => {
      const request = asked.at(-1);
      if (request === undefined) throw new Error("There was no request.");
      return request;
    },
  };
};

const orComplaint = (answer: () => Told): Told => {
  try {
    return answer();
  } catch (error) {
    if (error instanceof WrongRequest) return { status: 400, body: { message: `Wrong request: ${error.message}` } };
    return { status: 500, body: { message: `The test's own API broke: ${error}` } };
  }
};
