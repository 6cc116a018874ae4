import { useMemo } from "react";
import { Icon } from "../../components/icon.tsx";
import { JsonView } from "../../components/json-view.tsx";
import type { Outcome, ToolProblem } from "./call/outcome.ts";
import { ContentBlocks } from "./views/content-blocks.tsx";
import { viewOf } from "./views/result-views.tsx";
import type { Seen } from "./views/seen.ts";

interface OutcomeViewProps {
  readonly outcome: Outcome;
  readonly seen: Seen;
}

/** What came back, as something to look at. */
export const OutcomeView = ({ outcome, seen }: OutcomeViewProps) => {
  if (outcome.kind === "problem") return <Refused problem={outcome.problem} />;
  if (outcome.kind === "question") {
    return (
      <div className="stack">
        <p>
          The tool asks something before it goes on. A client that can ask its user would do so now; this page cannot.
        </p>
        <JsonView value={outcome.asked} label="What is asked" open={4} />
      </div>
    );
  }
  return <Answer {...outcome} seen={seen} />;
};

/** Made once for an answer: while somebody types in the form, nothing here has to be read or drawn again. */
const Answer = ({ structured, content, seen }: Extract<Outcome, { kind: "result" }> & { readonly seen: Seen }) =>
  useMemo(
    () => viewOf(structured, seen) ?? <ContentBlocks content={content} structured={structured} />,
    [structured, content, seen],
  );

/** For people: what was wrong, what would be right, what to do. The model reads the same words. */
const Refused = ({ problem: { message, hint, allowed, code, fields } }: { readonly problem: ToolProblem }) => {
  const others = Object.values(fields).filter((each) => each !== message);
  return (
    <div className="refused" role="alert">
      <p className="state-title" data-bad="">
        <Icon name="warn" />
        <span>{message}</span>
      </p>
      {hint !== undefined && <p className="wraps">{hint}</p>}
      {allowed !== undefined && (
        <p className="wraps">
          Allowed: <code>{allowed}</code>
        </p>
      )}
      {others.length > 0 && (
        <ul className="refused-others">
          {others.map((each) => (
            <li key={each} className="wraps">
              {each}
            </li>
          ))}
        </ul>
      )}
      {code !== undefined && <p className="small soft">Code {code}</p>}
    </div>
  );
};
