import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bookings } from "./http/bookings.ts";
import { peers } from "./http/peers.ts";
import { routes } from "./http/routes.ts";
import { sessions } from "./http/sessions.ts";
import { soak } from "./http/soak.ts";
import { stored } from "./http/stored.ts";
import { workers } from "./http/workers.ts";

const inFolder = (part: (folder: string) => Promise<string>) => async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), "taxiway-bench-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  try {
    return await part(folder);
  } finally {
    process.off("exit", remove);
    remove();
  }
};

/** Taxiway on HTTP: beside its peers, and how its cost grows. Each part puts what it writes into a folder of its own. */
export const httpParts = (soakMinutes: number) => ({
  peers: inFolder(peers),
  bookings: inFolder(bookings),
  workers: inFolder(workers),
  sessions: inFolder(sessions),
  stored: inFolder(stored),
  routes: inFolder(routes),
  soak: inFolder((folder) => soak(folder, soakMinutes)),
});
