import { foreignText } from "../../../mcp/tools/foreign-text.ts";
import type { Clock } from "../../../model/clock.ts";
import type { Failure } from "../../../model/failure.ts";
import { isJsonObject } from "../../../model/json.ts";
import { keys } from "../../../model/keys.ts";
import type { Log } from "../../../model/log.ts";
import { within } from "../../../model/within.ts";
import { withoutSecrets } from "../../../model/redact.ts";
import type { JsonValue, Store } from "../../../platform/stores/store.ts";

/** A tool that was not let in. */
export interface RefusedRegistration {
  /** Unix milliseconds; the last time, where it was tried again. */
  readonly at: number;
  /** As it called itself; empty where it did not. */
  readonly name: string;
  readonly reason: string;
  readonly times: number;
}

/** Who was not let in lately and why, for whoever looks after the toolbox: a service cannot tell anybody itself. */
export interface RefusedRegistrations {
  /** Never rejects, and keeps nobody waiting for long: the refusal itself is what counts. */
  note(raw: unknown, refusal: Failure): Promise<void>;
  /** Newest first. */
  list(): Promise<readonly RefusedRegistration[]>;
}

const MOST_KEPT = 20;
const KEPT_MS = 7 * 86_400_000;
const PATIENCE_MS = 1_000;
const LONGEST_NAME = 64;

export const createRefusedRegistrations = ({
  tenant,
  store,
  clock,
  log,
}: {
  readonly tenant: string;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
}): RefusedRegistrations => {
  const key = keys.toolRefusals(tenant);
  const kept = async () => readRefusals((await store.get(key))?.value["refusals"]);

  /** Two at the same moment: one of them may be forgotten, which is no loss worth waiting for. */
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
      const called = isJsonObject(raw) ? raw["name"] : undefined;
      const name = typeof called === "string" ? foreignText(called, LONGEST_NAME) : "";
      const writing = write(withoutSecrets(name), withoutSecrets(foreignText(message))).catch((error: unknown) =>
        log.warn("a refused registration was not noted", { error: String(error) }),
      );
      await within(PATIENCE_MS, writing, undefined);
    },
    list: async () => (await kept()).toReversed(),
  };
};

/** Without what no node of ours would write. */
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
