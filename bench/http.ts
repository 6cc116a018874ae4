import { bookings } from "./http/bookings.ts";
import { peers } from "./http/peers.ts";
import { routes } from "./http/routes.ts";
import { sessions } from "./http/sessions.ts";
import { soak } from "./http/soak.ts";
import { stored } from "./http/stored.ts";
import { workers } from "./http/workers.ts";
import { inFolder } from "./in-folder.ts";

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
