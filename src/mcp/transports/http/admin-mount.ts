import { adminRefusal } from "./admin-refusal.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Answering } from "./http-context.ts";

export interface AdminMountOptions {
  /** For every address that none of the others has. */
  readonly api: Endpoint;
  readonly own: ReadonlyMap<string, Endpoint>;
  readonly limiter: Endpoint["limiter"];
  readonly answering: Answering;
}

/** What a browser says about a request that a page of somebody else had it send, be it a picture or a link. */
const FOREIGN: ReadonlySet<string> = new Set(["cross-site", "same-site"]);

/**
 * Everything at one address. A browser shows a login by itself, so nothing here may be done on behalf of a page that is
 * not ours: the edge refuses other origins, and this what has no origin because it is no request of a script.
 */
export const createAdminMount = ({ api, own, limiter, answering }: AdminMountOptions): Endpoint => {
  const all = [api, ...new Set(own.values())];
  return {
    limiter,
    handle(context) {
      const { request, response, path } = context;
      // On every response: some contain keys.
      response.setHeader("Cache-Control", "no-store");
      response.setHeader("X-Content-Type-Options", "nosniff");
      response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
      if (FOREIGN.has(String(request.headers["sec-fetch-site"]))) {
        const message = "Pages of other sites may not use the admin API.";
        return answering.sendAnswer(context, adminRefusal({ status: 403, message }));
      }
      (own.get(path) ?? api).handle(context);
    },
    async drain() {
      await Promise.all(all.map((endpoint) => endpoint.drain()));
    },
    close() {
      for (const endpoint of all) endpoint.close();
    },
  };
};
