import type { Sandbox, SandboxAnswer, SandboxRequest } from "../../model/sandbox.ts";
import { asDuffelError, internalError, notFound } from "./duffel-error.ts";
import { envelope, errorEnvelope, readData } from "./json-body.ts";
import { createRateLimits, refusedByAddress } from "./rate-limits.ts";
import { createReference } from "./reference.ts";
import { referenceRoutes } from "./reference-routes.ts";
import { callerOf, checkHeaders, scenarioOf } from "./request-headers.ts";
import { createRouter } from "./router.ts";
import type { SandboxContext, SandboxParts } from "./sandbox-context.ts";
import { offerRequestRoutes } from "./search/offer-request-routes.ts";
import { createOfferRequests } from "./search/offer-requests.ts";
import { offerRoutes } from "./search/offer-routes.ts";
import { createOffers } from "./search/offers.ts";

/** Duffel's API v2 over the generated world. */
export const createDuffelSandbox = (parts: SandboxParts): Sandbox => {
  const { travel, places, store, clock, seed, log, outbound } = parts;
  const reference = createReference(parts);
  const requests = createOfferRequests({ store, clock });
  const offers = createOffers({ ...parts, reference, requests });
  const context: SandboxContext = { travel, places, store, clock, seed, log, outbound, reference, offers };
  const orders = parts.orderRoutes?.(context);
  const findRoute = createRouter([
    ...referenceRoutes(places, reference),
    ...offerRequestRoutes({ ...context, requests }),
    ...offerRoutes({ requests, offers }),
    ...(orders?.routes ?? []),
  ]);
  const limits = createRateLimits(parts);

  const answer = async (request: SandboxRequest): Promise<SandboxAnswer> => {
    const { method, headers, body } = request;
    const caller = callerOf(headers, request);
    checkHeaders(headers, body.trim() !== "");
    const { pathname, searchParams: query } = addressOf(request.url);
    const found = findRoute(method.toUpperCase(), pathname);
    if (found === undefined) throw notFound();
    const { route, params } = found;
    const scenario = scenarioOf(headers);
    const allowance = await limits.count(caller, route.search === true);
    try {
      if (allowance.refusal) throw allowance.refusal;
      const data = readData(body);
      const result = envelope(await route.run({ id: params.id ?? "", params, query, data, scenario, caller }));
      return { ...result, headers: { ...allowance.headers, ...result.headers } };
    } catch (error) {
      const refused = errorAnswer(error, request);
      return { ...refused, headers: { ...allowance.headers, ...refused.headers } };
    }
  };

  const errorAnswer = (error: unknown, { requestId, method }: SandboxRequest): SandboxAnswer => {
    const known = asDuffelError(error);
    if (known === undefined) log.error("duffel sandbox defect", { requestId, method, error });
    return errorEnvelope(known ?? internalError(), requestId);
  };

  return {
    async handle(request) {
      const result = await answer(request).catch((error: unknown) => errorAnswer(error, request));
      return { ...result, headers: { ...result.headers, "x-request-id": request.requestId } };
    },
    tooMany: refusedByAddress,
    close: async () => orders?.close?.(),
  };
};

/** Parses the path below the sandbox's address. A host in it is ignored. */
const addressOf = (url: string): URL => {
  try {
    return new URL(url.replace(/^\/+/, "/"), "http://sandbox");
  } catch {
    throw notFound();
  }
};
