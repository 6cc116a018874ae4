import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, type IncomingHttpHeaders } from "node:http2";
import { PassThrough, pipeline, Readable } from "node:stream";
import type { Fetch } from "../../fixtures/mcp-clients.ts";
import type { Nginx } from "../../fixtures/nginx.ts";

/** `fetch` over one HTTP/2 connection that trusts nginx's certificate, because Node's own speaks HTTP/1.1 only. */
export const connectHttp2Fetch = async ({ url, ca }: Nginx): Promise<{ fetch: Fetch; close(): void }> => {
  const session = connect(url, { ca: readFileSync(ca) });
  await once(session, "connect");
  const fetch: Fetch = async (target, { method = "GET", headers, body, signal } = {}) => {
    const { pathname, search } = new URL(target);
    const stream = session.request({
      ":method": method,
      ":path": pathname + search,
      ...Object.fromEntries(new Headers(headers)),
    });
    const cut = () => stream.close();
    signal?.addEventListener("abort", cut);
    stream.once("close", () => signal?.removeEventListener("abort", cut));
    stream.end(body);
    // A separate stream, so that it can be read even if the connection closes early.
    const answer = pipeline(stream, new PassThrough(), () => undefined);
    const [answered] = (await once(stream, "response")) as [IncomingHttpHeaders & { ":status": number }];
    const { ":status": status, ...fields } = answered;
    const names = Object.entries(fields).filter(([name]) => !name.startsWith(":"));
    // A web Response with these statuses must not have a body, not even an empty one.
    const content = status === 204 ? null : (Readable.toWeb(answer) as ReadableStream);
    return new Response(content, { status, headers: names as [string, string][] });
  };
  return { fetch, close: () => session.destroy() };
};
