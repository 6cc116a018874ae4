import type { Cents } from "../../../model/money.ts";
import { textAt } from "../fields.ts";
import { malformed } from "../problems.ts";

/** Of an amount that we wrote ourselves. */
export const centsOf = (amount: string): Cents => Math.round(Number(amount) * 100);

/** Of an amount that a client wrote. */
export const amountAt = (value: unknown, pointer: string): Cents => {
  const text = textAt(value, pointer, { max: 20 });
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(text)) throw malformed(pointer, "a decimal amount, such as 30.20");
  return centsOf(text);
};
