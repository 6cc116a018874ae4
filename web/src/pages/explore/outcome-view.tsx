import { useMemo } from "react";
import { Icon } from "../../components/icon.tsx";
import { said } from "../../format/text.ts";
import type { Outcome, ToolProblem } from "./call/outcome.ts";
import type { Reply } from "./call/question.ts";
import { QuestionForm } from "./question-form.tsx";
import { ContentBlocks } from "./views/content-blocks.tsx";
import { viewOf } from "./views/result-views.tsx";
import type { Seen } from "./views/seen.ts";

interface OutcomeViewProps {
  readonly outcome: Outcome;
  readonly seen: Seen;
  readonly busy: boolean;
  readonly answer: (reply: Reply) => void;
}

/** What came back, as something to look at. */
export const OutcomeView = ({ outcome, seen, busy, answer }: OutcomeViewProps) => {
  if (outcome.kind === "problem") return <Refused problem={outcome.problem} />;
  if (outcome.kind === "question") {
    return <QuestionForm key={JSON.stringify(outcome.asked)} {...outcome} {...{ busy, answer }} />;
  }
  return <Answer {...outcome} seen={seen} />;
};

/** Made once for an answer: while somebody types in the form, nothing here has to be read or drawn again. */
const Answer = ({ structured, content, seen }: Extract<Outcome, { kind: "result" }> & { readonly seen: Seen }) =>
  useMemo(
    () => viewOf(structured, seen) ?? <ContentBlocks content={content} structured={structured} />,
    [structured, content, seen],
  );

const MOST = 2_000;

/** For people: what was wrong, what would be right, what to do. The model reads the same words. */
const Refused = ({ problem: { message, hint, allowed, code, fields } }: { readonly problem: ToolProblem }) => {
  const others = Object.values(fields).filter((each) => each !== message);
  return (
    <div className="refused" role="alert">
      <p className="state-title" data-bad="">
        <Icon name="warn" />
        <span>{said(message, MOST)}</span>
      </p>
      {hint !== undefined && <p className="wraps">{said(hint, MOST)}</p>}
      {allowed !== undefined && (
        <p className="wraps">
          Allowed: <code>{said(allowed, MOST)}</code>
        </p>
      )}
      {others.length > 0 && (
        <ul className="refused-others">
          {others.map((each) => (
            <li key={each} className="wraps">
              {said(each, MOST)}
            </li>
          ))}
        </ul>
      )}
      {code !== undefined && <p className="small soft">Code {code}</p>}
    </div>
  );
};
