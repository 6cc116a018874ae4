import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { JsonView } from "../../components/json-view.tsx";
import { checkValue, type Problems, withoutEmpty } from "../../components/schema-form/form-value.ts";
import { initialValue } from "../../components/schema-form/initial-value.ts";
import { SchemaForm } from "../../components/schema-form/schema-form.tsx";
import { type InputRequest, type Question, type Reply, replyTo } from "../../components/tool-call/outcome.ts";
import { brief } from "../../format/text.ts";
import { worldTime } from "../../format/time.ts";

interface QuestionFormProps {
  readonly request: InputRequest;
  /** The raw request. */
  readonly raw: unknown;
  readonly busy: boolean;
  readonly answer: (reply: Reply) => void;
}

type Contents = Readonly<Record<string, unknown>>;

const MAX_QUESTION_LENGTH = 4_000;

/** Answers a question from a tool. Here the console is the client, and its user the person behind it. */
export const QuestionForm = ({ request, raw, busy, answer }: QuestionFormProps) => {
  const { questions } = request;
  const [contents, setContents] = useState<Contents>(() => initialContents(questions));
  const [problems, setProblems] = useState<Readonly<Record<string, Problems>>>({});
  const isAnswerable = questions.length > 0 && questions.every(({ schema }) => schema !== undefined);

  const change = (id: string, value: unknown) => {
    setContents((before) => ({ ...before, [id]: value }));
    setProblems(({ [id]: _, ...others }) => others);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemsIn(questions, contents);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const filled = Object.entries(contents).map(([id, value]) => [id, withoutEmpty(value)] as const);
    answer(replyTo(request, "accept", Object.fromEntries(filled)));
  };

  if (!isAnswerable) {
    return (
      <div className="stack">
        <p>The tool requested input that this console cannot provide.</p>
        <JsonView value={raw} label="Requested input" open={4} />
      </div>
    );
  }
  return (
    <form className="question" aria-label="The tool needs input" onSubmit={submit} noValidate>
      <p className="small soft">The tool needs input before it continues. With an agent, its user would be asked.</p>
      {questions.map(({ id, message, schema = {} }) => (
        <div key={id} className="stack">
          <p className="question-text wraps">{brief(message, MAX_QUESTION_LENGTH)}</p>
          <SchemaForm
            {...{ schema, value: contents[id], disabled: busy, labelBy: "title" }}
            onChange={(value) => change(id, value)}
            {...(problems[id] && { problems: problems[id] })}
          />
        </div>
      ))}
      <div className="row">
        <Button type="submit" variant="primary" busy={busy}>
          Submit
        </Button>
        <Button disabled={busy} onClick={() => answer(replyTo(request, "decline"))}>
          Decline
        </Button>
        <Button variant="quiet" disabled={busy} onClick={() => answer(replyTo(request, "cancel"))}>
          Cancel
        </Button>
      </div>
    </form>
  );
};

const initialContents = (questions: readonly Question[]): Contents =>
  Object.fromEntries(questions.map(({ id, schema = {} }) => [id, initialValue(schema, worldTime())]));

const problemsIn = (questions: readonly Question[], contents: Contents): Readonly<Record<string, Problems>> => {
  const all = questions.map(({ id, schema = {} }) => [id, checkValue(schema, contents[id])] as const);
  return Object.fromEntries(all.filter(([, found]) => Object.keys(found).length > 0));
};
