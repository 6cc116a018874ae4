import { useState } from "react";
import type { RegisteredTool } from "../../../../src/console/contract.ts";
import { part } from "../../api/client.ts";
import { api } from "../../api/login.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { CopyButton } from "../../components/code-block.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { JsonView } from "../../components/json-view.tsx";
import { Page } from "../../components/page.tsx";
import { EmptyState, ErrorState, Loaded } from "../../components/states.tsx";
import { toast } from "../../components/toast.tsx";
import { brief } from "../../format/text.ts";
import { goTo, hrefTo } from "../../router/router.ts";
import { PendingReason } from "./pending-tools.tsx";
import { TestCall } from "./test-call.tsx";
import { ToolFacts } from "./tool-facts.tsx";
import { useTools, withTool } from "./use-tools.ts";

interface ToolViewProps {
  readonly name: string;
  /** The selected function. */
  readonly chosen: string | undefined;
}

export const ToolView = ({ name, chosen }: ToolViewProps) => {
  const tools = useTools();
  const tool = tools.data?.tools.find((each) => each.name === name);
  const [unregistering, setUnregistering] = useState(false);
  const check = useAction(async () => {
    const checked = await api.post<RegisteredTool>(`/tools/${part(name)}/check`);
    if (tools.data) tools.replace(withTool(tools.data, checked));
    toast[checked.status === "healthy" ? "ok" : "bad"](`${brief(name, 80)} is ${checked.status}.`);
  });
  return (
    <Page
      title={brief(name, 80)}
      about={
        <span className="registry-crumbs">
          <a href={hrefTo("registry")}>Registry</a>
          {tool && <span className="wraps">{brief(tool.description, 400)}</span>}
        </span>
      }
      actions={
        tool && (
          <>
            <Button icon="reload" busy={check.busy} onClick={() => void check.run()}>
              Check now
            </Button>
            {!tool.built_in && (
              <Button variant="danger" icon="trash" onClick={() => setUnregistering(true)}>
                Unregister
              </Button>
            )}
          </>
        )
      }
    >
      {check.error && <ErrorState error={check.error} inline />}
      <Loaded from={tools} lines={8}>
        {() => (tool ? <Shown tool={tool} chosen={chosen} /> : <NotRegistered name={name} />)}
      </Loaded>
      {tool && <UnregisterTool tool={tool} open={unregistering} onClose={() => setUnregistering(false)} />}
    </Page>
  );
};

const Shown = ({ tool, chosen }: { readonly tool: RegisteredTool; readonly chosen: string | undefined }) => {
  const { functions, next } = tool;
  const selected = functions.find(({ name }) => name === chosen) ?? functions[0];
  return (
    <>
      {next && (
        <Card title={`Pending: ${brief(next.tool_id, 80)}`}>
          <PendingReason next={next} />
          <p className="soft small waiting-then">
            {brief(tool.tool_id, 80)} stays active until then. To check again now, click Check now.
          </p>
        </Card>
      )}
      <ToolFacts tool={tool} />
      <div className="tool-columns">
        <FunctionList tool={tool} chosen={selected?.name} />
        {selected && <TestCall key={`${tool.tool_id}/${selected.name}`} tool={tool.name} fn={selected} />}
      </div>
    </>
  );
};

const NotRegistered = ({ name }: { readonly name: string }) => (
  <Card>
    <EmptyState
      title={`Tool ${brief(name, 80)} is not registered`}
      action={
        <a className="button" href={hrefTo("registry")}>
          All tools
        </a>
      }
    >
      It was unregistered, or its lease expired. It reappears when the service registers again.
    </EmptyState>
  </Card>
);

interface FunctionListProps {
  readonly tool: RegisteredTool;
  readonly chosen: string | undefined;
}

/** The functions of a tool and the names under which MCP clients call them. */
const FunctionList = ({ tool, chosen }: FunctionListProps) => (
  <Card title={`Functions (${tool.functions.length})`} flush>
    {tool.functions.length === 0 && <EmptyState title="No functions" />}
    <ul className="functions">
      {tool.functions.map(({ name, description, wire_name, parameters }) => (
        <li key={name} data-chosen={name === chosen || undefined}>
          <p className="function-name">
            <a
              className="wraps"
              href={hrefTo("registry", [tool.name], { function: name })}
              aria-current={name === chosen || undefined}
            >
              {brief(name, 120)}
            </a>
          </p>
          <p className="wraps">{brief(description, 600)}</p>
          <p className="function-wire small soft">
            <span className="cut" title={wire_name}>
              Name for MCP clients <code>{brief(wire_name, 160)}</code>
            </span>
            <CopyButton text={wire_name} what="the name for MCP clients" />
          </p>
          <details>
            <summary className="small">Parameters</summary>
            <JsonView value={parameters} label={`Parameters of ${brief(name, 80)}`} open={3} />
          </details>
        </li>
      ))}
    </ul>
  </Card>
);

interface UnregisterToolProps {
  readonly tool: RegisteredTool;
  readonly open: boolean;
  readonly onClose: () => void;
}

const UnregisterTool = ({ tool, open, onClose }: UnregisterToolProps) => {
  const name = brief(tool.name, 80);
  const removal = useAction(async () => {
    await api.delete(`/tools/${part(tool.name)}`);
    toast.ok(`${name} unregistered.`);
    goTo("registry");
  });
  return (
    <Dialog
      title={`Unregister ${name}?`}
      open={open}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" icon="trash" busy={removal.busy} onClick={() => void removal.run()}>
            Unregister
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>
          Clients can no longer find or call its{" "}
          {tool.functions.length === 1 ? "function" : `${tool.functions.length} functions`}. The service keeps running;
          if it registers again, the tool reappears.
        </p>
        {removal.error && <ErrorState error={removal.error} inline />}
      </div>
    </Dialog>
  );
};
