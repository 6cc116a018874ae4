import { type FormEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import type { ServerSummary } from "../../../../src/console/contract.ts";
import { Badge, type Tone } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { checkValue, withoutEmpty } from "../../components/schema-form/form-value.ts";
import { SchemaForm } from "../../components/schema-form/schema-form.tsx";
import {
  type Arguments,
  argumentsFromQuery,
  type Effect,
  effectOf,
  hasUnparsedJson,
  initialArguments,
  type Tool,
} from "../../components/tool-call/arguments.ts";
import { outcomeOf } from "../../components/tool-call/outcome.ts";
import {
  lastBooking,
  rememberBooking,
  saveArguments,
  savedArguments,
} from "../../components/tool-call/saved-arguments.ts";
import { isObject } from "../../format/json.ts";
import { plain, shorten } from "../../format/text.ts";
import { worldTime } from "../../format/time.ts";
import { ResultPanel } from "./result-panel.tsx";
import { useCall } from "./use-call.ts";
import { bookingIn } from "./views/booking-cards.tsx";

interface ToolBenchProps {
  readonly server: ServerSummary;
  readonly tool: Tool;
  readonly tools: readonly string[];
  readonly url: string;
  readonly auth: "none" | "keys";
  /** Arguments from a link. */
  readonly query: Readonly<Record<string, string>>;
}

const EFFECT_TONES: Readonly<Record<Effect, Tone>> = {
  "read-only": "ok",
  write: "accent",
  destructive: "warn",
};

/** The form of one tool next to its result; stacked on phones. */
export const ToolBench = ({ server, tool, tools, url, auth, query }: ToolBenchProps) => {
  const { inputSchema: schema } = tool;
  const [args, setArgs] = useState<Arguments>(() => ({
    ...(savedArguments(sessionStorage, server.name, tool.name) ??
      initialArguments(tool, worldTime(), { pnr: lastBooking() })),
    ...argumentsFromQuery(schema, query),
  }));
  const [unparsed, setUnparsed] = useState(false);
  const call = useCall(server.name, tool.name);
  const result = useRef<HTMLElement>(null);
  const outcome = useMemo(() => call.completed && outcomeOf(call.completed.exchange), [call.completed]);

  useEffect(() => {
    const booking = outcome?.kind === "result" ? bookingIn(outcome.structured) : undefined;
    if (booking) rememberBooking(booking.pnr);
  }, [outcome]);

  const change = (value: unknown) => {
    setArgs(isObject(value) ? value : {});
    setUnparsed(false);
  };
  const runWith = (next: Arguments) => {
    const sent = argumentsOf(next);
    setArgs(next);
    setUnparsed(hasUnparsedJson(next));
    if (hasUnparsedJson(next)) return;
    saveArguments(sessionStorage, server.name, tool.name, sent);
    call.run(sent);
    result.current?.scrollIntoView({ block: "nearest" });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    runWith(args);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    runWith(args);
  };
  const effect = effectOf(tool);
  const refused = outcome?.kind === "problem" ? outcome.problem.fields : undefined;
  return (
    <div className="bench">
      <Card
        title={shorten(plain(tool.title ?? tool.name), 120)}
        actions={<Badge tone={EFFECT_TONES[effect]}>{effect}</Badge>}
      >
        <form className="stack" onSubmit={submit} onKeyDown={press} noValidate>
          <Description text={tool.description ?? ""} />
          <SchemaForm
            schema={schema}
            value={args}
            onChange={change}
            {...(unparsed ? { problems: checkValue(schema, args) } : refused && { problems: refused })}
          />
          <div className="bench-actions">
            {call.busy ? (
              // A separate button: with a reused element, the click that stops would also submit the form.
              <Button key="stop" icon="cross" onClick={call.stop}>
                Stop
              </Button>
            ) : (
              <Button key="run" type="submit" variant="primary" icon="play" title="Ctrl+Enter">
                Run
              </Button>
            )}
            <kbd className="small soft">Ctrl+Enter</kbd>
            <Button variant="quiet" onClick={() => change(initialArguments(tool, worldTime(), { pnr: lastBooking() }))}>
              Reset
            </Button>
          </div>
        </form>
      </Card>
      <section className="bench-result" ref={result} aria-label="Result">
        <ResultPanel
          {...{ server: server.name, tool: tool.name, tools, url, auth, call, outcome }}
          args={argumentsOf(args)}
          callAgain={runWith}
        />
      </section>
    </div>
  );
};

const argumentsOf = (value: Arguments): Arguments => {
  const filled = withoutEmpty(value);
  return isObject(filled) ? filled : {};
};

const SHORT = 160;

const Description = ({ text }: { readonly text: string }) => {
  const [wholeWorld, setWholeWorld] = useState(false);
  if (text === "") return null;
  const cut = text.length > SHORT + 40 && !wholeWorld;
  return (
    <p className="bench-about">
      {plain(cut ? `${text.slice(0, SHORT).replace(/\s\S*$/, "")} … ` : text)}
      {cut && (
        <button type="button" className="link" onClick={() => setWholeWorld(true)}>
          more
        </button>
      )}
    </p>
  );
};
