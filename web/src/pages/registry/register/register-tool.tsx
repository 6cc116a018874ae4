import { type FormEvent, useRef, useState } from "react";
import { problemOf } from "../../../api/client.ts";
import { api } from "../../../api/login.ts";
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
          <span>Describe the tool as JSON. The service behind it must be running.</span>
        </span>
      }
    >
      <form className="register" onSubmit={submit} noValidate>
        <Card title="Tool">
          <div className="stack">
            <Field
              label="Tool description (JSON)"
              problem={
                problems.length === 0
                  ? undefined
                  : `${problems.length === 1 ? "1 problem" : `${problems.length} problems`}.`
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
              <Button type="submit" variant="primary" busy={registration.busy}>
                Register
              </Button>
              <Button variant="quiet" onClick={() => change(EXAMPLE_TOOL)}>
                Reset example
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
  <Card title="Fields">
    <div className="stack">
      <ul className="hints">
        <li>
          <code>endpoint</code>: URL at which the service answers <code>tools/call</code> and <code>health/check</code>.
          Or <code>mcp_url</code> for an MCP server whose tools are to be imported.
        </li>
        <li>
          <code>functions</code>: each with a name, a description for the model, and a JSON Schema for its{" "}
          <code>parameters</code>.
        </li>
        <li>
          <code>lease_seconds</code>: how long the service may be silent before it is removed.
        </li>
      </ul>
      <p className="soft">
        Private addresses must be allowed when the server starts, with{" "}
        <code>TAXIWAY_OUTBOUND_ALLOW=tools=127.0.0.1:4100</code>.
      </p>
      <p className="soft">
        Services can also register themselves. See “A service of your own” in <code>docs/extending.md</code> for an
        example, and <code>docs/toolbox.md</code> for all messages.
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

const ProblemList = ({ problems, show }: RemarksProps) => (
  <Card title="Not registered">
    <ul className="problem-list">
      {problems.map(({ message, field, hint, allowed, at, line }) => (
        <li key={`${field}${message}`} className="wraps">
          <p className="problem-head">
            {field !== undefined && <code className="wraps">{brief(field, 200)}</code>}
            {at !== undefined && (
              <Button small onClick={() => show(at)}>
                Line {line}
              </Button>
            )}
          </p>
          <p className="problem-message">{brief(message, MAX)}</p>
          {allowed !== undefined && <p className="soft">Allowed: {brief(allowed, MAX)}</p>}
          {hint !== undefined && <p className="soft">{brief(hint, MAX)}</p>}
        </li>
      ))}
    </ul>
  </Card>
);

/** The service from docs/extending.md. */
const EXAMPLE_TOOL = `${JSON.stringify(
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
