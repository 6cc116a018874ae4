import type { Output } from "./outbox.ts";

/**
 * Keeps stdout for JSON-RPC: one line that a dependency prints there would end the conversation, so from now on what
 * anybody writes goes to stderr. Returns the one way left to the real stdout.
 */
export const guardStdout = (
  stdout: NodeJS.WriteStream = process.stdout,
  stderr: NodeJS.WriteStream = process.stderr,
): Output => {
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write;
  return { write, on: stdout.on.bind(stdout), once: stdout.once.bind(stdout), off: stdout.off.bind(stdout) } as Output;
};
