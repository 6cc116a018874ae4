import { brokenText, json, mutated } from "./mutate.ts";
import { message, written } from "./requests.ts";
import { addressed, type Family, IDS, one } from "./shot.ts";

export const wrongFields: Family = (draw, loot) => {
  const { headers, asked } = addressed(draw, loot, loot.errands.next(loot.offers, loot.pnrs));
  return one(written("POST", "/mcp", headers, json(message(draw.pick(IDS), asked))));
};

export const wrongMessage: Family = (draw, loot) => {
  const { headers, asked } = addressed(draw, loot, loot.errands.next(loot.offers, loot.pnrs));
  return one(written("POST", "/mcp", headers, json(mutated(draw, message(draw.pick(IDS), asked)))));
};

export const brokenJson: Family = (draw, loot) => {
  const { headers, asked } = addressed(draw, loot, loot.errands.next(loot.offers, loot.pnrs));
  return one(written("POST", "/mcp", headers, brokenText(draw, json(message(draw.pick(IDS), asked)))));
};

/** Several requests at once, under the same id. */
export const pipelined: Family = (draw, loot) => {
  const count = 2 + draw.number(20);
  const requests = Array.from({ length: count }, () => {
    const { headers, asked } = addressed(draw, loot, loot.errands.next(loot.offers, loot.pnrs));
    return written("POST", "/mcp", headers, json(message(7, asked)));
  });
  const end = draw.pick(["answered", "answered", "abort", "abort stirred"] as const);
  return { bytes: Buffer.concat(requests), methods: requests.map(() => "POST"), end };
};
