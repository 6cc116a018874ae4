import { Failure } from "../model/failure.ts";
import { covers, type Grant } from "../model/grant.ts";
import type { KeyRecord } from "./key-record.ts";
import type { Keyring } from "./keyring.ts";
import type { NewKey } from "./new-key.ts";

/** How far a key reaches. What is left out has no end. */
export type KeyLimits = Pick<KeyRecord, "servers" | "tools" | "quota" | "expiresAt">;

/** What whoever asks can give away. Of an issuer's token it is not known when it ends, only what it opens. */
export const limitsOf = async (grant: Grant, keyring: Pick<Keyring, "list">): Promise<KeyLimits> => {
  if (grant.operator) return {};
  const own = (await keyring.list(grant.tenant)).find(({ keyId }) => keyId === grant.keyId);
  return { ...grant, ...(own?.expiresAt !== undefined && { expiresAt: own.expiresAt }) };
};

/** What the wish leaves out is as much as its maker has; what goes beyond that is refused. */
export const narrowed = <Wish extends NewKey>(wish: Wish, limits: KeyLimits): Wish => {
  const { servers, tools, quota, expiresAt } = limits;
  const filled = {
    ...(servers && { servers }),
    ...(tools && { tools }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...wish,
    quota: { ...quota, ...wish.quota },
  };
  checkWithin(filled, limits);
  return filled;
};

/** Nobody comes by more than they have: not by making a key, and not by having somebody else's made anew. */
export const checkWithin = (key: KeyLimits, limits: KeyLimits): void => {
  const excess =
    namesBeyond("servers", key.servers, limits.servers) ??
    namesBeyond("tools", key.tools, limits.tools) ??
    numberBeyond("per_minute", key.quota?.perMinute, limits.quota?.perMinute) ??
    numberBeyond("per_day", key.quota?.perDay, limits.quota?.perDay) ??
    numberBeyond("expires", key.expiresAt, limits.expiresAt, (instant) => new Date(instant).toISOString());
  if (excess === undefined) return;
  throw new Failure("forbidden", "A key cannot hand out one that may more than itself.", {
    ...excess,
    hint: "Ask for less, or have it done with a key that may more.",
  });
};

interface Excess {
  readonly field: string;
  readonly value?: unknown;
  readonly allowed: readonly string[] | string;
}

type Names = readonly string[] | undefined;

const namesBeyond = (field: string, names: Names, most: Names): Excess | undefined => {
  if (most === undefined) return undefined;
  // A token that only administers opens nothing, and so has nothing to give away.
  if (names === undefined || names.length === 0) return { field, allowed: most };
  const value = names.find((name) => !most.some((own) => covers(own, name)));
  return value === undefined ? undefined : { field, value, allowed: most };
};

const numberBeyond = (
  field: string,
  wanted: number | undefined,
  most: number | undefined,
  shown: (value: number) => number | string = (value) => value,
): Excess | undefined => {
  if (most === undefined || (wanted !== undefined && wanted <= most)) return undefined;
  return { field, ...(wanted !== undefined && { value: shown(wanted) }), allowed: `at most ${shown(most)}` };
};
