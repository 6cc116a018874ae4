import childProcess from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import { Server } from "node:net";
import workerThreads from "node:worker_threads";

const refuse = (what: string) =>
  function refused(): never {
    throw new Error(`Unit tests start no ${what}: move this test to test/integration or test/system.`);
  };

// Keeps unit tests fast, and independent of what a machine has.
for (const name of ["spawn", "spawnSync", "fork", "exec", "execSync", "execFile", "execFileSync"] as const) {
  Object.assign(childProcess, { [name]: refuse("processes") });
}
Object.assign(workerThreads, { Worker: refuse("workers") });
Server.prototype.listen = refuse("servers");
syncBuiltinESMExports();
