import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CONFORMANCE, conformanceOf } from "../../fixtures/conformance.ts";
import { startHttpTaxiway } from "../../fixtures/http-taxiway.ts";
import { startValkey, type ValkeyServer } from "../../fixtures/valkey.ts";
import { CAN_BE_ASKED, longCall, messagesOf, speaks } from "./messages.ts";
import { openSession } from "./remote-session.ts";

describe("a node that is killed during a call", () => {
  let valkey: ValkeyServer;
  beforeAll(async () => {
    valkey = await startValkey();
  });
  afterAll(() => valkey?.stop());

  const startNode = async () =>
    conformanceOf(
      await startHttpTaxiway({
        VALKEY_URL: valkey.url,
        RATE_LIMIT_ENABLED: "false",
        ...CONFORMANCE,
      }),
    );

  it("is detected by the others, which end its streams with a retryable error", {
    timeout: 60_000,
  }, async () => {
    const [one, two, doomed] = await Promise.all([startNode(), startNode(), startNode()]);
    const session = await openSession(one, CAN_BE_ASKED);
    const [first, second] = await Promise.all([
      session.stream(doomed, longCall("resumed before")),
      session.stream(doomed, longCall("resumed after")),
    ]);
    const { id: placeInFirst } = await first.find(speaks("elicitation/create"));
    const { id: placeInSecond } = await second.find(speaks("elicitation/create"));
    const before = await session.listen(two, placeInFirst);
    await doomed.stop("SIGKILL");
    const after = await session.listen(one, placeInSecond);
    await Promise.all([before.ended, after.ended]);

    const abandoned = (id: string) =>
      expect.objectContaining({
        id,
        error: expect.objectContaining({ code: -32603, data: expect.objectContaining({ retryable: true }) }),
      });
    expect(messagesOf(before.events)).toEqual([abandoned("resumed before")]);
    expect(messagesOf(after.events)).toEqual([abandoned("resumed after")]);
    for (const node of [one, two]) expect((await session.ask(node, "ping")).status).toBe(200);
  });
});
