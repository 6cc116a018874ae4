import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { installedPackages } from "../fixtures/installed-packages.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";
import type { Connection, Host } from "./drivers/host.ts";

const TIMEOUT = 60_000;

/** Runs a host in an empty home until it has answered the prompt; returns its output. */
export const runHost = async (host: Host, modelUrl: string, taxiway: Connection): Promise<string> => {
  const home = temporaryFolder();
  const { command, args, env, files } = host.invoke({
    installed: installedPackages(host.folder),
    home,
    modelUrl,
    taxiway,
  });
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), content);
  }
  const child = spawn(command, args, {
    cwd: home,
    env: {
      PATH: process.env["PATH"],
      HOME: home,
      TMPDIR: home,
      // Requests to other addresses go to the stand-in, which records them.
      ...{ HTTP_PROXY: modelUrl, HTTPS_PROXY: modelUrl, NO_PROXY: "127.0.0.1,localhost" },
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
    // A process group, so that the host's children end with it.
    detached: true,
  });
  const end = (): void => {
    try {
      process.kill(-(child.pid as number), "SIGKILL");
    } catch {
      // All processes have ended already.
    }
  };
  process.once("exit", end);
  const timer = setTimeout(end, TIMEOUT);
  const [printed, complaints, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit").finally(end),
  ]);
  clearTimeout(timer);
  process.off("exit", end);
  if (code !== 0) throw new Error(`${host.name} ended with ${signal ?? code}: ${printed}\n${complaints}`);
  return printed;
};
