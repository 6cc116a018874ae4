import type { Kit, SecretPaths, ServerModule } from "../module.ts";
import { openRehearsal } from "./open-rehearsal.ts";
import { rehearsalRoutes } from "./rehearsal-routes.ts";

export interface RehearsalSettings {
  readonly runsKeptMs: number;
  /** Of one tenant. */
  readonly runsAtOnce: number;
}

const PATH = "/runs";
const SECRET_PATH = /^([^/]+)\/(mcp|brief)$/;

/** Runs of scenarios: a world of its own for each attempt of an agent, and a verdict at the end. */
export const rehearsalModule: ServerModule<RehearsalSettings> = {
  name: "rehearsal",
  async open(kit: Kit<RehearsalSettings>) {
    const { runs, library, close } = await openRehearsal(kit);
    const address = () => kit.address() ?? "";
    const secrets: SecretPaths = {
      async find(rest) {
        const [, token = "", what] = SECRET_PATH.exec(rest) ?? [];
        const run = await runs.opened(token);
        if (run === undefined) return undefined;
        return what === "mcp" ? run : { type: "text/plain; charset=utf-8", text: run.brief };
      },
    };
    return {
      adminRoutes: rehearsalRoutes({
        runs,
        library,
        version: kit.version,
        address,
        realTime: Date.now,
      }),
      programs: {
        async rehearse(args, terminal) {
          const { rehearseProgram } = await import("./command/rehearse-program.ts");
          return rehearseProgram({ runs, library, address, version: kit.version })(args, terminal);
        },
      },
      mounts: [{ path: PATH, secrets }],
      close,
    };
  },
};
