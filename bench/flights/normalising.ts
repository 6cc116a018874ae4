import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { normaliseOffers } from "../../src/servers/flights/duffel/normalise-offers.ts";
import { parseJson } from "../../src/servers/flights/duffel/untrusted-values.ts";
import { manyOffers, offerRequest } from "../../test/fixtures/duffel/offers.ts";
import { inTurns, ratio, typical } from "../rounds.ts";
import { table } from "../table.ts";

const OFFERS = 229;
const ROUNDS = 60;

interface Sample {
  readonly ms: number;
  /** In megabytes. */
  readonly allocated: number;
  /** Megabytes that are retained as long as the result. */
  readonly kept: number;
}

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
const heapMegabytes = (): number => process.memoryUsage().heapUsed / 1_048_576;

const runner = (work: () => unknown) => ({
  async sample(): Promise<Sample> {
    collectGarbage();
    const before = heapMegabytes();
    const began = performance.now();
    const result = [work()];
    const ms = performance.now() - began;
    const allocated = heapMegabytes() - before;
    collectGarbage();
    const kept = heapMegabytes() - before;
    result.pop();
    return { ms, allocated, kept };
  },
});

/** Compares parsing and normalising the full response of a busy route with JSON.parse. */
export const normalising = async (): Promise<string> => {
  const body = Buffer.from(JSON.stringify(offerRequest(manyOffers(OFFERS))));
  const offersIn = (parsed: unknown) => (parsed as { data: { offers: readonly unknown[] } }).data.offers;
  const rows = [
    { name: "JSON.parse alone", work: () => JSON.parse(body.toString()) as unknown },
    { name: "parsed with a check of its depth", work: () => parseJson(body) },
    { name: "parsed and normalised, 50 kept", work: () => normaliseOffers(offersIn(parseJson(body))) },
  ];
  const measured = await inTurns(
    rows.map(({ work }) => runner(work)),
    ROUNDS,
  );
  const baseline = measured[0] ?? [];
  return [
    `An answer of ${OFFERS} offers, ${(body.length / 1e6).toFixed(1)} MB:`,
    table(
      ["reading", "ms", "× parse", "MB allocated", "× parse", "MB kept"],
      rows.map(({ name }, index) => {
        const own = measured[index] ?? [];
        return [
          name,
          typical(own, "ms").toFixed(1),
          ratio(own, baseline, "ms").toFixed(2),
          typical(own, "allocated").toFixed(1),
          ratio(own, baseline, "allocated").toFixed(2),
          typical(own, "kept").toFixed(2),
        ];
      }),
    ),
  ].join("\n\n");
};
