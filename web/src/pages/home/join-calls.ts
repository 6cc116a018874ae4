import type { LiveCall } from "../../../../src/console/contract.ts";

/** Two lists as one: newest first, each call once. */
export const joinCalls = (
  newer: readonly LiveCall[],
  older: readonly LiveCall[],
  most: number,
): readonly LiveCall[] => {
  const byId = new Map([...newer, ...older].map((call) => [call.id, call]));
  return [...byId.values()].sort(newestFirst).slice(0, most);
};

/** Moments of one form are in order as text; by the rules of a language it would take a hundred times as long. */
const newestFirst = (one: LiveCall, other: LiveCall): number => Number(other.at > one.at) - Number(other.at < one.at);
