import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Grant } from "../../../model/grant.ts";
import type { Sandbox, SandboxAnswer } from "../../../model/sandbox.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Answer, HttpContext } from "./http-context.ts";
import { createMountedEndpoint, type MountOptions } from "./mounted-endpoint.ts";

export interface SandboxEndpointOptions extends MountOptions {
  readonly sandbox: Sandbox;
  /** The address that a request counts for; undefined where it is not limited. */
  limitedAddress(context: HttpContext): string | undefined;
}

/** A key or token is who has it, also when it is made anew; without keys, a token of the supplier's own kind tells. */
const whoseOf = ({ tenant, keyId }: Grant) => (keyId === "none" ? { tenant } : { tenant, account: keyId });

const compress = promisify(gzip);
/** Below that, packing costs more than it saves. */
const WORTH_PACKING = 1024;

/** A supplier's own API, mounted below a path. */
export const createSandboxEndpoint = (options: SandboxEndpointOptions): Endpoint => {
  const { sandbox, path, answering } = options;

  const send = async (context: HttpContext, { body, encoding, ...answer }: SandboxAnswer): Promise<void> => {
    const { status, headers: list, type } = headOf(answer);
    const packed =
      body.length >= WORTH_PACKING && /\bgzip\b/.test(context.request.headers["accept-encoding"] as string);
    if (packed) list.push("Content-Encoding", "gzip", "Vary", "Accept-Encoding");
    const plain = encoding === undefined ? body : Buffer.from(body, encoding);
    answering.send(context, status, packed ? await compress(plain) : plain, list, type);
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
        ...whoseOf(context.grant as Grant),
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

/** Every response has the request's id already. */
const headOf = ({ status, headers }: Omit<SandboxAnswer, "body">) => {
  const { "content-type": type = "application/json", "x-request-id": _, ...others } = headers;
  return { status, type, headers: Object.entries(others).flat() };
};
