// Completes dist after tsc: copies every src/**/data/*.json and makes main.js, the command, executable.
import { chmodSync, cpSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

for (const path of readdirSync(join(root, "src"), { recursive: true })) {
  if (path.endsWith(".json") && basename(dirname(path)) === "data") {
    cpSync(join(root, "src", path), join(root, "dist", path));
  }
}
chmodSync(join(root, "dist/main.js"), 0o755);
