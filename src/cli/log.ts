import type { Log, LogFacts, LogLevel } from "../model/log.ts";
import { redact, withoutSecrets } from "../model/redact.ts";

const SEVERITY: Record<LogLevel | "silent", number> = { debug: 10, info: 20, warn: 30, error: 40, silent: 99 };

/** Creates a log of JSON or human-readable lines. Secrets are masked. */
export const createLog = ({
  level,
  pretty,
  write,
}: {
  readonly level: LogLevel | "silent";
  readonly pretty: boolean;
  write(line: string): void;
}): Log => {
  const at =
    (severity: LogLevel) =>
    (text: string, details: LogFacts = {}): void => {
      if (SEVERITY[severity] < SEVERITY[level]) return;
      const event = withoutSecrets(text);
      const facts = redact(details) as LogFacts;
      const time = new Date().toISOString();
      write(
        pretty
          ? `${time.slice(11, 23)} ${severity.padEnd(5)} ${event}${prettyFacts(facts)}\n`
          : `${JSON.stringify({ time, level: severity, event, ...facts })}\n`,
      );
    };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
};

const prettyFacts = (facts: LogFacts): string =>
  Object.entries(facts)
    .map(([name, value]) => ` ${name}=${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join("");
