import type { Command } from "./command.ts";
import { draftCommand, importCommand } from "./draft-commands.ts";
import { credentialCommand, invocationsCommand, testCommand } from "./running-commands.ts";
import { approveCommand, exportCommand, listCommand, publishCommand, rollbackCommand } from "./version-commands.ts";

/** In the order in which they are used. */
export const connectorCommands: ReadonlyMap<string, Command> = new Map([
  ["draft", draftCommand],
  ["approve", approveCommand],
  ["credential", credentialCommand],
  ["test", testCommand],
  ["publish", publishCommand],
  ["rollback", rollbackCommand],
  ["list", listCommand],
  ["export", exportCommand],
  ["import", importCommand],
  ["invocations", invocationsCommand],
]);
