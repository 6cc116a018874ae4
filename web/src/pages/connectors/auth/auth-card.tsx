import { useState } from "react";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button.tsx";
import { Card } from "../../../components/card.tsx";
import { toast } from "../../../components/toast.tsx";
import { plain } from "../../../format/text.ts";
import type { TabProps } from "../connector-view.tsx";
import type { ConnectorTool } from "../responses.ts";
import { type AuthAnswer, authOf, authUses, isAnswered } from "./auth-choice.ts";
import { AuthFields } from "./auth-fields.tsx";

/** Answers the question of a draft, or changes how all its tools authenticate. */
export const AuthCard = ({ copy, editor, state }: Pick<TabProps, "copy" | "editor" | "state">) => {
  const { authQuestion } = copy;
  const [open, setOpen] = useState(authQuestion !== undefined);
  const [answer, setAnswer] = useState<AuthAnswer>({ kind: "unchanged" });
  const auth = authOf(answer);
  const apply = async () => {
    if (auth === undefined || !(await editor.authenticate({ auth }))) return;
    setOpen(false);
    setAnswer({ kind: "unchanged" });
    toast.ok("Changed the authentication of all tools. Approve them again, and set the credentials.");
  };
  return (
    <Card
      title="Authentication"
      actions={
        !open && (
          <Button small onClick={() => setOpen(true)}>
            Change authentication
          </Button>
        )
      }
    >
      {open ? (
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            void apply();
          }}
        >
          <AuthFields
            question={authQuestion}
            answer={answer}
            onAnswer={setAnswer}
            unchanged={UNCHANGED}
            problem={undefined}
          />
          <div className="row">
            <Button
              type="submit"
              variant="primary"
              busy={state.busy}
              disabled={auth === undefined || !isAnswered(answer)}
            >
              Apply to all tools
            </Button>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
          </div>
        </form>
      ) : (
        <AuthSummary tools={copy.current.tools} />
      )}
    </Card>
  );
};

/** What the tools send, with the number of tools if only some of them do. */
const AuthSummary = ({ tools }: { readonly tools: readonly ConnectorTool[] }) => {
  const uses = authUses(tools);
  if (uses.length === 0) return <p className="soft">The tools send no credentials.</p>;
  return (
    <ul className="stack">
      {uses.map(({ credential, place, tools: users, optional }) => (
        <li key={`${credential} ${place}`} className="wraps">
          <span className="mono">{plain(credential)}</span> <span className="soft">as {plain(place)}</span>
          {users < tools.length && (
            <span className="soft">
              {" "}
              in {users} of {tools.length} tools
            </span>
          )}{" "}
          {optional && <Badge>optional</Badge>}
        </li>
      ))}
    </ul>
  );
};

const UNCHANGED = { label: "As in the draft", help: "Nothing is changed." };
