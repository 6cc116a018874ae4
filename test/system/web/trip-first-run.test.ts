import { beforeAll, describe, expect, it } from "vitest";
import type { Carried } from "../../../src/console/contract.ts";
import { checkValue, withoutEmpty } from "../../../web/src/components/schema-form/form-value.ts";
import { effectOf, initialArguments, type Tool } from "../../../web/src/components/tool-call/arguments.ts";
import { outcomeOf } from "../../../web/src/components/tool-call/outcome.ts";
import { type HttpTaxiway, launchHttpTaxiway } from "../../fixtures/http-taxiway.ts";
import { adminToken } from "./console-walk.ts";

/** Arguments that name something that has to be found or booked first. */
const LATER = ["pnr", "ids", "flightIds", "offer_id", "flightNumber", "flightId"];
const needsOther = ({ inputSchema }: Tool): boolean =>
  LATER.some((name) => Object.hasOwn(inputSchema["properties"] ?? {}, name));

describe("the form of a built-in read-only tool", () => {
  let taxiway: HttpTaxiway;
  beforeAll(async () => {
    // Its dates are after the browser's today.
    taxiway = await launchHttpTaxiway({ TAXIWAY_STORE: "memory", CLOCK: "system" });
    return async () => void (await taxiway.stop());
  });

  const asked = async <Answer>(path: string, body?: object): Promise<Answer> => {
    const headers = { Authorization: `Bearer ${adminToken(taxiway)}`, "Content-Type": "application/json" };
    const sent = body === undefined ? { headers } : { headers, method: "POST", body: JSON.stringify(body) };
    return (await fetch(`http://127.0.0.1:${taxiway.port}/admin${path}`, sent)).json() as Promise<Answer>;
  };

  it.each(["gds", "flights", "toolbox", "capcorn"])("of %s is valid when it is opened", async (server) => {
    const { tools } = await asked<{ tools: readonly Tool[] }>(`/servers/${server}/tools`);
    const readers = tools.filter((tool) => effectOf(tool) === "read-only" && !needsOther(tool));
    expect(readers.length).toBeGreaterThan(0);
    for (const tool of readers) {
      const given = initialArguments(tool, new Date());
      expect([tool.name, checkValue(tool.inputSchema, given)]).toEqual([tool.name, {}]);
      const params = { name: tool.name, arguments: withoutEmpty(given) };
      const request = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
      const carried = await asked<Carried>(`/servers/${server}/rpc`, { request });
      expect([tool.name, outcomeOf(carried)]).toEqual([tool.name, expect.objectContaining({ kind: "result" })]);
    }
  });
});
