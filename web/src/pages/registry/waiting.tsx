import type { RegisteredTool } from "../../../../src/console/contract.ts";
import { hrefTo } from "../../app/route.ts";
import { Badge } from "../../components/badge.tsx";
import { Card } from "../../components/card.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { plain, shortened } from "../../format/text.ts";

type Next = NonNullable<RegisteredTool["next"]>;

/** Versions that nobody is served yet, and why. Nothing where nothing waits. */
export const Waiting = ({ tools }: { readonly tools: readonly RegisteredTool[] }) => {
  const waiting = tools.flatMap(({ name, tool_id, next }) => (next ? [{ name, tool_id, next }] : []));
  if (waiting.length === 0) return null;
  return (
    <Card title="Held back">
      <ul className="waiting">
        {waiting.map(({ name, tool_id, next }) => (
          <li key={name}>
            <p className="wraps">
              <a href={hrefTo("registry", [name])}>{plain(shortened(next.tool_id, 100))}</a>{" "}
              <span className="soft">
                registered <TimeAgo at={next.registered_at} />; {plain(shortened(tool_id, 100))} answers meanwhile.
              </span>
            </p>
            <Why next={next} />
          </li>
        ))}
      </ul>
    </Card>
  );
};

/** What keeps it back, and what would become another with it. */
export const Why = ({ next: { why, changes } }: { readonly next: Next }) => (
  <div className="waiting-why">
    <p className="wraps">
      <Badge tone="warn">waits</Badge> {plain(shortened(why, 600))}
    </p>
    {changes.length > 0 && (
      <ul className="changes" aria-label="What changes with it">
        {changes.map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same sentence may stand there twice
          <li key={index} className="wraps">
            {plain(shortened(change, 400))}
          </li>
        ))}
      </ul>
    )}
  </div>
);
