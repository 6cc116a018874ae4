import { useState } from "react";
import { problemOf } from "../../../api/client.ts";
import { api } from "../../../api/session.ts";
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
import type { DraftAnswer, DraftedAnswer, Listed } from "../answers.ts";
import { keepRemarks } from "../draft/remarks.ts";
import { forgetWork } from "../draft/work.ts";
import { DropZone, SourceShown } from "./drop-zone.tsx";
import { type DroppedFile, type Source, slugOf, sourceOf, suggestedName } from "./dropped-files.ts";

const NAME = /^[a-z][a-z0-9-]{0,39}$/;
/** Which of the server's complaints stand beside a field of their own. */
const OWN_PLACE = ["url", "name", "base_url", "propose"];

export const NewConnector = () => {
  const { data: listed } = useData<{ readonly connectors: readonly Listed[] }>("/connectors");
  const [source, setSource] = useState<Source>();
  const [refused, setRefused] = useState<string>();
  const [url, setUrl] = useState("");
  const [name, setName] = useState("");
  const [baseUrl, setBaseUrl] = useState("");
  const [propose, setPropose] = useState(false);
  const [replace, setReplace] = useState(false);
  const taken = listed?.connectors.some((each) => each.name === name && each.draft !== undefined) ?? false;
  const imported = source?.kind === "connector";

  const make = useAction(async () => {
    const answer = imported
      ? await api.post<DraftAnswer>("/import", { document: source.file.text })
      : await api.post<DraftedAnswer>("/drafts", bodyOf(source, { url, name, baseUrl, propose }));
    if ("candidates" in answer) keepRemarks(answer as DraftedAnswer);
    forgetWork(answer.connector.name);
    const { length } = answer.connector.tools;
    const made = length === 1 ? "One tool is" : `${length} tools are`;
    toast.ok(`${made} in the draft. Only what you approve and publish can be called.`);
    goTo("connectors", [answer.connector.name]);
  });

  const take = (files: readonly DroppedFile[]) => {
    const found = sourceOf(files);
    make.reset();
    setRefused("problem" in found ? found.problem : undefined);
    if ("problem" in found) return;
    setSource(found);
    setUrl("");
    setName(suggestedName(found));
  };
  const typeUrl = (text: string) => {
    make.reset();
    setUrl(text);
    if (name === "" || name === nameOfUrl(url)) setName(nameOfUrl(text));
  };
  const error = make.error && problemOf(make.error);
  const at = (field: string): string | undefined =>
    error?.field === field ? plain([error.message, error.hint].filter(Boolean).join(" ")) : undefined;
  const nameProblem =
    name !== "" && !NAME.test(name) ? "Small letters, digits and hyphens, a letter first." : undefined;
  const ready = (source !== undefined || url.trim() !== "") && NAME.test(name) && (!taken || replace);

  return (
    <Page
      title="New connector"
      about="Candidate tools are made of the document. Nothing can be called before you approved and published it."
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
          if (ready) void make.run();
        }}
      >
        <Card title="1. What the API's documentation is">
          <div className="stack">
            {source ? (
              <SourceShown source={source} onRemove={() => setSource(undefined)} />
            ) : (
              <>
                <DropZone onFiles={take} problem={refused} />
                <p className="or">or</p>
                <Input
                  label="Address of an OpenAPI document"
                  type="url"
                  placeholder="https://api.example.com/openapi.json"
                  help="The server fetches it. Addresses that are not public have to be allowed by whoever runs it."
                  value={url}
                  onValue={typeUrl}
                  problem={at("url")}
                />
              </>
            )}
            {error && !OWN_PLACE.includes(error.field ?? "") && <ErrorState error={error} inline />}
          </div>
        </Card>
        <Card title="2. How it is called here">
          <div className="stack">
            <Input
              label="Name"
              required
              className="mono"
              value={name}
              disabled={imported}
              onValue={setName}
              help={
                imported
                  ? "An exported connector keeps its name."
                  : `Its tools are served at /mcp/${NAME.test(name) ? name : "…"}`
              }
              problem={nameProblem ?? at("name")}
            />
            {taken && (
              <Checkbox
                label={`Replace the draft of ${plain(name)} that is there`}
                help="Somebody is working on it, or was. What is published stays either way."
                checked={replace}
                onChecked={setReplace}
              />
            )}
            {!imported && (
              <>
                <Input
                  label="Address of the API"
                  type="url"
                  placeholder="Left out: as the document says"
                  value={baseUrl}
                  onValue={setBaseUrl}
                  problem={at("base_url")}
                />
                <Checkbox
                  label="Have a model propose better names and descriptions"
                  help="What it proposes is marked until you approve it. The server needs a model that is configured for this."
                  checked={propose}
                  onChecked={setPropose}
                  problem={at("propose")}
                />
              </>
            )}
          </div>
        </Card>
        <div className="row">
          <Button type="submit" look="main" busy={make.busy} disabled={!ready}>
            {make.busy ? "Reading it…" : "Make candidate tools"}
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
  ...(source?.kind === "openapi" && { openapi: source.file.text }),
  ...(source?.kind === "samples" && {
    xml_samples: Object.fromEntries(source.files.map((each) => [each.name, each.text])),
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
