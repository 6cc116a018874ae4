import type { Problem } from "../../../api/client.ts";
import { ErrorState } from "../../../components/states.tsx";
import { plain } from "../../../format/text.ts";

/** Why a document was refused, with all its reasons. */
export const Refusal = ({ error, retry }: { readonly error: Problem; readonly retry?: () => void }) => {
  const reasons = reasonsOf(error);
  return (
    <div className="stack">
      <ErrorState error={error} inline retry={retry} />
      {reasons.length > 0 && (
        <ul className="draft-warnings" aria-label="Reasons">
          {reasons.map((each) => (
            <li key={each} className="wraps">
              {plain(each)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};

/** Problems are sentences, or messages about a field. */
const reasonsOf = ({ problems, message }: Problem): readonly string[] => {
  const sentences = (problems ?? []).map((each) => (typeof each === "string" ? each : each.message));
  return [...new Set(sentences)].filter((each) => each !== message);
};
