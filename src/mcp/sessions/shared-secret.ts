import { randomBytes } from "node:crypto";
import { keys } from "../../model/keys.ts";
import type { Store } from "../../platform/stores/store.ts";

/** A key that all nodes on one store have, made by the first one that needs it. */
export const createSharedSecret = (store: Pick<Store, "get" | "put">): (() => Promise<Buffer>) => {
  const make = async (): Promise<Buffer> => {
    await store.put(
      keys.secret,
      { key: randomBytes(32).toString("base64") },
      { ifVersion: 0, durable: true, evenIfFull: true },
    );
    return Buffer.from(String((await store.get(keys.secret))?.value["key"]), "base64");
  };
  let made: Promise<Buffer> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
};
