import { useState } from "react";
import type { RegisteredTool } from "../../../../src/console/contract.ts";
import { part } from "../../api/client.ts";
import { api } from "../../api/session.ts";
import { useAction } from "../../api/use-action.ts";
import { hrefTo } from "../../app/route.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Page } from "../../components/page.tsx";
import { toast } from "../../components/toast.tsx";
import { said } from "../../format/text.ts";
import { FunctionList } from "./function-list.tsx";
import { TestCall } from "./test-call.tsx";
import { ToolFacts } from "./tool-facts.tsx";
import { UnregisterTool } from "./unregister-tool.tsx";
import { useTools, withTool } from "./use-tools.ts";
import { Why } from "./waiting.tsx";

interface ToolViewProps {
  readonly name: string;
  /** The function to try. */
  readonly chosen: string | undefined;
}

export const ToolView = ({ name, chosen }: ToolViewProps) => {
  const tools = useTools();
  const tool = tools.data?.tools.find((each) => each.name === name);
  const [leaving, setLeaving] = useState(false);
  const check = useAction(async () => {
    const checked = await api.post<RegisteredTool>(`/tools/${part(name)}/check`);
    if (tools.data) tools.replace(withTool(tools.data, checked));
    toast[checked.status === "healthy" ? "ok" : "bad"](`${said(name, 80)} is ${checked.status}.`);
  });
  return (
    <Page
      title={said(name, 80)}
      about={
        <span className="registry-crumbs">
          <a href={hrefTo("registry")}>Registry</a>
          {tool && <span className="wraps">{said(tool.description, 400)}</span>}
        </span>
      }
      actions={
        tool && (
          <>
            <Button icon="reload" busy={check.busy} onClick={() => void check.run()}>
              Check now
            </Button>
            {!tool.built_in && (
              <Button look="danger" icon="trash" onClick={() => setLeaving(true)}>
                Unregister
              </Button>
            )}
          </>
        )
      }
    >
      {check.error && <ErrorState error={check.error} inline />}
      <Loaded from={tools} lines={8}>
        {() => (tool ? <Shown tool={tool} chosen={chosen} /> : <Gone name={name} />)}
      </Loaded>
      {tool && <UnregisterTool tool={tool} open={leaving} onClose={() => setLeaving(false)} />}
    </Page>
  );
};

const Shown = ({ tool, chosen }: { readonly tool: RegisteredTool; readonly chosen: string | undefined }) => {
  const { functions, next } = tool;
  const tried = functions.find(({ name }) => name === chosen) ?? functions[0];
  return (
    <>
      {next && (
        <Card title={`Held back: ${said(next.tool_id, 80)}`}>
          <Why next={next} />
          <p className="soft small waiting-then">
            {said(tool.tool_id, 80)} answers until then. To try again at once, check now.
          </p>
        </Card>
      )}
      <ToolFacts tool={tool} />
      <div className="tool-columns">
        <FunctionList tool={tool} chosen={tried?.name} />
        {tried && <TestCall key={`${tool.tool_id}/${tried.name}`} tool={tool.name} of={tried} />}
      </div>
    </>
  );
};

const Gone = ({ name }: { readonly name: string }) => (
  <Card>
    <EmptyState
      title={`No tool ${said(name, 80)} is registered`}
      action={
        <a className="button" href={hrefTo("registry")}>
          All tools
        </a>
      }
    >
      It was unregistered, or its service was silent for longer than its lease. It is back when the service registers
      again.
    </EmptyState>
  </Card>
);
