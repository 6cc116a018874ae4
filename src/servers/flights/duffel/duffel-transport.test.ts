import { describe, expect, it } from "vitest";
import { OutboundError } from "../../../platform/outbound/outbound.ts";
import { sandboxTransport } from "./duffel-transport.ts";

const signal = new AbortController().signal;
const silent: Parameters<typeof sandboxTransport>[0] = { handle: () => new Promise(() => undefined) };

describe("the sandbox transport", () => {
  it("sends Duffel's required headers and returns the answer", async () => {
    const sent: unknown[] = [];
    const send = sandboxTransport({
      async handle(request) {
        sent.push(request);
        return { status: 201, headers: { "x-request-id": "r1" }, body: '{"data":"é"}' };
      },
    });
    const answer = await send({ method: "POST", path: "/air/offer_requests", body: "{}", signal, timeoutMs: 1000 });
    expect(sent).toMatchObject([
      {
        method: "POST",
        url: "/air/offer_requests",
        body: "{}",
        headers: { authorization: expect.stringMatching(/^Bearer duffel_test_/), "duffel-version": "v2" },
      },
    ]);
    expect(answer).toMatchObject({ status: 201, headers: { "x-request-id": "r1", date: expect.any(String) } });
    expect(answer.body.toString()).toBe('{"data":"é"}');
  });

  it("rejects on timeout and when the caller aborts", async () => {
    const send = sandboxTransport(silent);
    await expect(send({ method: "GET", path: "/", signal, timeoutMs: 5 })).rejects.toMatchObject({ reason: "timeout" });
    const leaving = new AbortController();
    const left = send({ method: "GET", path: "/", signal: leaving.signal, timeoutMs: 60_000 });
    leaving.abort();
    await expect(left).rejects.toBeInstanceOf(OutboundError);
    await expect(send({ method: "GET", path: "/", signal: leaving.signal, timeoutMs: 60_000 })).rejects.toMatchObject({
      reason: "cancelled",
    });
  });
});
