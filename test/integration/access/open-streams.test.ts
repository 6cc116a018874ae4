import { expect, it } from "vitest";
import { bearer, openWith } from "../../fixtures/access/key-holder.ts";
import { startKeyed } from "../../fixtures/access/keyed-taxiway.ts";
import { modernPost } from "../../fixtures/mcp/transports/http/mcp-over-http.ts";
import { openStream } from "../../fixtures/mcp/transports/http/raw-http.ts";

it("revoking a key closes its streams and leaves the streams of other keys open", async () => {
  const taxiway = await startKeyed();
  const listen = async (key: string) => {
    const session = await openWith(taxiway.port, key);
    const asking = modernPost("subscriptions/listen", { notifications: { toolsListChanged: true } });
    const streams = [
      await session.listen(),
      await openStream(taxiway.port, { ...asking, headers: { ...asking.headers, ...bearer(key) } }),
    ];
    const closed = new Set<number>();
    for (const [index, stream] of streams.entries())
      stream.ended.then(
        () => closed.add(index),
        () => undefined,
      );
    return { streams, closed };
  };
  const doomed = await taxiway.keyring.create({ name: "doomed", tenant: "acme" });
  const other = await listen(await taxiway.key({ tenant: "acme" }));
  const { streams } = await listen(doomed.key);
  await taxiway.keyring.revoke(doomed.record.keyId);
  await Promise.all(streams.map(({ ended }) => ended));
  expect(other.closed.size).toBe(0);
});
