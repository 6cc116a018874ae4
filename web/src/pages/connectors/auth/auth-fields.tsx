import { useId } from "react";
import { Button } from "../../../components/button.tsx";
import { Input, Select } from "../../../components/field.tsx";
import { brief, plain } from "../../../format/text.ts";
import type { AuthQuestion } from "../responses.ts";
import { type AuthAnswer, type AuthChoice, type AuthScheme, describeAuth, SCHEMES } from "./auth-choice.ts";

interface AuthFieldsProps {
  readonly question: AuthQuestion | undefined;
  readonly answer: AuthAnswer;
  readonly onAnswer: (answer: AuthAnswer) => void;
  /** What happens without a choice. */
  readonly unchanged: { readonly label: string; readonly help: string };
  readonly problem: string | undefined;
}

/** How callers authenticate: guesses from the document, or what the user knows. */
export const AuthFields = ({ question, answer, onAnswer, unchanged, problem }: AuthFieldsProps) => {
  const group = useId();
  const guesses = question?.guesses ?? [];
  return (
    <fieldset className="stack auth-fields">
      <legend className="unseen">Authentication</legend>
      {question && <p className="wraps">{plain(question.text)}</p>}
      {guesses.map(({ auth, because }) => (
        <RadioLine
          key={auth}
          group={group}
          label={brief(describeAuth(auth), 200)}
          help={plain(because)}
          checked={answer.kind === "guess" && answer.auth === auth}
          onChoose={() => onAnswer({ kind: "guess", auth })}
        />
      ))}
      <RadioLine
        group={group}
        label={unchanged.label}
        help={unchanged.help}
        checked={answer.kind === "unchanged"}
        onChoose={() => onAnswer({ kind: "unchanged" })}
      />
      <RadioLine
        group={group}
        label="Something else"
        help="A header, a query parameter, a login, or OAuth 2."
        checked={answer.kind === "own"}
        onChoose={() => onAnswer({ kind: "own", choices: [{ scheme: "header", name: "" }] })}
      />
      {answer.kind === "own" && (
        <OwnChoices choices={answer.choices} onChoices={(choices) => onAnswer({ kind: "own", choices })} />
      )}
      {problem !== undefined && <p className="field-problem">{problem}</p>}
    </fieldset>
  );
};

interface RadioLineProps {
  readonly group: string;
  readonly label: string;
  readonly help: string;
  readonly checked: boolean;
  readonly onChoose: () => void;
}

const RadioLine = ({ group, label, help, checked, onChoose }: RadioLineProps) => {
  const id = useId();
  return (
    <div className="field">
      <label className="checkbox">
        <input type="radio" name={group} checked={checked} onChange={onChoose} aria-describedby={id} />
        <span>{label}</span>
      </label>
      <p className="field-help radio-help" id={id}>
        {help}
      </p>
    </div>
  );
};

const SCHEME_CHOICES = Object.entries(SCHEMES).map(([value, { label }]) => ({ value, label }));
/** A pair of keys, such as an ID and a key, needs two. */
const MAX_CHOICES = 4;

interface OwnChoicesProps {
  readonly choices: readonly AuthChoice[];
  readonly onChoices: (choices: readonly AuthChoice[]) => void;
}

const OwnChoices = ({ choices, onChoices }: OwnChoicesProps) => (
  <div className="stack auth-own">
    {choices.map((choice, index) => {
      const { name: label, placeholder } = SCHEMES[choice.scheme];
      const put = (next: AuthChoice) => onChoices(choices.map((each, at) => (at === index ? next : each)));
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are being edited
        <div key={index} className="slot">
          <Select
            label="Kind"
            choices={SCHEME_CHOICES}
            value={choice.scheme}
            onValue={(scheme) => put({ ...choice, scheme: scheme as AuthScheme })}
          />
          {label !== undefined && (
            <Input
              label={label}
              className="mono"
              placeholder={placeholder}
              value={choice.name}
              onValue={(name) => put({ ...choice, name })}
            />
          )}
          {choices.length > 1 && (
            <Button
              small
              variant="quiet"
              icon="trash"
              aria-label={`Remove credential ${index + 1}`}
              onClick={() => onChoices(choices.filter((_, at) => at !== index))}
            />
          )}
        </div>
      );
    })}
    {choices.length < MAX_CHOICES && (
      <div>
        <Button small icon="plus" onClick={() => onChoices([...choices, { scheme: "query", name: "" }])}>
          Add another
        </Button>
      </div>
    )}
  </div>
);
