import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Grant } from "../../../model/grant.ts";
import type { Sandbox, SandboxAnswer } from "../../../model/sandbox.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Answer, HttpContext } from "./http-context.ts";
import { createMountedEndpoint, type MountOptions } from "./mounted-endpoint.ts";

export interface SandboxEndpointOptions extends MountOptions {
  readonly sandbox: Sandbox;
  /** The address that the sandbox counts the request by; undefined if the request is not limited. */
  limitedAddress(context: HttpContext): string | undefined;
}

/** The account at the sandbox: one for each key, kept on rotation. Without keys, the supplier's own token decides. */
const accountOf = ({ tenant, keyId }: Grant) => (keyId === "none" ? { tenant } : { tenant, account: keyId });

const compress = promisify(gzip);
/** Smaller bodies are not worth compressing. */
const MIN_COMPRESSED_BYTES = 1024;

/** The sandbox of a supplier's API, mounted below a path. */
export const createSandboxEndpoint = (options: SandboxEndpointOptions): Endpoint => {
  const { sandbox, path, answering } = options;

  const send = async (context: HttpContext, { body, encoding, ...answer }: SandboxAnswer): Promise<void> => {
    const { status, headers: list, type } = headOf(answer);
    const compressed =
      body.length >= MIN_COMPRESSED_BYTES && /\bgzip\b/.test(context.request.headers["accept-encoding"] as string);
    if (compressed) list.push("Content-Encoding", "gzip", "Vary", "Accept-Encoding");
    const plain = encoding === undefined ? body : Buffer.from(body, encoding);
    answering.send(context, status, compressed ? await compress(plain) : plain, list, type);
  };

  const endpoint = createMountedEndpoint(options, {
    async serve(context, bytes) {
      const { request, id } = context;
      const address = options.limitedAddress(context);
      const answer = await sandbox.handle({
        method: request.method ?? "",
        url: (request.url ?? "").slice(path.length) || "/",
        headers: request.headers as Record<string, string | undefined>,
        body: bytes.toString(),
        bytes,
        requestId: id,
        ...accountOf(context.grant as Grant),
        ...(address !== undefined && { address }),
      });
      await send(context, answer);
    },
  });

  if (sandbox.tooMany === undefined) return endpoint;
  return {
    ...endpoint,
    tooMany({ id: requestId }, { limit, resetAt, retryAfter }): Answer {
      const { body, ...answer } = (sandbox as Required<Sandbox>).tooMany({ requestId, limit, resetAt });
      const { headers, ...head } = headOf(answer);
      return { ...head, body, headers: [...headers, "Retry-After", String(retryAfter)] };
    },
  };
};

/** Leaves out the request ID, which every response has anyway. */
const headOf = ({ status, headers }: Omit<SandboxAnswer, "body">) => {
  const { "content-type": type = "application/json", "x-request-id": _, ...others } = headers;
  return { status, type, headers: Object.entries(others).flat() };
};
