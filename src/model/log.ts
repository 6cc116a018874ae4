export type LogLevel = "debug" | "info" | "warn" | "error";

/** A structured log. Facts must not contain names, email addresses or keys. */
export interface Log {
  debug(event: string, facts?: LogFacts): void;
  info(event: string, facts?: LogFacts): void;
  warn(event: string, facts?: LogFacts): void;
  error(event: string, facts?: LogFacts): void;
}
export type LogFacts = { readonly [name: string]: unknown };
