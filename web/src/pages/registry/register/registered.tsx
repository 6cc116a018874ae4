import { Badge } from "../../../components/badge.tsx";
import { Card } from "../../../components/card.tsx";
import { CodeBlock } from "../../../components/code-block.tsx";
import { brief } from "../../../format/text.ts";
import { duration } from "../../../format/time.ts";
import { hrefTo } from "../../../router/router.ts";

/** Response to a registration. */
export interface Registration {
  readonly tool_id: string;
  readonly status: string;
  readonly health_check_interval: number;
  readonly functions?: readonly string[];
  readonly lease_seconds?: number;
  readonly secret?: string;
  /** The version that stays active until this one is healthy. */
  readonly active_tool_id?: string;
}

/** `packing_v2` is the second version of `packing`. */
const toolNameOf = (toolId: string): string => toolId.replace(/_v\d+$/, "");

export const Registered = ({ registration }: { readonly registration: Registration }) => {
  const { tool_id, functions = [], lease_seconds, secret, active_tool_id, health_check_interval } = registration;
  return (
    <Card title="Registered">
      <div className="stack">
        <p className="wraps">
          <Badge tone="ok">{brief(tool_id, 80)}</Badge>{" "}
          <a href={hrefTo("registry", [toolNameOf(tool_id)])}>View tool</a>
        </p>
        {active_tool_id !== undefined && (
          <p className="wraps">
            {brief(active_tool_id, 80)} stays active until a health check of this version succeeds.
          </p>
        )}
        {functions.length > 0 && (
          <div>
            <p className="soft small">Tool names for MCP clients</p>
            <ul>
              {functions.map((name) => (
                <li key={name} className="wraps">
                  <code>{brief(name, 160)}</code>
                </li>
              ))}
            </ul>
          </div>
        )}
        <p className="soft">
          Checked every {duration(health_check_interval * 1_000)}
          {lease_seconds !== undefined && `, removed after ${duration(lease_seconds * 1_000)} of silence`}.
        </p>
        {secret !== undefined && (
          <div className="stack">
            <p>
              With this secret the service can verify that calls come from this server. Store it where only the service
              can read it.
            </p>
            <CodeBlock text={secret} what="the secret" wrap />
          </div>
        )}
      </div>
    </Card>
  );
};
