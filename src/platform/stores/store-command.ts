import { chmod, copyFile, link, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { Failure, type FailureKind, invalid } from "../../model/failure.ts";
import { damaged } from "./lmdb-file.ts";
import { readHeader } from "./lmdb-header.ts";
import { FORMAT, STORE_FILE } from "./lmdb-layout.ts";
import { maintain, otherUsersOf } from "./lmdb-processes.ts";
import type { StoreConfig } from "./open-store.ts";
import { type CheckReport, type ChildMode, type ChildReport, messageOf, runLmdbChild } from "./run-lmdb-child.ts";

const STORE_HELP = `taxiway store: manage the LMDB store in TAXIWAY_DATA_DIR

Usage: taxiway store info              show path, format, size and number of entries by kind of key
       taxiway store check             read everything; exit with 1 if anything is damaged
       taxiway store backup <file>     copy the store while it is in use; the file must not exist
       taxiway store restore <file>    replace the store with a backup while no process uses it

info, check and backup can run while Taxiway is running. restore keeps the replaced store next to the new one. For Valkey,
use its own tools: see Backup, restore and upgrade in docs/operating.md.
`;

/** Runs a `taxiway store` command and returns its output. */
export const storeCommand = async (args: readonly string[], config: StoreConfig): Promise<string> => {
  const { values, positionals } = parsed(args);
  const [name = "", target, ...rest] = positionals;
  if (values.help || name === "help" || args.length === 0) return STORE_HELP;
  const command = COMMANDS[name];
  if (command === undefined) {
    throw misused(`There is no command “${name}”; use one of ${Object.keys(COMMANDS).join(", ")}.`);
  }
  if (command.takesFile !== (target !== undefined) || rest.length > 0) {
    throw misused(`taxiway store ${name} takes ${command.takesFile ? "one file" : "no arguments"}.`);
  }
  if (config.kind === "valkey") {
    throw problem(
      "rule",
      "The store is Valkey. Check, back up and restore it with its own tools, such as valkey-cli --rdb <file> or BGSAVE.",
      "See Backup, restore and upgrade in docs/operating.md.",
    );
  }
  if (config.kind === "memory") {
    throw problem("rule", "The memory store ends with its process.", "Use the lmdb store that taxiway serve uses.");
  }
  return command.run(join(config.path, STORE_FILE), resolve(target ?? ""));
};

interface Command {
  readonly takesFile: boolean;
  run(file: string, target: string): Promise<string>;
}

const info = async (file: string): Promise<string> => {
  await requireStore(file);
  const census = messageOf(await runChild("info", file), "counted")?.census;
  if (census === undefined) throw damaged(file, "its entries cannot be counted");
  const { size } = await stat(file);
  const facts = [
    ["Path", file],
    ["Format", census.format === FORMAT ? FORMAT : `${census.format}; the next start migrates it to ${FORMAT}`],
    ["Size", `${(size / 1e6).toFixed(1)} MB`],
    ["Entries", String(census.entries)],
    ...Object.entries(census.kinds)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([kind, count]) => [`  ${kind}`, String(count)]),
  ];
  const width = Math.max(...facts.map(([label = ""]) => label.length));
  return facts.map(([label = "", text]) => `${label.padEnd(width)}  ${text}`).join("\n");
};

const check = async (file: string): Promise<string> => {
  await requireStore(file);
  const { entries } = await requireIntact(file);
  return `The store ${file} is intact: ${entries} entries were read.`;
};

const backup = async (file: string, target: string): Promise<string> => {
  await requireStore(file);
  if (await exists(target)) throw problem("rule", `${target} exists.`, "Choose a file that does not exist yet.");
  const part = `${target}.part-${process.pid}`;
  try {
    await runChild("backup", file, part);
    const { entries } = await requireIntact(part);
    await toDisk(part);
    await place(part, target);
    const { size } = await stat(target);
    return `Backed up and checked ${entries} entries in ${target} (${(size / 1e6).toFixed(1)} MB).`;
  } finally {
    await rm(part, { force: true });
  }
};

const restore = async (file: string, source: string): Promise<string> => {
  if (!(await exists(source))) throw problem("not_found", `There is no file ${source}.`);
  const { entries } = await requireIntact(source);
  return maintain(file, async () => {
    const users = otherUsersOf(file);
    if (users.length > 0) {
      throw problem(
        "rule",
        `Other processes have the store ${file} open (pid ${users.join(", ")}).`,
        "Stop them and try again.",
      );
    }
    const made = `${file}.restoring-${process.pid}`;
    const replaced = `${file}.replaced-${new Date().toISOString().replace(/[-:]|\.\d+/g, "")}`;
    try {
      await copyFile(source, made);
      await chmod(made, 0o600);
      await toDisk(made);
      // Linked instead of moved, so that the store never disappears.
      const kept = await exists(file);
      if (kept) await link(file, replaced).catch(() => copyFile(file, replaced));
      await rename(made, file);
      await toDisk(dirname(file));
      return `Restored ${entries} entries from ${source}.${kept ? ` The replaced store is ${replaced}.` : ""}`;
    } finally {
      await rm(made, { force: true });
    }
  });
};

const COMMANDS: Readonly<Record<string, Command>> = {
  info: { takesFile: false, run: info },
  check: { takesFile: false, run: check },
  backup: { takesFile: true, run: backup },
  restore: { takesFile: true, run: restore },
};

const parsed = (args: readonly string[]) => {
  try {
    const options = { help: { type: "boolean", short: "h" } } as const;
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: true });
  } catch (error) {
    throw misused(`${(error as Error).message.split(". ")[0]}.`);
  }
};

const requireStore = async (file: string): Promise<void> => {
  if (await exists(file)) return;
  throw problem("not_found", `There is no store ${file}.`, "Set TAXIWAY_DATA_DIR to the data folder of the server.");
};

/** Checks the whole file in a child process; rejects with all problems found. */
const requireIntact = async (file: string): Promise<CheckReport> => {
  const header = await readHeader(file);
  if (header.kind === "empty") throw damaged(file, "it is empty");
  if (header.kind === "damaged") throw damaged(file, header.how);
  if (header.kind !== "plausible") throw problem("invalid", `${file} is not an LMDB file.`);
  const report = messageOf(await runChild("check", file), "checked")?.report;
  if (report === undefined) throw problem("invalid", `${file} is not a store that this version of Taxiway can read.`);
  const damage = Object.entries(report.damage);
  if (damage.length === 0) return report;
  const lines = damage.map(([what, kinds]) => {
    const counts = Object.entries(kinds).map(([kind, count]) => `${count} × ${kind}`);
    return `  ${what}: ${counts.join(", ")}`;
  });
  throw damaged(file, `${report.entries} entries were read, and these are wrong:\n${lines.join("\n")}\n`);
};

/** Runs a child process on the file; rejects if it fails or crashes. */
const runChild = async (mode: ChildMode, file: string, target?: string): Promise<ChildReport> => {
  const report = await runLmdbChild(mode, file, { start: LONGEST_MS }, target);
  const failed = messageOf(report, "failed");
  if (report.died !== undefined) throw damaged(file, `reading it ends with ${report.died}`);
  if (failed) throw problem("unavailable", `The store ${file} cannot be used: ${failed.message}.`);
  return report;
};

/** The longest possible timer. */
const LONGEST_MS = 2 ** 31 - 1;

/** Gives the finished backup its name, without overwriting a file. */
const place = async (part: string, target: string): Promise<void> => {
  try {
    await link(part, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw problem("rule", `${target} exists.`);
    // The file system has no hard links.
    await rename(part, target);
  }
  await toDisk(dirname(target));
};

const toDisk = async (path: string): Promise<void> => {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const problem = (kind: FailureKind, message: string, hint?: string): Failure =>
  new Failure(kind, message, hint === undefined ? {} : { hint });

const misused = (message: string): Failure => invalid(message, { hint: "See taxiway store --help." });
