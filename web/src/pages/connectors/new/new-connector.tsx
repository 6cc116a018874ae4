import { useState } from "react";
import { api } from "../../../api/login.ts";
import { useAction } from "../../../api/use-action.ts";
import { useData } from "../../../api/use-data.ts";
import { Button } from "../../../components/button.tsx";
import { Card } from "../../../components/card.tsx";
import { Page } from "../../../components/page.tsx";
import { toast } from "../../../components/toast.tsx";
import { plain } from "../../../format/text.ts";
import { goTo, hrefTo } from "../../../router/router.ts";
import { type AuthAnswer, authOf, isAnswered } from "../auth/auth-choice.ts";
import { AuthFields } from "../auth/auth-fields.tsx";
import { closeEditor } from "../draft/editor.ts";
import type { ConnectorSummary, DraftResponse } from "../responses.ts";
import { isNamed, NameCard, NO_NAMING } from "./name-card.tsx";
import { firstSelection, MAX_TOOLS, onlySelected } from "./operation-choice.ts";
import { OperationsCard } from "./operations-card.tsx";
import { useReadSource } from "./read-source.ts";
import { Refusal } from "./refusal.tsx";
import { connectorName, hostName, type Source, slugOf, sourceBody } from "./source.ts";
import { SourceCard } from "./source-card.tsx";

/** Fields of server errors that are shown at their input. */
const FIELDS_WITH_INPUT = ["name", "base_url", "propose", "auth", "only"];

/** From documentation to a draft: source, operations, authentication, name. */
export const NewConnector = () => {
  const { data: listed } = useData<{ readonly connectors: readonly ConnectorSummary[] }>("/connectors");
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [answer, setAnswer] = useState<AuthAnswer>({ kind: "unchanged" });
  const [naming, setNaming] = useState(NO_NAMING);
  const read = useReadSource(({ operations, auth_question, title }, source) => {
    const [guess] = auth_question?.guesses ?? [];
    setSelected(firstSelection(operations));
    setAnswer(guess ? { kind: "guess", auth: guess.auth } : { kind: "unchanged" });
    setNaming({ ...NO_NAMING, name: slugOf(title) || (source.kind === "url" ? hostName(source.url) : "") });
    drafting.reset();
  });
  const { source, index } = read;
  const isImport = source?.kind === "connector";
  const name = isImport ? connectorName(source.document) : naming.name;
  const draftExists = listed?.connectors.some((each) => each.name === name && each.draft !== undefined) ?? false;

  const drafting = useAction(async (from: Source) => {
    const draft =
      from.kind === "connector"
        ? await api.post<DraftResponse>("/import", { document: from.document })
        : await api.post<DraftResponse>("/drafts", { ...sourceBody(from), ...choices() });
    closeEditor(draft.connector.name);
    const { length } = draft.connector.tools;
    toast.ok(
      `The draft has ${length === 1 ? "one tool" : `${length} tools`}. Only approved and published tools can be called.`,
    );
    goTo("connectors", [draft.connector.name]);
  });
  const choices = () => {
    const only = index && onlySelected(index.operations, selected);
    const auth = authOf(answer);
    const baseUrl = naming.baseUrl.trim();
    return {
      name,
      ...(only && { only }),
      ...(auth && { auth }),
      ...(baseUrl !== "" && { base_url: baseUrl }),
      ...(naming.propose && { propose: true }),
    };
  };

  const { error } = drafting;
  const problemFor = (field: string): string | undefined =>
    error?.field === field ? plain([error.message, error.hint].filter(Boolean).join(" ")) : undefined;
  const selection = index && selectionProblem(selected.size, index.operations.length, naming.propose);
  const ready =
    isNamed({ ...naming, name }, draftExists) && (isImport || (index && selection === undefined && isAnswered(answer)));

  return (
    <Page
      title="New connector"
      about="Turns documentation into candidate tools. Agents can call only what you approve and publish."
      actions={
        <a className="button" href={hrefTo("connectors")}>
          Cancel
        </a>
      }
    >
      <div className="new-connector">
        <SourceCard read={read} />
        {index && (
          <>
            {index.operations.length === 0 ? (
              <Card title="2. Operations">
                <p>No operation was found in the documentation. A model can propose tools in step 4.</p>
              </Card>
            ) : (
              <OperationsCard
                operations={index.operations}
                selected={selected}
                onSelected={setSelected}
                problem={problemFor("only")}
              />
            )}
            <Card title="3. Authentication">
              <AuthFields
                question={index.auth_question}
                answer={answer}
                onAnswer={setAnswer}
                unchanged={index.auth_question ? NO_AUTH : AS_DOCUMENTED}
                problem={problemFor("auth")}
              />
            </Card>
          </>
        )}
        {(index || isImport) && (
          <form
            className="new-connector"
            onSubmit={(event) => {
              event.preventDefault();
              if (ready && source) void drafting.run(source);
            }}
          >
            <NameCard
              title={isImport ? "2. Name" : "4. Name and address"}
              naming={{ ...naming, name }}
              onNaming={setNaming}
              draftExists={draftExists}
              documented={index?.base_url}
              problemFor={problemFor}
            />
            {error && !FIELDS_WITH_INPUT.includes(error.field ?? "") && <Refusal error={error} />}
            <div className="row">
              <Button type="submit" variant="primary" busy={drafting.busy} disabled={!ready}>
                {drafting.busy ? "Drafting…" : "Create draft"}
              </Button>
              {selection !== undefined && <span className="soft">{selection}</span>}
            </div>
          </form>
        )}
      </div>
    </Page>
  );
};

const NO_AUTH = { label: "None", help: "The API answers without credentials." };
const AS_DOCUMENTED = {
  label: "As the document says",
  help: "Enter the values after drafting, on the Credentials tab.",
};

const selectionProblem = (size: number, listed: number, propose: boolean): string | undefined => {
  if (listed === 0)
    return propose ? undefined : "No operation was found. Let a model propose tools, or replace the documentation.";
  if (size === 0) return "Select at least one operation.";
  return size > MAX_TOOLS ? `A connector has at most ${MAX_TOOLS} tools. Select fewer operations.` : undefined;
};
