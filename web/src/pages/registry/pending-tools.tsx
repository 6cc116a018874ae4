import type { RefusedTool, RegisteredTool } from "../../../../src/console/contract.ts";
import { Badge } from "../../components/badge.tsx";
import { Card } from "../../components/card.tsx";
import { TimeAgo } from "../../components/values.tsx";
import { brief } from "../../format/text.ts";
import { hrefTo } from "../../router/router.ts";

const MAX_CHANGES = 12;

type Next = NonNullable<RegisteredTool["next"]>;

/** Versions that are registered but not active yet, and why. */
export const PendingTools = ({ tools }: { readonly tools: readonly RegisteredTool[] }) => {
  const pending = tools.flatMap(({ name, tool_id, next }) => (next ? [{ name, tool_id, next }] : []));
  if (pending.length === 0) return null;
  return (
    <Card title="Pending versions">
      <ul className="waiting">
        {pending.map(({ name, tool_id, next }) => (
          <li key={name}>
            <p className="wraps">
              <a href={hrefTo("registry", [name])}>{brief(next.tool_id, 100)}</a>{" "}
              <span className="soft">
                registered <TimeAgo at={next.registered_at} />; {brief(tool_id, 100)} stays active until then.
              </span>
            </p>
            <p className="wraps">
              <Badge tone="warn">pending</Badge> {brief(next.why, 300)}
              {next.changes.length > 0 && (
                <a className="waiting-changes" href={hrefTo("registry", [name])}>
                  {next.changes.length === 1 ? "1 change" : `${next.changes.length} changes`}
                </a>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
};

/** Why a version is held back, and what it would change. */
export const PendingReason = ({ next: { why, changes } }: { readonly next: Next }) => (
  <div className="waiting-why">
    <p className="wraps">
      <Badge tone="warn">pending</Badge> {brief(why, 300)}
    </p>
    {changes.length > 0 && (
      <ul className="changes" aria-label="Changes">
        {changes.slice(0, MAX_CHANGES).map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: changes may repeat
          <li key={index} className="wraps">
            {brief(change, 200)}
          </li>
        ))}
        {changes.length > MAX_CHANGES && <li>and {changes.length - MAX_CHANGES} more</li>}
      </ul>
    )}
  </div>
);

/** Rejected registrations, whose services may not notice the failure. */
export const RejectedTools = ({ refusals }: { readonly refusals: readonly RefusedTool[] }) =>
  refusals.length === 0 ? null : (
    <Card title="Rejected registrations">
      <ul className="waiting">
        {refusals.map(({ at, name, reason, times }) => (
          <li key={`${at}${name}${reason}`}>
            <p className="wraps">
              <strong>{name === "" ? "unnamed" : brief(name, 80)}</strong>{" "}
              <span className="soft">
                <TimeAgo at={at} />
                {times > 1 && `, ${times} times`}
              </span>
            </p>
            <p className="wraps">
              <Badge tone="bad">rejected</Badge> {brief(reason, 400)}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
