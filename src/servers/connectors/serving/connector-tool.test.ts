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

describe("a call that goes well", () => {
  it("is answered and no more, so that nobody gets a stream who asked for none", async () => {
    expect(await levelsHeard()).toEqual([]);
  });

  it("is told step by step to those who ask for that", async () => {
    expect(await levelsHeard("debug")).toEqual(Array(8).fill("debug"));
  });
});
