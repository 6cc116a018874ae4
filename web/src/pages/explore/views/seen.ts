import { goTo } from "../../../app/use-route.ts";
import type { NextStep } from "../call/book.ts";
import { keepArguments } from "../call/kept-arguments.ts";
import type { Arguments } from "../call/tool.ts";

/** What a view of a result has beside the result. */
export interface Seen {
  readonly server: string;
  readonly tool: string;
  /** With which it was called. */
  readonly arguments: Arguments;
  /** Of the same server: what one can go on with. */
  readonly tools: readonly string[];
  /** Calls the same tool again, with other arguments. */
  readonly again: (given: Arguments) => void;
}

/** Opens another tool of the same server with its form filled in. */
export const goOn = ({ server }: Seen, { tool, arguments: given }: NextStep): void => {
  keepArguments(sessionStorage, server, tool, given);
  goTo("explore", [server, tool]);
};

export const can = ({ tools }: Seen, tool: string): boolean => tools.includes(tool);
