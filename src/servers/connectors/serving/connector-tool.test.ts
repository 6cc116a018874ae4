import { describe, expect, it } from "vitest";
import { startConnectors } from "../../../../test/integration/servers/connectors/connector-world.ts";

const stay = { hotelId: "9100", arrivalDate: "2025-12-17", departureDate: "2025-12-20", rooms: [{ adults: 2 }] };

const levelsHeard = async (level?: string): Promise<readonly string[]> => {
  const { connect } = await startConnectors();
  const client = await connect("capcorn");
  if (level !== undefined) await client?.request("logging/setLevel", { level });
  expect(await client?.call("availability_search", stay)).not.toHaveProperty("isError", true);
  return (client?.heard ?? []).map(({ params }) => params.level);
};

describe("a successful connector call", () => {
  it("sends no log messages by default, so that its response is not a stream", async () => {
    expect(await levelsHeard()).toEqual([]);
  });

  it("logs every step at level debug", async () => {
    expect(await levelsHeard("debug")).toEqual(Array(8).fill("debug"));
  });
});
