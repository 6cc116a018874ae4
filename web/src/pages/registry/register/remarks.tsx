import { Button } from "../../../components/button.tsx";
import { Card } from "../../../components/card.tsx";
import { said } from "../../../format/text.ts";
import type { Remark } from "./tool-in.ts";

const MOST = 1_000;

interface RemarksProps {
  readonly remarks: readonly Remark[];
  /** Leads to that place in the text. */
  readonly show: (at: number) => void;
}

export const Remarks = ({ remarks, show }: RemarksProps) => (
  <Card title="Not registered">
    <ul className="remarks">
      {remarks.map(({ message, field, hint, allowed, at, line }) => (
        <li key={`${field}${message}`} className="wraps">
          <p className="remark-head">
            {field !== undefined && <code className="wraps">{said(field, 200)}</code>}
            {at !== undefined && (
              <Button small onClick={() => show(at)}>
                Line {line}
              </Button>
            )}
          </p>
          <p className="remark-message">{said(message, MOST)}</p>
          {allowed !== undefined && <p className="soft">Allowed: {said(allowed, MOST)}</p>}
          {hint !== undefined && <p className="soft">{said(hint, MOST)}</p>}
        </li>
      ))}
    </ul>
  </Card>
);
