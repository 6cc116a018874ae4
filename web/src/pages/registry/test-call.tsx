import { type FormEvent, useState } from "react";
import type { Carried, RegisteredTool } from "../../../../src/console/contract.ts";
import { part } from "../../api/client.ts";
import { api } from "../../api/login.ts";
import { useAction } from "../../api/use-action.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { JsonView } from "../../components/json-view.tsx";
import { checkValue, type Problems, withoutEmpty } from "../../components/schema-form/form-value.ts";
import type { Schema } from "../../components/schema-form/schema.ts";
import { SchemaForm } from "../../components/schema-form/schema-form.tsx";
import { ErrorState } from "../../components/states.tsx";
import { hasUnparsedJson, initialArguments } from "../../components/tool-call/arguments.ts";
import { outcomeOf, type ToolProblem } from "../../components/tool-call/outcome.ts";
import { Duration } from "../../components/values.tsx";
import { isObject } from "../../format/json.ts";
import { brief } from "../../format/text.ts";
import { hrefTo } from "../../router/router.ts";

interface TestCallProps {
  /** Name of the tool. */
  readonly tool: string;
  readonly fn: RegisteredTool["functions"][number];
}

const NO_SCHEMA: Schema = { type: "object" };

/** Calls one function as a client would, to check that the service responds. */
export const TestCall = ({ tool, fn }: TestCallProps) => {
  const schema = isObject(fn.parameters) ? fn.parameters : NO_SCHEMA;
  const [value, setValue] = useState<unknown>(() => initialArguments({ inputSchema: schema }, new Date()));
  const [unparsed, setUnparsed] = useState<Problems>();
  const [carried, setCarried] = useState<Carried>();
  const call = useAction(async () => {
    setCarried(undefined);
    const given = withoutEmpty(value);
    setCarried(await api.post<Carried>(`/tools/${part(tool)}/call`, { function: fn.name, arguments: given ?? {} }));
  });
  const change = (next: unknown) => {
    setValue(next);
    setUnparsed(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Arguments that violate the schema are sent, to show how the tool rejects them.
    if (hasUnparsedJson(value)) setUnparsed(checkValue(schema, value));
    else void call.run();
  };
  const answer = carried && readAnswer(carried.response);
  const problems = unparsed ?? answer?.problem?.fields;
  return (
    <Card
      title={`Test call: ${brief(fn.name, 80)}`}
      actions={
        <a className="small" href={hrefTo("explore", ["toolbox", fn.wire_name])}>
          Open in Explore
        </a>
      }
    >
      <form className="stack" onSubmit={submit} noValidate>
        <SchemaForm {...{ schema, value, onChange: change }} {...(problems && { problems })} />
        <div className="row">
          <Button type="submit" variant="primary" icon="play" busy={call.busy}>
            Call
          </Button>
          <span className="row" role="status">
            {call.busy && <Badge tone="accent">running</Badge>}
            {carried && answer && (
              <>
                <Badge tone={answer.problem ? "warn" : "ok"}>{answer.problem ? "refused" : "OK"}</Badge>
                <Duration ms={carried.milliseconds} />
              </>
            )}
          </span>
        </div>
        {call.error && <ErrorState error={call.error} inline />}
        {answer?.problem && <ErrorState error={{ kind: "tool", ...answer.problem }} inline />}
        {answer && <JsonView value={answer.shown} label="Response" open={3} />}
      </form>
    </Card>
  );
};

interface CallAnswer {
  /** The data to show, or the whole response. */
  readonly shown: unknown;
  readonly problem?: ToolProblem;
}

/** Reads a JSON-RPC response in MCP format or in the registry's own, which wraps the result in `data`. */
export const readAnswer = (response: unknown): CallAnswer => {
  const outcome = outcomeOf({ response });
  const { result, error } = isObject(response) ? response : {};
  if (outcome.kind === "problem") return { shown: result ?? error, problem: outcome.problem };
  if (isObject(result) && "data" in result && !("content" in result)) return { shown: result["data"] };
  if (outcome.kind === "question") return { shown: outcome.raw };
  return { shown: outcome.structured ?? result };
};
