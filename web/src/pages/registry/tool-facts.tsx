import type { ReactNode } from "react";
import type { RegisteredTool } from "../../../../src/console/contract.ts";
import { Badge, StatusBadge } from "../../components/badge.tsx";
import { Card } from "../../components/card.tsx";
import { CopyButton } from "../../components/code-block.tsx";
import { Duration, TimeAgo } from "../../components/values.tsx";
import { brief } from "../../format/text.ts";
import { duration } from "../../format/time.ts";
import { CheckHistory, historySummary } from "./check-history.tsx";

const KINDS: Readonly<Record<RegisteredTool["backend"]["kind"], string>> = {
  http: "HTTP service",
  mcp: "MCP server",
  "built-in": "built-in",
};

export const ToolFacts = ({ tool }: { readonly tool: RegisteredTool }) => (
  <Card>
    <div className="tool-health">
      <p className="row">
        <span role="status">
          <StatusBadge status={tool.status} />
        </span>
        <span className="soft">
          since <TimeAgo at={tool.since} />
        </span>
      </p>
      {!tool.built_in && (
        <div className="tool-history">
          <CheckHistory history={tool.history} width={300} height={36} max={60} />
          <p className="small soft">{historySummary(tool.history)}</p>
        </div>
      )}
    </div>
    {tool.last_error !== null && (
      <p className="tool-error wraps">
        <strong>Last error</strong> {brief(tool.last_error, 1_000)}
      </p>
    )}
    <dl className="tool-facts">
      <Fact label="Latency">
        <Duration ms={tool.response_time_ms} />
      </Fact>
      <Fact label="Active version">
        <span className="mono wraps">{brief(tool.tool_id, 100)}</span>
        {tool.version !== undefined && <span className="soft"> ({brief(tool.version, 60)})</span>}
      </Fact>
      <Fact label="Category">{brief(tool.category, 60)}</Fact>
      <Fact label="Runs as">
        {tool.built_in ? <Badge>built in</Badge> : KINDS[tool.backend.kind]}
        {tool.backend.url !== undefined && <Address url={tool.backend.url} />}
      </Fact>
      <Fact label="Registered">{tool.built_in ? "at startup" : <TimeAgo at={tool.registered_at} />}</Fact>
      {!tool.built_in && <Fact label="Lease">{duration(tool.lease_seconds * 1_000)} of silence</Fact>}
    </dl>
  </Card>
);

const Address = ({ url }: { readonly url: string }) => (
  <span className="tool-address">
    <code className="cut" title={brief(url, 500)}>
      {brief(url, 200)}
    </code>
    <CopyButton text={url} what="the address" />
  </span>
);

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
