import type { Log, LogFacts, LogLevel } from "../model/log.ts";
import { redact, withoutSecrets } from "../model/redact.ts";

const SEVERITY: Record<LogLevel | "silent", number> = { debug: 10, info: 20, warn: 30, error: 40, silent: 99 };

/** Lines on stderr: stdout belongs to JSON-RPC. */
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
    (said: string, known: LogFacts = {}): void => {
      if (SEVERITY[severity] < SEVERITY[level]) return;
      const event = withoutSecrets(said);
      const facts = redact(known) as LogFacts;
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
