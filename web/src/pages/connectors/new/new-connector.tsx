import { useState } from "react";
import { problemOf } from "../../../api/client.ts";
import { api } from "../../../api/login.ts";
import { useAction } from "../../../api/use-action.ts";
import { useData } from "../../../api/use-data.ts";
import { Button } from "../../../components/button.tsx";
import { Card } from "../../../components/card.tsx";
import { Checkbox, Input } from "../../../components/field.tsx";
import { Page } from "../../../components/page.tsx";
import { ErrorState } from "../../../components/states.tsx";
import { toast } from "../../../components/toast.tsx";
import { plain } from "../../../format/text.ts";
import { goTo, hrefTo } from "../../../router/router.ts";
import { saveWarnings } from "../draft/draft-warnings.ts";
import { closeEditor } from "../draft/editor.ts";
import type { ConnectorSummary, DraftingResponse, DraftResponse } from "../responses.ts";
import { DropZone, SourceSummary } from "./drop-zone.tsx";
import { type DroppedFile, type Source, slugOf, sourceOf, suggestName } from "./dropped-files.ts";

const NAME = /^[a-z][a-z0-9-]{0,39}$/;
/** Fields of server errors that are shown at their input. */
const FIELDS_WITH_INPUT = ["url", "name", "base_url", "propose"];

export const NewConnector = () => {
  const { data: listed } = useData<{ readonly connectors: readonly ConnectorSummary[] }>("/connectors");
  const [source, setSource] = useState<Source>();
  const [rejected, setRejected] = useState<string>();
  const [url, setUrl] = useState("");
  const [name, setName] = useState("");
  const [baseUrl, setBaseUrl] = useState("");
  const [propose, setPropose] = useState(false);
  const [replace, setReplace] = useState(false);
  const draftExists = listed?.connectors.some((each) => each.name === name && each.draft !== undefined) ?? false;
  const isImport = source?.kind === "connector";

  const drafting = useAction(async () => {
    const answer = isImport
      ? await api.post<DraftResponse>("/import", { document: source.file.text })
      : await api.post<DraftingResponse>("/drafts", bodyOf(source, { url, name, baseUrl, propose }));
    if ("candidates" in answer) saveWarnings(answer as DraftingResponse);
    closeEditor(answer.connector.name);
    const { length } = answer.connector.tools;
    toast.ok(
      `The draft has ${length === 1 ? "one tool" : `${length} tools`}. Only approved and published tools can be called.`,
    );
    goTo("connectors", [answer.connector.name]);
  });

  const takeFiles = (files: readonly DroppedFile[]) => {
    const found = sourceOf(files);
    drafting.reset();
    setRejected("problem" in found ? found.problem : undefined);
    if ("problem" in found) return;
    setSource(found);
    setUrl("");
    setName(suggestName(found));
  };
  const changeUrl = (text: string) => {
    drafting.reset();
    setUrl(text);
    if (name === "" || name === nameOfUrl(url)) setName(nameOfUrl(text));
  };
  const error = drafting.error && problemOf(drafting.error);
  const problemFor = (field: string): string | undefined =>
    error?.field === field ? plain([error.message, error.hint].filter(Boolean).join(" ")) : undefined;
  const nameProblem =
    name !== "" && !NAME.test(name) ? "Use lowercase letters, digits and hyphens, starting with a letter." : undefined;
  const ready = (source !== undefined || url.trim() !== "") && NAME.test(name) && (!draftExists || replace);

  return (
    <Page
      title="New connector"
      about="Creates candidate tools from a document. Tools can be called only after you approve and publish them."
      actions={
        <a className="button" href={hrefTo("connectors")}>
          Cancel
        </a>
      }
    >
      <form
        className="new-connector"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) void drafting.run();
        }}
      >
        <Card title="1. API document">
          <div className="stack">
            {source ? (
              <SourceSummary source={source} onRemove={() => setSource(undefined)} />
            ) : (
              <>
                <DropZone onFiles={takeFiles} problem={rejected} />
                <p className="or">or</p>
                <Input
                  label="URL of an OpenAPI document"
                  type="url"
                  placeholder="https://api.example.com/openapi.json"
                  help="Fetched by the server. Private addresses must be allowed by the operator (TAXIWAY_OUTBOUND_ALLOW)."
                  value={url}
                  onValue={changeUrl}
                  problem={problemFor("url")}
                />
              </>
            )}
            {error && !FIELDS_WITH_INPUT.includes(error.field ?? "") && <ErrorState error={error} inline />}
          </div>
        </Card>
        <Card title="2. Name">
          <div className="stack">
            <Input
              label="Name"
              required
              className="mono"
              value={name}
              disabled={isImport}
              onValue={setName}
              help={
                isImport
                  ? "Exported connectors keep their name."
                  : `Tools are served at /mcp/${NAME.test(name) ? name : "…"}`
              }
              problem={nameProblem ?? problemFor("name")}
            />
            {draftExists && (
              <Checkbox
                label={`Replace the existing draft of ${plain(name)}`}
                help="Another user may be working on it. Published versions are not affected."
                checked={replace}
                onChecked={setReplace}
              />
            )}
            {!isImport && (
              <>
                <Input
                  label="Base URL of the API"
                  type="url"
                  placeholder="Default: from the document"
                  value={baseUrl}
                  onValue={setBaseUrl}
                  problem={problemFor("base_url")}
                />
                <Checkbox
                  label="Let a model propose names and descriptions"
                  help="Proposals are marked until approved. Requires a model configured on the server."
                  checked={propose}
                  onChecked={setPropose}
                  problem={problemFor("propose")}
                />
              </>
            )}
          </div>
        </Card>
        <div className="row">
          <Button type="submit" variant="primary" busy={drafting.busy} disabled={!ready}>
            {drafting.busy ? "Reading…" : "Create draft"}
          </Button>
        </div>
      </form>
    </Page>
  );
};

interface Choices {
  readonly url: string;
  readonly name: string;
  readonly baseUrl: string;
  readonly propose: boolean;
}

const bodyOf = (source: Source | undefined, { url, name, baseUrl, propose }: Choices) => ({
  ...(source === undefined && { url: url.trim() }),
  ...(source?.kind === "openapi" && { document: source.file.text }),
  ...(source?.kind === "samples" && {
    files: Object.fromEntries(source.files.map((each) => [each.name, each.text])),
  }),
  name,
  ...(baseUrl.trim() !== "" && { base_url: baseUrl.trim() }),
  ...(propose && { propose }),
});

const nameOfUrl = (url: string): string => {
  try {
    const { hostname } = new URL(url);
    return slugOf(hostname.replace(/^(api|www|docs)\./, "").replace(/\.\w+$/, ""));
  } catch {
    return "";
  }
};
