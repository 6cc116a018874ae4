import { type ComponentType, type ReactNode, useMemo } from "react";
import { Icon } from "../../components/icon.tsx";
import type { Outcome, Reply, ToolProblem } from "../../components/tool-call/outcome.ts";
import { brief } from "../../format/text.ts";
import { flightsIn, offerIn } from "./flights/flight-option.ts";
import { FlightResults } from "./flights/flight-results.tsx";
import type { ResultContext } from "./next-step.ts";
import { QuestionForm } from "./question-form.tsx";
import { BookingsView, BookingView, bookingIn, bookingsIn } from "./views/booking-cards.tsx";
import { ContentBlocks } from "./views/content-blocks.tsx";
import { CarCards, carsIn, HotelCards, hotelsIn } from "./views/offer-cards.tsx";

interface OutcomeViewProps {
  readonly outcome: Outcome;
  readonly context: ResultContext;
  readonly busy: boolean;
  readonly answer: (reply: Reply) => void;
}

/** Shows the outcome of a call. */
export const OutcomeView = ({ outcome, context, busy, answer }: OutcomeViewProps) => {
  if (outcome.kind === "problem") return <Problem problem={outcome.problem} />;
  if (outcome.kind === "question") {
    return <QuestionForm key={JSON.stringify(outcome.request)} {...outcome} {...{ busy, answer }} />;
  }
  return <Answer {...outcome} context={context} />;
};

/** Memoized, so that typing in the form does not render the result again. */
const Answer = ({
  structured,
  content,
  context,
}: Extract<Outcome, { kind: "result" }> & { readonly context: ResultContext }) =>
  useMemo(
    () => viewOf(structured, context) ?? <ContentBlocks content={content} structured={structured} />,
    [structured, content, context],
  );

const MAX = 2_000;

/** What was wrong, what is allowed and what to do, in the words that the model reads. */
const Problem = ({ problem: { message, hint, allowed, code, fields } }: { readonly problem: ToolProblem }) => {
  const others = Object.values(fields).filter((each) => each !== message);
  return (
    <div className="refused" role="alert">
      <p className="state-title" data-bad="">
        <Icon name="warn" />
        <span>{brief(message, MAX)}</span>
      </p>
      {hint !== undefined && <p className="wraps">{brief(hint, MAX)}</p>}
      {allowed !== undefined && (
        <p className="wraps">
          Allowed: <code>{brief(allowed, MAX)}</code>
        </p>
      )}
      {others.length > 0 && (
        <ul className="refused-others">
          {others.map((each) => (
            <li key={each} className="wraps">
              {brief(each, MAX)}
            </li>
          ))}
        </ul>
      )}
      {code !== undefined && <p className="small soft">Code {code}</p>}
    </div>
  );
};

type View = (structured: unknown, context: ResultContext) => ReactNode | undefined;

const view =
  <T,>(
    find: (structured: unknown) => T | undefined,
    Shown: ComponentType<{ found: T; context: ResultContext }>,
  ): View =>
  (structured, context) => {
    const found = find(structured);
    return found === undefined ? undefined : <Shown found={found} context={context} />;
  };

/** Views by the shape of the result. The first match is shown. */
const VIEWS: readonly View[] = [
  view(bookingIn, BookingView),
  view(flightsIn, FlightResults),
  view(offerIn, FlightResults),
  view(hotelsIn, HotelCards),
  view(carsIn, CarCards),
  view(bookingsIn, BookingsView),
];

const viewOf = (structured: unknown, context: ResultContext): ReactNode | undefined => {
  for (const each of VIEWS) {
    const shown = each(structured, context);
    if (shown !== undefined) return shown;
  }
  return undefined;
};
