import type { IncomingMessage, ServerResponse } from "node:http";
import type { Log } from "../../model/log.ts";
import { traceIdOf } from "./request-id.ts";
import type { TaxiwayMetrics } from "./taxiway-metrics.ts";

interface FinishedRequest {
  readonly request: Pick<IncomingMessage, "method" | "headers">;
  readonly response: Pick<ServerResponse, "statusCode">;
  readonly id: string;
  readonly address: string;
  readonly refused: string | undefined;
}

/** Returns a function that counts and logs an HTTP request when its response is closed. */
export const createRequestObserver =
  ({
    metrics,
    log,
    isWanted,
  }: {
    readonly metrics: TaxiwayMetrics;
    readonly log: Log;
    /** Whether log lines are written or shown at all. */
    isWanted(): boolean;
  }) =>
  (
    { request, response, id, address, refused }: FinishedRequest,
    route: string | undefined,
    milliseconds: number,
  ): void => {
    const { method = "", headers } = request;
    const { statusCode: status } = response;
    metrics.httpRequest(method, route, status, milliseconds / 1000);
    if (refused === "rate limit") metrics.rateLimited();
    else if (refused !== undefined) metrics.shed(refused);
    if (!isWanted()) return;
    const traceId = traceIdOf(headers["traceparent"] as string | undefined);
    log.info("request", {
      requestId: id,
      method: request.method,
      route,
      status,
      milliseconds: Math.round(milliseconds * 100) / 100,
      address,
      ...(traceId !== undefined && { traceId }),
    });
  };
