import { useState } from "react";
import type { Problem } from "../../../api/client.ts";
import { Button } from "../../../components/button.tsx";
import { Card } from "../../../components/card.tsx";
import { Input, Select, TextArea } from "../../../components/field.tsx";
import { Icon } from "../../../components/icon.tsx";
import { Skeleton } from "../../../components/states.tsx";
import { Tabs } from "../../../components/tabs.tsx";
import { count } from "../../../format/money.ts";
import { brief, plain } from "../../../format/text.ts";
import { DocumentRemarks } from "../draft/remarks.tsx";
import { isPlaceholder, type OperationIndex } from "../responses.ts";
import { DropZone } from "./drop-zone.tsx";
import type { ReadSource } from "./read-source.ts";
import { Refusal } from "./refusal.tsx";
import { type Source, sourceOfText } from "./source.ts";

const WAYS = [
  { key: "files", title: "Files" },
  { key: "text", title: "Text" },
  { key: "url", title: "URL" },
] as const;
type Way = (typeof WAYS)[number]["key"];

/** Where the documentation comes from; once it is read, what it is. */
export const SourceCard = ({ read }: { readonly read: ReadSource }) => {
  const { source } = read;
  const [way, setWay] = useState<Way>("files");
  const [text, setText] = useState("");
  const [url, setUrl] = useState("");
  return (
    <Card title="1. Documentation">
      {source === undefined ? (
        <Tabs label="Source" tabs={WAYS} chosen={way} onChoose={setWay}>
          {way === "files" && <DropZone onSource={read.take} />}
          {way === "text" && (
            <form
              className="stack"
              onSubmit={(event) => {
                event.preventDefault();
                read.take(sourceOfText(text, "Pasted text"));
              }}
            >
              <TextArea
                label="Text of the documentation"
                rows={12}
                placeholder={PLACEHOLDER}
                help="OpenAPI, Markdown, HTML, a Postman collection, or curl commands."
                value={text}
                onValue={setText}
              />
              <div>
                <Button type="submit" variant="primary" disabled={text.trim() === ""}>
                  Read text
                </Button>
              </div>
            </form>
          )}
          {way === "url" && (
            <form
              className="stack"
              onSubmit={(event) => {
                event.preventDefault();
                read.take({ kind: "url", title: url.trim(), url: url.trim() });
              }}
            >
              <Input
                label="URL of the documentation"
                type="url"
                placeholder="https://api.example.com/openapi.json"
                help="The server fetches it. An operator can allow private addresses with TAXIWAY_OUTBOUND_ALLOW."
                value={url}
                onValue={setUrl}
              />
              <div>
                <Button type="submit" variant="primary" disabled={!URL.canParse(url.trim())}>
                  Read URL
                </Button>
              </div>
            </form>
          )}
        </Tabs>
      ) : (
        <Chosen read={read} source={source} />
      )}
    </Card>
  );
};

const PLACEHOLDER = `curl -X POST https://api.example.com/v1/bookings \\
  -H "Authorization: Bearer …" \\
  -d '{"tour": "T-1", "people": 2}'`;

const Chosen = ({ read, source }: { readonly read: ReadSource; readonly source: Source }) => {
  const { index, busy, error, ignored } = read;
  const entries = source.kind === "files" && error?.field === "entry" ? listOf(error.allowed) : [];
  return (
    <div className="stack">
      <div className="source-shown" data-bad={error ? "" : undefined}>
        <Icon name={error ? "warn" : busy ? "reload" : "check"} />
        <div className="wraps">
          <strong>{plain(source.title)}</strong>
          <p className="soft" role="status">
            {busy && "Reading…"}
            {index && foundLine(index, ignored)}
            {source.kind === "connector" && "Exported connector"}
            {error && "Not read"}
          </p>
        </div>
        <Button small variant="quiet" icon="cross" onClick={read.remove}>
          {busy ? "Cancel" : "Replace"}
        </Button>
      </div>
      {busy && <Skeleton lines={5} label="Reading the documentation" />}
      {error && <Refusal error={error} retry={() => read.take(source, ignored)} />}
      {entries.length > 0 && (
        <Select
          label="Main file"
          choices={[{ value: "", label: "Choose…" }, ...entries.map((value) => ({ value }))]}
          value=""
          onValue={(entry) => source.kind === "files" && entry !== "" && read.take({ ...source, entry }, ignored)}
        />
      )}
      {index && <DocumentRemarks problems={index.problems} />}
    </div>
  );
};

const listOf = (allowed: Problem["allowed"]): readonly string[] =>
  Array.isArray(allowed) ? allowed.filter((each) => typeof each === "string") : [];

const FORMATS: Readonly<Record<string, string>> = {
  openapi: "OpenAPI",
  samples: "Samples",
  page: "Documentation page",
  postman: "Postman collection",
  curl: "curl commands",
};

const foundLine = ({ format, title, base_url, operations }: OperationIndex, ignored: number): string =>
  [
    `${FORMATS[format] ?? brief(format, 40)}: ${brief(title, 200)}`,
    `${count(operations.length)} ${operations.length === 1 ? "operation" : "operations"}`,
    ...(isPlaceholder(base_url) ? [] : [brief(base_url, 200)]),
    ...(ignored > 0 ? [`${count(ignored)} other files left out`] : []),
  ].join(" · ");
