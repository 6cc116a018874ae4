import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

interface World {
  readonly flights: readonly (readonly object[])[];
  readonly cars: readonly (readonly object[])[];
  readonly hotels: readonly (readonly object[])[];
}

const program = resolve(import.meta.dirname, "print-world.ts");

const worldIn = async (TZ: string): Promise<World> => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", program], {
    env: { TZ },
    maxBuffer: 2 ** 26,
  });
  return JSON.parse(stdout) as World;
};

it("the world has the same flights, cars and hotels in every time zone of the machine", async () => {
  const first = await worldIn("Pacific/Kiritimati");
  for (const found of [first.flights, first.cars, first.hotels].flat()) expect(found.length).toBeGreaterThan(0);
  expect(await worldIn("America/Los_Angeles")).toEqual(first);
  expect(await worldIn("America/St_Johns")).toEqual(first);
});
