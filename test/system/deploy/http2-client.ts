import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type ClientHttp2Session, type ClientHttp2Stream, connect, type IncomingHttpHeaders } from "node:http2";
import { onTestFinished } from "vitest";
import type { Nginx } from "../../fixtures/nginx.ts";

export interface Http2Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Http2Client {
  readonly session: ClientHttp2Session;
  open(headers: Readonly<Record<string, string>>, body?: string): ClientHttp2Stream;
  ask(headers: Readonly<Record<string, string>>, body?: string): Promise<Http2Answer>;
}

/** An HTTP/2 connection to nginx that trusts only its certificate. Closed when the test ends. */
export const connectHttp2 = async ({ url, ca }: Nginx): Promise<Http2Client> => {
  const session = connect(url, { ca: readFileSync(ca) });
  onTestFinished(() => session.destroy());
  await once(session, "connect");
  const open: Http2Client["open"] = (headers, body) => {
    const stream = session.request({ ":method": body === undefined ? "GET" : "POST", ...headers });
    stream.end(body);
    return stream;
  };
  return {
    session,
    open,
    async ask(headers, body) {
      const stream = open(headers, body);
      const [answered] = (await once(stream, "response")) as [IncomingHttpHeaders & { ":status": number }];
      let text = "";
      for await (const part of stream.setEncoding("utf8")) text += part;
      return { status: answered[":status"], headers: answered, body: text };
    },
  };
};
