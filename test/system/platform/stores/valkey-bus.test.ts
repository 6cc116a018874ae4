import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openValkeyBus } from "../../../../src/platform/stores/valkey-bus.ts";
import { parseValkeyUrl } from "../../../../src/platform/stores/valkey-url.ts";
import { describeBus } from "../../../fixtures/contracts/bus.ts";
import { startValkey, startValkeyCluster, type ValkeyServer } from "../../../fixtures/valkey.ts";

let server: ValkeyServer;
let cluster: Awaited<ReturnType<typeof startValkeyCluster>>;
beforeAll(async () => {
  [server, cluster] = await Promise.all([startValkey(), startValkeyCluster()]);
});
afterAll(() => Promise.all([server.stop(), cluster.stop()]));

const openAt = (url: string) => openValkeyBus({ address: parseValkeyUrl(url) });
const threeAt = async (url: string) => [await openAt(url), await openAt(url), await openAt(url)] as const;

describeBus("a Valkey server", () => threeAt(server.url));
describeBus("a Valkey cluster", async () => {
  const [first, second, third] = cluster.servers.map(({ url }) => url) as [string, string, string];
  return [
    await openAt(`${first}?cluster=true`),
    await openAt(`${second}?cluster=true`),
    await openAt(`${third},${first.slice(9)}`),
  ];
});

describe("the Valkey bus", () => {
  it("ignores other messages on its channel", async () => {
    const bus = await openAt(server.url);
    const heard: unknown[] = [];
    bus.listen("topic", (body) => heard.push(body));
    for (const garbage of ["", "no json", "7", "null", "[]", "{}", '{"from":1,"topic":"topic","body":1}']) {
      expect(await server.cli("PUBLISH", "taxiway:news", garbage)).toBe("1");
    }
    await server.cli("PUBLISH", "taxiway:news", '{"from":"an operator","topic":"topic","body":"news"}');
    await vi.waitFor(() => expect(heard).toEqual(["news"]));
    await bus.close();
  });

  it("reports a missing server", async () => {
    const gone = await startValkey();
    await gone.stop();
    await expect(openAt(gone.url)).rejects.toMatchObject({ kind: "unavailable", details: { retryable: true } });
    await expect(openAt(gone.url)).rejects.toThrow("ECONNREFUSED");
  });

  it("closes its connections", async () => {
    const bus = await openAt(server.url);
    await bus.close();
    await vi.waitFor(async () => expect(await server.cli("CLIENT", "LIST")).not.toContain("name=taxiway"));
  });

  it("drops messages while the server is unavailable, and works again when it is back", async () => {
    const restarting = await startValkey();
    const [here, there] = [await openAt(restarting.url), await openAt(restarting.url)];
    const heard = vi.fn();
    there.listen("topic", heard);
    await restarting.kill();
    for (let turn = 0; turn < 100; turn++) here.publish("topic", "lost");
    await restarting.start();
    await vi.waitFor(
      () => {
        here.publish("topic", "found");
        expect(heard).toHaveBeenCalledWith("found");
      },
      { timeout: 20_000 },
    );
    expect(heard).not.toHaveBeenCalledWith("lost");
    await Promise.all([here.close(), there.close()]);
    await restarting.stop();
  });

  it("moves to another node of a cluster when its own is gone, even if only one was configured", async () => {
    const three = await startValkeyCluster();
    const [first, second] = three.servers as [ValkeyServer, ValkeyServer];
    const [here, there] = [await openAt(`${first.url}?cluster=true`), await openAt(`${second.url}?cluster=true`)];
    const heard = vi.fn();
    here.listen("topic", heard);
    await first.kill();
    await vi.waitFor(
      () => {
        there.publish("topic", "still here");
        expect(heard).toHaveBeenCalled();
      },
      { timeout: 20_000 },
    );
    await Promise.all([here.close(), there.close()]);
    await three.stop();
  });

  it("closes at once while a server hangs", async () => {
    const hanging = await startValkey();
    const bus = await openAt(hanging.url);
    hanging.signal("SIGSTOP");
    bus.publish("topic", "unheard");
    await bus.close();
    hanging.signal("SIGCONT");
    await hanging.stop();
  });
});
