import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isJsonObject } from "../../../model/json.ts";
import type { Usage } from "../runs/run-record.ts";
import type { LastWords } from "../runs/runs.ts";

/** What an agent is given. */
export interface Task {
  readonly mcpUrl: string;
  readonly brief: string;
}

interface Parts {
  readonly command: string;
  readonly timeoutMs: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user ends the rehearsal. */
  readonly ended: AbortSignal;
}

const MOST_MESSAGE = 20_000;
const MOST_COMPLAINT = 500;
/** For output that a process outside the agent's group holds open. */
const LAST_OUTPUT_MS = 500;

/** Runs the agent's command once, by a shell, in an empty folder, and says how it ended. */
export const runCommandAgent = async (task: Task, { command, timeoutMs, env, ended }: Parts): Promise<LastWords> => {
  const folder = await mkdtemp(join(tmpdir(), "agent-"));
  try {
    const files = await writeFiles(folder, task);
    const child = spawn(command, {
      shell: true,
      cwd: files.work,
      env: { ...withoutSettings(env), ...variablesOf(task, files) },
      stdio: ["pipe", "pipe", "pipe"],
      // Its own process group, which is ended as a whole.
      detached: process.platform !== "win32",
    });
    const exit = await exitOf(child, task.brief, { timeoutMs, ended });
    const usage = await usageIn(files.usage);
    const message = exit.output.trim();
    return {
      ...(message !== "" && { message }),
      ...(usage && { usage }),
      ...(exit.problem !== undefined && { error: exit.problem }),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

interface Files {
  /** The agent starts here; the folder is empty. */
  readonly work: string;
  readonly config: string;
  readonly brief: string;
  readonly usage: string;
}

const writeFiles = async (folder: string, { mcpUrl, brief }: Task): Promise<Files> => {
  const files: Files = {
    work: join(folder, "work"),
    config: join(folder, "mcp.json"),
    brief: join(folder, "brief.txt"),
    usage: join(folder, "usage.json"),
  };
  const config = { mcpServers: { travel: { type: "http", url: mcpUrl } } };
  await Promise.all([
    mkdir(files.work),
    writeFile(files.config, JSON.stringify(config), { mode: 0o600 }),
    writeFile(files.brief, brief, { mode: 0o600 }),
  ]);
  return files;
};

const variablesOf = ({ mcpUrl, brief }: Task, files: Files): Readonly<Record<string, string>> => ({
  TAXIWAY_MCP_URL: mcpUrl,
  TAXIWAY_MCP_CONFIG: files.config,
  TAXIWAY_BRIEF: brief,
  TAXIWAY_BRIEF_FILE: files.brief,
  TAXIWAY_USAGE_FILE: files.usage,
});

/** Settings of Taxiway may be secret, and say nothing to an agent. */
const withoutSettings = (env: Parts["env"]): Parts["env"] =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("TAXIWAY_")));

interface Exit {
  readonly output: string;
  /** Why the command did not end as it should. */
  readonly problem?: string;
}

const exitOf = (child: ChildProcess, brief: string, limits: Pick<Parts, "timeoutMs" | "ended">): Promise<Exit> =>
  new Promise((resolve) => {
    const { timeoutMs, ended } = limits;
    const output = tailOf(child.stdout, MOST_MESSAGE);
    const complaint = tailOf(child.stderr, MOST_COMPLAINT);
    let reason: string | undefined;
    const stop = (why: string): void => {
      reason ??= why;
      endGroup(child);
    };
    const interrupt = (): void => stop("It was interrupted.");
    const timer = setTimeout(() => stop(`It did not end within ${timeoutMs / 1_000} seconds.`), timeoutMs);
    ended.addEventListener("abort", interrupt);
    if (ended.aborted) interrupt();

    const finish = (problem: string | undefined): void => {
      clearTimeout(timer);
      ended.removeEventListener("abort", interrupt);
      resolve({ output: output(), ...(problem !== undefined && { problem }) });
    };
    child.once("error", (error) => finish(`It could not be started: ${error.message}`));
    child.once("exit", (code, signal) => {
      // What it left running in the background ends with it.
      endGroup(child);
      const last = setTimeout(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
      }, LAST_OUTPUT_MS);
      child.once("close", () => {
        clearTimeout(last);
        const words = complaint().trim();
        const how = code === 0 ? undefined : `It ended with ${signal ?? `exit code ${code}`}${words && `: ${words}`}`;
        finish(reason ?? how);
      });
    });
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(brief);
  });

/** The end of an output, however much there is. */
const tailOf = (stream: ChildProcess["stdout"], most: number): (() => string) => {
  let text = "";
  stream?.setEncoding("utf8").on("data", (chunk: string) => {
    text = (text + chunk).slice(-most);
  });
  return () => text;
};

const endGroup = (child: ChildProcess): void => {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill("SIGKILL");
    else process.kill(-child.pid, "SIGKILL");
  } catch {
    // All of its processes have ended.
  }
};

const MOST_USAGE_BYTES = 4_096;
const isCount = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value) && value >= 0;

/** What the agent says that it used. A file that says something else counts as none. */
const usageIn = async (path: string): Promise<Usage | undefined> => {
  try {
    const file = await open(path);
    try {
      const stat = await file.stat();
      if (!stat.isFile() || stat.size > MOST_USAGE_BYTES) return undefined;
      const value: unknown = JSON.parse(await file.readFile("utf8"));
      if (!isJsonObject(value)) return undefined;
      const { input_tokens: input, output_tokens: written, usd } = value;
      return {
        ...(isCount(input) && { input_tokens: input }),
        ...(isCount(written) && { output_tokens: written }),
        ...(isCount(usd) && { usd }),
      };
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
};
