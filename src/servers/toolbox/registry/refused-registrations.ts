import { foreignText } from "../../../mcp/tools/clean-text.ts";
import type { Failure } from "../../../model/failure.ts";
import { isJsonObject } from "../../../model/json.ts";
import { keys } from "../../../model/keys.ts";
import { withoutSecrets } from "../../../model/redact.ts";
import { withTimeout } from "../../../model/with-timeout.ts";
import type { JsonValue } from "../../../platform/stores/store.ts";
import type { RegistryContext } from "./store-catalogue.ts";

export interface RefusedRegistration {
  /** Unix milliseconds of the last attempt. */
  readonly at: number;
  /** The name it gave; empty if none. */
  readonly name: string;
  readonly reason: string;
  readonly times: number;
}

/** Keeps recent rejected registrations and their reasons, for administrators. */
export interface RefusedRegistrations {
  /** Never rejects or blocks for long: it must not delay the error response. */
  note(raw: unknown, refusal: Failure): Promise<void>;
  /** Newest first. */
  list(): Promise<readonly RefusedRegistration[]>;
}

const MOST_KEPT = 20;
const KEPT_MS = 7 * 86_400_000;
const WRITE_TIMEOUT_MS = 1_000;
const LONGEST_NAME = 64;

export const createRefusedRegistrations = ({
  tenant,
  store,
  clock,
  log,
}: Pick<RegistryContext, "tenant" | "store" | "clock" | "log">): RefusedRegistrations => {
  const key = keys.toolRefusals(tenant);
  const kept = async () => readRefusals((await store.get(key))?.value["refusals"]);

  /** Of two concurrent writes one may be lost, which is acceptable. */
  const write = async (name: string, reason: string): Promise<void> => {
    const before = await kept();
    const isSame = (each: RefusedRegistration): boolean => each.name === name && each.reason === reason;
    const times = (before.find(isSame)?.times ?? 0) + 1;
    const after = [...before.filter((each) => !isSame(each)), { at: clock.now(), name, reason, times }];
    const refusals = after.slice(-MOST_KEPT) as unknown as JsonValue;
    await store.put(key, { refusals }, { expiresAt: clock.now() + KEPT_MS });
  };

  return {
    async note(raw, { message }) {
      const givenName = isJsonObject(raw) ? raw["name"] : undefined;
      const name = typeof givenName === "string" ? foreignText(givenName, LONGEST_NAME) : "";
      const writing = write(withoutSecrets(name), withoutSecrets(foreignText(message))).catch((error: unknown) =>
        log.warn("a rejected registration was not recorded", { error: String(error) }),
      );
      await withTimeout(WRITE_TIMEOUT_MS, writing, undefined);
    },
    list: async () => (await kept()).toReversed(),
  };
};

/** Ignores entries that no node would write. */
const readRefusals = (value: unknown): readonly RefusedRegistration[] =>
  Array.isArray(value)
    ? value.filter(
        (each): each is RefusedRegistration =>
          isJsonObject(each) &&
          typeof each["at"] === "number" &&
          typeof each["times"] === "number" &&
          typeof each["name"] === "string" &&
          typeof each["reason"] === "string",
      )
    : [];
