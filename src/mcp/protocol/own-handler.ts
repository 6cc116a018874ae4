import type { Method } from "../tools/server-definition.ts";
import { asking } from "./call.ts";
import { members } from "./json-rpc.ts";
import type { Handler } from "./request-context.ts";
import type { Seal } from "./seal.ts";

/** A server's own method: its result in its own shape, inside of what the era wants around every result. */
export const ownHandler =
  (method: Method, seal: Seal): Handler =>
  (request) =>
    asking(request, seal, async (call) => {
      const { _meta: meta, ...result } = (await method(request.params, call)) as { readonly _meta?: object };
      return request.era.result(members(result), meta && members(meta));
    });
