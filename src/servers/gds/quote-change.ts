import { instantText } from "../../model/calendar.ts";
import { usd } from "../../model/money.ts";
import { array, integer, maybe, object, string } from "../../model/schema.ts";
import { inWords, type QuoteRequest } from "../../travel/change-desk.ts";
import type { QuoteLine } from "../../travel/planned-change.ts";
import { pnrField, warnings } from "./fields.ts";
import { defineGdsTool } from "./gds-tool.ts";

const request = ({ pnr, remove = [], add = [] }: Partial<QuoteRequest> & { readonly pnr: string }): QuoteRequest => ({
  ...{ pnr, remove, add },
});

const Line = object({
  kind: string(),
  amount: integer(),
  about: maybe(string()),
  traveller: maybe(string()),
  why: maybe(string()),
});

/** A ledger's line as a line of text. */
const lineText = ({ kind, amount, about, traveller, why }: QuoteLine): string =>
  [kind, usd(amount), ...[about, traveller, why].filter((one) => one !== undefined)].join(" ");

export const quoteChange = defineGdsTool({
  name: "quoteChange",
  title: "Quote a change or cancellation",
  description:
    "Says what a change or a whole or partial cancellation would cost or give back, and does nothing. remove alone " +
    "cancels, add alone adds, both exchange: another date, cabin or fare is another id. Tell the traveller, then " +
    "confirmChange.",
  effect: "read",
  input: object({
    pnr: pnrField("Record locator of the booking."),
    remove: maybe(
      array(string(), {
        description: "Ids on the booking: flights, hotels, cars, extras, travellers (P2); or 'all'.",
      }),
    ),
    add: maybe(array(string(), { description: "Ids from searches or listExtras." })),
  }),
  output: object({
    warnings,
    quoteId: string(),
    pnr: string(),
    expiresAt: string(),
    total: integer({ description: "US cents; to pay, or back if negative" }),
    newTotal: integer(),
    lines: array(Line),
    rule: string(),
    refundTo: maybe(array(object({}))),
  }),
  async run(input, { travel, caller }) {
    const { warnings, quoteId, pnr, expiresAt, total, newTotal, lines, rule, refundTo } = await travel.quoteChange(
      request(input),
      caller,
    );
    return {
      ...{ warnings: [...warnings], quoteId, pnr, expiresAt: instantText(expiresAt), total, newTotal },
      ...{
        lines: lines.map(({ kind, amount, about, traveller, why }) => lineOf({ kind, amount, about, traveller, why })),
      },
      rule,
      ...(refundTo !== undefined && { refundTo }),
    };
  },
  compact: ({ warnings, quoteId, pnr, expiresAt, total, newTotal, lines, rule }) =>
    [
      ...warnings.map((warning) => `Note: ${warning}`),
      `${pnr}: ${inWords(total)} (${total} US cents); the booking is ${usd(newTotal)} after that. Rule: ${rule}`,
      ...lines.map((line) => lineText(line as QuoteLine)),
      `quote ${quoteId}, until ${expiresAt}. Tell the traveller, then confirmChange.`,
    ].join("\n"),
});

/** Without absent fields. */
const lineOf = ({ kind, amount, about, traveller, why }: Record<string, unknown>) => ({
  kind: kind as string,
  amount: amount as number,
  ...(about !== undefined && { about: about as string }),
  ...(traveller !== undefined && { traveller: traveller as string }),
  ...(why !== undefined && { why: why as string }),
});
