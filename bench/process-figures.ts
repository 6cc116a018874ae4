import { readFileSync } from "node:fs";

/** Of /proc/<pid>/stat, in every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

const procFile = (pid: number, name: string): string => readFileSync(`/proc/${pid}/${name}`, "utf8");

/** Seconds of CPU, all threads, user and system. */
export const cpuSeconds = (pid: number): number => {
  // The name, in brackets, may hold blanks: count from behind it.
  const fields = procFile(pid, "stat").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
};

const megabytes = (pid: number, line: string): number =>
  Number(new RegExp(`^${line}:\\s+(\\d+) kB`, "m").exec(procFile(pid, "status"))?.[1]) / 1024;

/** Megabytes. */
export const residentMemory = (pid: number): number => megabytes(pid, "VmRSS");

/** Megabytes, without mapped files. */
export const privateMemory = (pid: number): number => megabytes(pid, "RssAnon");

/** The process and all that it started: a server may have workers. */
export const family = (pid: number): readonly number[] => {
  const children = procFile(pid, `task/${pid}/children`).split(" ").filter(Boolean).map(Number);
  return [pid, ...children.flatMap(family)];
};
