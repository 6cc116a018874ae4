import { expect, it, onTestFinished, vi } from "vitest";
import { startValkey } from "../../fixtures/valkey.ts";
import { AT_REST, startHttpTaxiway } from "./measured-taxiway.ts";
import { message, modernHeaders, posted, withEnvelope, written } from "./requests.ts";
import { openWire } from "./wire.ts";

const PING = { method: "tools/list", params: withEnvelope({}) };

it("a server does not count a request whose client disconnected while its limit was read", async () => {
  const valkey = await startValkey();
  onTestFinished(() => valkey.stop());
  const server = await startHttpTaxiway({
    TAXIWAY_STORE: "valkey",
    VALKEY_URL: valkey.url,
    RATE_LIMIT_ENABLED: "true",
    TAXIWAY_TRUSTED_PROXIES: "loopback",
  });
  const wires = await Promise.all(Array.from({ length: 20 }, () => openWire(server.port)));
  valkey.signal("SIGSTOP");
  for (const [index, wire] of wires.entries()) {
    wire.send(posted([...modernHeaders(PING), ["X-Forwarded-For", `192.0.2.${index}`]], message(1, PING)));
  }
  // When the server answers something that was sent later, it has read what was sent before.
  const last = await openWire(server.port);
  last.send(written("OPTIONS", "/mcp", [["Host", "localhost"]]));
  expect((await last.answer())?.status).toBe(204);
  for (const wire of [...wires, last]) wire.abort();
  await vi.waitFor(async () => expect(await server.load()).toMatchObject({ connections: 1 }));
  valkey.signal("SIGCONT");
  const late = await openWire(server.port);
  late.send(posted(modernHeaders(PING), message(1, PING)));
  expect((await late.answer())?.status).toBe(200);
  late.abort();
  await vi.waitFor(async () => expect(await server.load()).toEqual(AT_REST));
});
