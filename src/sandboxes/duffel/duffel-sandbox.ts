import type { Sandbox, SandboxAnswer, SandboxRequest } from "../../model/sandbox.ts";
import { callerOf, checkHeaders, scenarioOf } from "./admission.ts";
import { DuffelError } from "./duffel-error.ts";
import { envelope, errorEnvelope } from "./envelope.ts";
import { placeRoutes } from "./place-routes.ts";
import { asDuffelError, notFound } from "./problems.ts";
import { createRateLimits, refusedByAddress } from "./rate-limits.ts";
import { createReference } from "./reference.ts";
import { referenceRoutes } from "./reference-routes.ts";
import { readData } from "./request-body.ts";
import { createRouter } from "./router.ts";
import type { SandboxContext, SandboxParts } from "./sandbox-context.ts";
import { offerRequestRoutes } from "./search/offer-request-routes.ts";
import { createOfferRequests } from "./search/offer-requests.ts";
import { offerRoutes } from "./search/offer-routes.ts";
import { createOfferBook } from "./search/offers.ts";
import { seatMapRoutes } from "./search/seat-map-routes.ts";

/** Duffel's API v2 over the generated world. */
export const createDuffelSandbox = (parts: SandboxParts): Sandbox => {
  const { travel, places, store, clock, seed, log, outbound } = parts;
  const reference = createReference(parts);
  const requests = createOfferRequests({ store, clock });
  const book = createOfferBook({ ...parts, reference, requests });
  const context: SandboxContext = { travel, places, store, clock, seed, log, outbound, reference, offers: book };
  const orders = parts.orderRoutes?.(context);
  const find = createRouter([
    ...referenceRoutes(reference),
    ...placeRoutes(places, reference),
    ...offerRequestRoutes({ places, clock, seed, requests, book, reference }),
    ...offerRoutes({ requests, book }),
    ...seatMapRoutes(book),
    ...(orders?.routes ?? []),
  ]);
  const limits = createRateLimits(parts);

  const answer = async (request: SandboxRequest): Promise<SandboxAnswer> => {
    const { method, headers, body } = request;
    const caller = callerOf(headers, request);
    checkHeaders(headers, body.trim() !== "");
    const { pathname, searchParams: query } = addressOf(request.url);
    const found = find(method.toUpperCase(), pathname);
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
      const refused = refusal(error, request);
      return { ...refused, headers: { ...allowance.headers, ...refused.headers } };
    }
  };

  const refusal = (error: unknown, { requestId, method }: SandboxRequest): SandboxAnswer => {
    const known = asDuffelError(error);
    if (known === undefined) log.error("duffel sandbox defect", { requestId, method, error });
    return errorEnvelope(known ?? defect(), requestId);
  };

  return {
    async handle(request) {
      const given = await answer(request).catch((error: unknown) => refusal(error, request));
      return { ...given, headers: { ...given.headers, "x-request-id": request.requestId } };
    },
    tooMany: refusedByAddress,
    close: async () => orders?.close?.(),
  };
};

/** Whatever follows the sandbox's own address; a host in it means nothing. */
const addressOf = (url: string): URL => {
  try {
    return new URL(url.replace(/^\/+/, "/"), "http://sandbox");
  } catch {
    throw notFound();
  }
};

const defect = (): DuffelError =>
  new DuffelError(500, {
    type: "api_error",
    code: "internal_server_error",
    title: "Internal server error",
    message: "Something went wrong in the sandbox. Its log has more under the request id.",
  });
