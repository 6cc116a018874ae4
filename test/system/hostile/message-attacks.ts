import { addressed, type Family, IDS, one } from "./attack.ts";
import { brokenText, json, mutated } from "./mutation.ts";
import { message, written } from "./requests.ts";

export const wrongFields: Family = (draw, known) => {
  const { path, headers, asked } = addressed(draw, known, known.requests.next(known.offers, known.pnrs));
  return one(written("POST", path, headers, json(message(draw.pick(IDS), asked))));
};

export const wrongMessage: Family = (draw, known) => {
  const { path, headers, asked } = addressed(draw, known, known.requests.next(known.offers, known.pnrs));
  return one(written("POST", path, headers, json(mutated(draw, message(draw.pick(IDS), asked)))));
};

export const brokenJson: Family = (draw, known) => {
  const { path, headers, asked } = addressed(draw, known, known.requests.next(known.offers, known.pnrs));
  return one(written("POST", path, headers, brokenText(draw, json(message(draw.pick(IDS), asked)))));
};

/** Several requests at once with the same ID. */
export const pipelined: Family = (draw, known) => {
  const count = 2 + draw.number(20);
  const requests = Array.from({ length: count }, () => {
    const { path, headers, asked } = addressed(draw, known, known.requests.next(known.offers, known.pnrs));
    return written("POST", path, headers, json(message(7, asked)));
  });
  const end = draw.pick(["answered", "answered", "abort", "abort stirred"] as const);
  return { bytes: Buffer.concat(requests), methods: requests.map(() => "POST"), end };
};
