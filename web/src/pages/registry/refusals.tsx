import type { RefusedTool } from "../../../../src/console/contract.ts";
import { Badge } from "../../components/badge.tsx";
import { Card } from "../../components/card.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { said } from "../../format/text.ts";

/** Services that wanted to register and may not know that they failed. Nothing where nobody did. */
export const Refusals = ({ refusals }: { readonly refusals: readonly RefusedTool[] }) =>
  refusals.length === 0 ? null : (
    <Card title="Refused lately">
      <ul className="waiting">
        {refusals.map(({ at, name, reason, times }) => (
          <li key={`${at}${name}${reason}`}>
            <p className="wraps">
              <strong>{name === "" ? "without a name" : said(name, 80)}</strong>{" "}
              <span className="soft">
                <TimeAgo at={at} />
                {times > 1 && `, ${times} times`}
              </span>
            </p>
            <p className="wraps">
              <Badge tone="bad">refused</Badge> {said(reason, 400)}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
