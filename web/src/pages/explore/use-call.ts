import { useCallback, useEffect, useRef, useState } from "react";
import type { Carried } from "../../../../src/console/contract.ts";
import { isAbort, type Problem, problemOf } from "../../api/client.ts";
import type { Arguments } from "../../components/tool-call/arguments.ts";
import { callTool } from "../../components/tool-call/call-tool.ts";
import type { Reply } from "../../components/tool-call/outcome.ts";

/** A finished call. */
interface CompletedCall {
  readonly arguments: Arguments;
  readonly exchange: Carried;
  /** Earlier rounds, in which the tool asked for input. */
  readonly earlier: readonly Carried[];
}

/** The last call of each tool, so that going back from a booking shows the search results again. */
const MAX_CACHED = 20;
const completed = new Map<string, CompletedCall>();

const cache = (name: string, call: CompletedCall): void => {
  completed.delete(name);
  completed.set(name, call);
  const [oldest] = completed.keys();
  if (completed.size > MAX_CACHED && oldest !== undefined) completed.delete(oldest);
};

export interface ToolCall {
  readonly completed: CompletedCall | undefined;
  readonly busy: boolean;
  /** The request failed before it reached the tool. */
  readonly error: Problem | undefined;
  readonly run: (args: Arguments) => void;
  /** Answers a question and continues the call. */
  readonly answer: (reply: Reply) => void;
  readonly stop: () => void;
}

interface State {
  readonly completed: CompletedCall | undefined;
  readonly busy: boolean;
  readonly error: Problem | undefined;
}

export const useCall = (server: string, tool: string): ToolCall => {
  const name = JSON.stringify([server, tool]);
  const [state, setState] = useState<State>(() => ({ completed: completed.get(name), busy: false, error: undefined }));
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const stop = useCallback(() => {
    running.current?.abort();
    setState((before) => ({ ...before, busy: false }));
  }, []);

  const make = useCallback(
    (args: Arguments, earlier: readonly Carried[], reply?: Reply) => {
      running.current?.abort();
      const turn = new AbortController();
      running.current = turn;
      setState((before) => ({ ...before, busy: true, error: undefined }));
      callTool(server, tool, args, turn.signal, reply).then(
        (exchange) => {
          if (turn.signal.aborted) return;
          const call = { arguments: args, exchange, earlier };
          cache(name, call);
          setState({ completed: call, busy: false, error: undefined });
        },
        (error) => {
          if (turn.signal.aborted || isAbort(error)) return;
          setState((before) => ({ ...before, busy: false, error: problemOf(error) }));
        },
      );
    },
    [server, tool, name],
  );
  const run = useCallback((args: Arguments) => make(args, []), [make]);
  const last = state.completed;
  const answer = useCallback(
    (reply: Reply) => last && make(last.arguments, [...last.earlier, last.exchange], reply),
    [make, last],
  );

  return { ...state, run, answer, stop };
};
