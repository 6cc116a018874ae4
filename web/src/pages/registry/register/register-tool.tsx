import { type FormEvent, useRef, useState } from "react";
import { problemOf } from "../../../api/client.ts";
import { api } from "../../../api/session.ts";
import { useAction } from "../../../api/use-action.ts";
import { Button } from "../../../components/button.tsx";
import { Card } from "../../../components/card.tsx";
import { Field } from "../../../components/field.tsx";
import { Page } from "../../../components/page.tsx";
import { brief } from "../../../format/text.ts";
import { hrefTo } from "../../../router/router.ts";
import { lineNumberAt, lineRangeAt } from "./json-position.ts";
import { parseTool, type RegistrationProblem, registrationProblems } from "./parse-tool.ts";
import { Registered, type Registration } from "./registered.tsx";

/** Registers a tool by hand. Most services do this themselves on startup. */
export const RegisterTool = () => {
  const [text, setText] = useState(EXAMPLE_TOOL);
  const [problems, setProblems] = useState<readonly RegistrationProblem[]>([]);
  const [done, setDone] = useState<Registration>();
  const editor = useRef<HTMLTextAreaElement>(null);

  const registration = useAction(async () => {
    setDone(undefined);
    const found = parseTool(text);
    if ("message" in found) return setProblems([found]);
    try {
      setDone(await api.post<Registration>("/tools", { tool: found.tool }));
      setProblems([]);
    } catch (error) {
      setProblems(registrationProblems(problemOf(error), text, found.wrapperPath));
    }
  });

  const change = (next: string) => {
    setText(next);
    setProblems([]);
    setDone(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void registration.run();
  };
  const show = (at: number) => {
    const element = editor.current;
    if (!element) return;
    element.focus();
    element.setSelectionRange(...lineRangeAt(text, at));
    // Browsers do not scroll to a selection made by script.
    const down = (lineNumberAt(text, at) - 1) / text.split("\n").length;
    element.scrollTop = down * element.scrollHeight - element.clientHeight / 3;
  };

  return (
    <Page
      title="Register a tool"
      about={
        <span className="registry-crumbs">
          <a href={hrefTo("registry")}>Registry</a>
          <span>What it can do and where it runs, as JSON. The service behind it has to be running.</span>
        </span>
      }
    >
      <form className="register" onSubmit={submit} noValidate>
        <Card title="Tool">
          <div className="stack">
            <Field
              label="Description as JSON"
              problem={
                problems.length === 0
                  ? undefined
                  : `${problems.length === 1 ? "One thing is" : `${problems.length} things are`} wrong.`
              }
            >
              {(control) => (
                <textarea
                  {...control}
                  ref={editor}
                  className="control register-text"
                  rows={30}
                  spellCheck={false}
                  wrap="off"
                  value={text}
                  onChange={({ target }) => change(target.value)}
                />
              )}
            </Field>
            <div className="row">
              <Button type="submit" look="main" busy={registration.busy}>
                Register
              </Button>
              <Button look="quiet" onClick={() => change(EXAMPLE_TOOL)}>
                Example again
              </Button>
            </div>
          </div>
        </Card>
        <div className="stack register-beside" aria-live="polite">
          {problems.length > 0 && <ProblemList problems={problems} show={show} />}
          {done && <Registered registration={done} />}
          {problems.length === 0 && !done && <Hints />}
        </div>
      </form>
    </Page>
  );
};

const Hints = () => (
  <Card title="What belongs in it">
    <div className="stack">
      <ul className="hints">
        <li>
          <code>endpoint</code>: where the service answers <code>tools/call</code> and <code>health/check</code>; or{" "}
          <code>mcp_url</code>, if it is an MCP server whose tools are to be imported.
        </li>
        <li>
          <code>functions</code>: each with a name, a description written for a model, and a JSON Schema for its{" "}
          <code>parameters</code>.
        </li>
        <li>
          <code>lease_seconds</code>: how long it may be silent before it is forgotten.
        </li>
      </ul>
      <p className="soft">
        Addresses that are not public have to be allowed at the start, with{" "}
        <code>TAXIWAY_OUTBOUND_ALLOW=tools=127.0.0.1:4100</code>.
      </p>
      <p className="soft">
        A service can register by itself. <code>docs/extending.md</code> has a whole one in 30 lines, under “A service
        of your own”; all messages are in <code>docs/toolbox.md</code>.
      </p>
    </div>
  </Card>
);

const MAX = 1_000;

interface RemarksProps {
  readonly problems: readonly RegistrationProblem[];
  /** Selects the line at that position. */
  readonly show: (at: number) => void;
}

export const ProblemList = ({ problems, show }: RemarksProps) => (
  <Card title="Not registered">
    <ul className="remarks">
      {problems.map(({ message, field, hint, allowed, at, line }) => (
        <li key={`${field}${message}`} className="wraps">
          <p className="remark-head">
            {field !== undefined && <code className="wraps">{brief(field, 200)}</code>}
            {at !== undefined && (
              <Button small onClick={() => show(at)}>
                Line {line}
              </Button>
            )}
          </p>
          <p className="remark-message">{brief(message, MAX)}</p>
          {allowed !== undefined && <p className="soft">Allowed: {brief(allowed, MAX)}</p>}
          {hint !== undefined && <p className="soft">{brief(hint, MAX)}</p>}
        </li>
      ))}
    </ul>
  </Card>
);

/** The service from docs/extending.md. */
export const EXAMPLE_TOOL = `${JSON.stringify(
  {
    name: "packing",
    description: "Helps travellers pack.",
    category: "TRAVEL",
    endpoint: "http://127.0.0.1:4000/",
    functions: [
      {
        name: "suggest",
        description: "Suggests what to pack for a trip of so many days at that temperature (Celsius).",
        parameters: {
          type: "object",
          properties: {
            days: { type: "number", minimum: 1, maximum: 60 },
            celsius: { type: "number", minimum: -60, maximum: 60 },
          },
          required: ["days", "celsius"],
        },
        annotations: { readOnlyHint: true },
      },
    ],
    health_check_interval: 60,
    lease_seconds: 3600,
  },
  null,
  2,
)}\n`;
