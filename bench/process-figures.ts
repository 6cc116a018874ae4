import { readFileSync } from "node:fs";

/** The unit of CPU times in /proc/<pid>/stat, on every Linux that Node supports. */
const TICKS_PER_SECOND = 100;

const procFile = (pid: number, name: string): string => readFileSync(`/proc/${pid}/${name}`, "utf8");

/** CPU seconds of all threads, user and system. */
export const cpuSeconds = (pid: number): number => {
  // The process name, in brackets, may contain spaces, so fields are counted after it.
  const fields = procFile(pid, "stat").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
};

const megabytes = (pid: number, line: string): number =>
  Number(new RegExp(`^${line}:\\s+(\\d+) kB`, "m").exec(procFile(pid, "status"))?.[1]) / 1024;

/** In megabytes. */
export const residentMemory = (pid: number): number => megabytes(pid, "VmRSS");

/** In megabytes, without mapped files. */
export const privateMemory = (pid: number): number => megabytes(pid, "RssAnon");

/** Returns the process and its descendants, such as workers. */
export const processTree = (pid: number): readonly number[] => {
  const children = procFile(pid, `task/${pid}/children`).split(" ").filter(Boolean).map(Number);
  return [pid, ...children.flatMap(processTree)];
};
