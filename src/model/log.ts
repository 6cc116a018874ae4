export type LogLevel = "debug" | "info" | "warn" | "error";

/** One event a line. Facts are for operators: no names, e-mail addresses or keys in them. */
export interface Log {
  debug(event: string, facts?: LogFacts): void;
  info(event: string, facts?: LogFacts): void;
  warn(event: string, facts?: LogFacts): void;
  error(event: string, facts?: LogFacts): void;
}
export type LogFacts = { readonly [name: string]: unknown };
