import type { RegisteredTool } from "../../../../src/console/contract.ts";
import { hrefTo } from "../../app/route.ts";
import { Card } from "../../components/card.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { JsonView } from "../../components/json-view.tsx";
import { said } from "../../format/text.ts";

interface FunctionListProps {
  readonly tool: RegisteredTool;
  readonly chosen: string | undefined;
}

/** What the tool can do, and under which name MCP clients call it. */
export const FunctionList = ({ tool, chosen }: FunctionListProps) => (
  <Card title={`Functions (${tool.functions.length})`} flush>
    {tool.functions.length === 0 && <EmptyState title="It has none" />}
    <ul className="functions">
      {tool.functions.map(({ name, description, wire_name, parameters }) => (
        <li key={name} data-chosen={name === chosen || undefined}>
          <p className="function-name">
            <a
              className="wraps"
              href={hrefTo("registry", [tool.name], { function: name })}
              aria-current={name === chosen || undefined}
            >
              {said(name, 120)}
            </a>
          </p>
          <p className="wraps">{said(description, 600)}</p>
          <p className="function-wire small soft">
            <span className="cut" title={wire_name}>
              For MCP clients <code>{said(wire_name, 160)}</code>
            </span>
            <CopyButton text={wire_name} what="the name for MCP clients" />
          </p>
          <details>
            <summary className="small">Parameters</summary>
            <JsonView value={parameters} label={`Parameters of ${said(name, 80)}`} open={3} />
          </details>
        </li>
      ))}
    </ul>
  </Card>
);
