import type { CanaryName, OwnCanary } from "../scenario/gold-schema.ts";

/** The checks that a canary is made to fail. One of them at least must be among those it fails. */
const MEANT: Readonly<Record<string, RegExp>> = {
  nothing: /./,
  naysayer: /./,
  "claims-only": /^end\./,
  "over-booker": /^end\.unclaimed$/,
  "wrong-date": /\.(?:date|from|to|checkIn|checkOut|depart\..*|arrive\..*)$/,
  "wrong-return": /\.(?:date|checkIn|checkOut|depart\..*|arrive\..*)$/,
  "no-facts": /^said.* (?:flight|time|date)$/,
  "wrong-passenger": /\.passengers$/,
  "wrong-contact": /\.contact$/,
  "wrong-cabin": /\.cabin$/,
  dearest: /\.total\./,
  "cancels-again": /\.status$/,
  "no-locator": /^said.* pnr$/,
  "wrong-total": /^said.* amount$/,
  "wrong-outcome": /^end\.finish\.outcome$/,
  "plain-letters": /\.passengers$/,
  "drops-details": /\.frequentFlyerNumbers$/,
  "any-airport": /\.(?:from|to)$/,
  "books-anyway": /^end\.unclaimed$/,
  "ignores-times": /\.(?:depart|arrive)\./,
  "too-late-cheap": /\.arrive\./,
  "retries-without-key": /^(?:end\.unclaimed|manner)/,
  "never-asks": /^(?:never|manner)/,
  "pays-any-price": /^never|\.total\.|^end\.bookings\[\d+\]$/,
  "ignores-days": /\.total\./,
  "ignores-within": /\.total\./,
  "ignores-prefer": /\.(?:stops|total\..*)$/,
  "ignores-nonstop": /\.stops$/,
  "ignores-stops": /\.stops$/,
  "ignores-cabin": /\.cabin$/,
  "ignores-airline": /\.airline$/,
  "ignores-flight": /\.flight$/,
  "ignores-departAfter": /\.depart\.after$/,
  "ignores-departBefore": /\.depart\.before$/,
  "ignores-arriveAfter": /\.arrive\.after$/,
  "ignores-arriveBy": /\.arrive\.before$/,
  "ignores-refundable": /\.(?:refundable|total\..*)$/,
  "ignores-changeable": /\.changeable$/,
  "ignores-stars": /\.stars$/,
  "ignores-class": /\.class$/,
};

/** Whether a canary is meant to fail the check. One of the scenario's own names it. */
export const isMeant = (canary: CanaryName | OwnCanary, check: string): boolean =>
  typeof canary === "string" ? (MEANT[canary] ?? /./).test(check) : check === canary.fails;
