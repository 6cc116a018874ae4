import type { LiveCall } from "../../../../src/console/contract.ts";

/** Two lists as one: newest first, each call once. */
export const joinCalls = (
  newer: readonly LiveCall[],
  older: readonly LiveCall[],
  most: number,
): readonly LiveCall[] => {
  const byId = new Map([...newer, ...older].map((call) => [call.id, call]));
  return [...byId.values()].sort((one, other) => other.at.localeCompare(one.at)).slice(0, most);
};
