import { plain } from "../../../format/text.ts";
import type { Evidence } from "../responses.ts";

const INPUT = "input.";

/** Evidence for an argument itself, and for what is inside it. */
export const evidenceFor = (evidence: readonly Evidence[], argument: string) => {
  const whole = `${INPUT}${argument}`;
  return {
    own: evidence.find(({ field }) => field === whole),
    inside: evidence.filter(({ field }) => field.startsWith(`${whole}.`)),
  };
};

/** The number of fields that the documentation does not mention. */
export const guessesIn = (evidence: readonly Evidence[] = []): number =>
  evidence.filter(({ quote }) => quote === undefined).length;

interface ArgumentEvidenceProps {
  readonly evidence: readonly Evidence[];
  readonly argument: string;
}

export const ArgumentEvidence = ({ evidence, argument }: ArgumentEvidenceProps) => {
  const { own, inside } = evidenceFor(evidence, argument);
  return (
    <>
      {own && <Quote evidence={own} />}
      {inside.length > 0 && (
        <details className="quote-details small">
          <summary>
            {inside.length} {inside.length === 1 ? "field" : "fields"} inside
          </summary>
          <EvidenceList evidence={inside} cut={`${INPUT}${argument}.`.length} />
        </details>
      )}
    </>
  );
};

/** Evidence for everything but the arguments: path, address, authentication, result. */
export const OtherEvidence = ({ evidence }: { readonly evidence: readonly Evidence[] }) => {
  const others = evidence.filter(({ field }) => !field.startsWith(INPUT));
  if (others.length === 0) return null;
  return (
    <div className="arguments">
      <h3>From the documentation</h3>
      <EvidenceList evidence={others} cut={0} />
    </div>
  );
};

interface EvidenceListProps {
  readonly evidence: readonly Evidence[];
  /** Characters of each field name that are already shown above the list. */
  readonly cut: number;
}

const EvidenceList = ({ evidence, cut }: EvidenceListProps) => (
  <dl className="evidence">
    {evidence.map((each) => (
      <div key={each.field}>
        <dt className="mono wraps">{plain(each.field.slice(cut))}</dt>
        <dd>
          <Quote evidence={each} />
        </dd>
      </div>
    ))}
  </dl>
);

const Quote = ({ evidence: { quote } }: { readonly evidence: Evidence }) =>
  quote === undefined ? (
    <p className="quote small" data-missing="">
      Not found in the documentation.
    </p>
  ) : (
    <p className="quote small wraps">“{plain(quote)}”</p>
  );
