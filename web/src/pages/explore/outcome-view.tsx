import { type ComponentType, type ReactNode, useMemo } from "react";
import { Icon } from "../../components/icon.tsx";
import type { Outcome, Reply, ToolProblem } from "../../components/tool-call/outcome.ts";
import { said } from "../../format/text.ts";
import { flightsIn, offerIn } from "./flights/flight-option.ts";
import { FlightResults } from "./flights/flight-results.tsx";
import type { Seen } from "./next-step.ts";
import { QuestionForm } from "./question-form.tsx";
import { BookingsView, BookingView, bookingIn, bookingsIn } from "./views/booking-cards.tsx";
import { ContentBlocks } from "./views/content-blocks.tsx";
import { CarCards, carsIn, HotelCards, hotelsIn } from "./views/offer-cards.tsx";

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

type View = (structured: unknown, seen: Seen) => ReactNode | undefined;

const view =
  <T,>(find: (structured: unknown) => T | undefined, Shown: ComponentType<{ found: T; seen: Seen }>): View =>
  (structured, seen) => {
    const found = find(structured);
    return found === undefined ? undefined : <Shown found={found} seen={seen} />;
  };

/** By what a result looks like, whoever it is from. The first that fits is shown. */
const VIEWS: readonly View[] = [
  view(bookingIn, BookingView),
  view(flightsIn, FlightResults),
  view(offerIn, FlightResults),
  view(hotelsIn, HotelCards),
  view(carsIn, CarCards),
  view(bookingsIn, BookingsView),
];

export const viewOf = (structured: unknown, seen: Seen): ReactNode | undefined => {
  for (const each of VIEWS) {
    const shown = each(structured, seen);
    if (shown !== undefined) return shown;
  }
  return undefined;
};
