import { type DragEvent, useId, useRef, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Icon } from "../../../components/icon.tsx";
import { count } from "../../../format/money.ts";
import { plain } from "../../../format/text.ts";
import { type DroppedFile, pairsOf, type SamplePair, type Source } from "./dropped-files.ts";

const TYPES = ".json,.yaml,.yml,.xml,.txt";
const MAX_FILES = 200;
const MAX_FILE_BYTES = 8_000_000;

interface DropZoneProps {
  readonly onFiles: (files: readonly DroppedFile[]) => void;
  readonly problem: string | undefined;
}

/** Reads files in the browser. Nothing is sent before the form is submitted. */
export const DropZone = ({ onFiles, problem }: DropZoneProps) => {
  const input = useRef<HTMLInputElement>(null);
  const [dragging, setDragging] = useState(false);
  const [readError, setReadError] = useState<string>();
  const id = useId();

  const read = async (files: readonly File[]) => {
    const large = files.find(({ size }) => size > MAX_FILE_BYTES);
    if (large) return setReadError(`${large.name} is too large. The maximum is 4 MB.`);
    if (files.length > MAX_FILES) return setReadError(`At most ${MAX_FILES} files can be added at once.`);
    try {
      const texts = await Promise.all(files.map(async (file) => ({ name: file.name, text: await textOf(file) })));
      setReadError(undefined);
      onFiles(texts);
    } catch {
      setReadError("The browser could not read these files. Folders are not supported; add the files inside.");
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDragging(false);
    void read([...event.dataTransfer.files]);
  };
  const message = readError ?? problem;

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside is for keyboard users
    <div
      className="drop-zone"
      data-over={dragging || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setDragging(true);
      }}
      onDragLeave={() => setDragging(false)}
      onDrop={drop}
    >
      <Icon name="upload" size={24} />
      <p>
        <strong>Drop files here</strong>
      </p>
      <p className="soft small">
        An OpenAPI document (2.0, 3.0 or 3.1; JSON or YAML), XML samples in pairs of <code>name.request.xml</code> and{" "}
        <code>name.response.xml</code>, or an exported connector.
      </p>
      <Button onClick={() => input.current?.click()} aria-describedby={message ? id : undefined}>
        Choose files…
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={TYPES}
        aria-label="Files"
        onChange={({ target }) => {
          void read([...(target.files ?? [])]);
          target.value = "";
        }}
      />
      {message !== undefined && (
        <p className="field-problem" id={id} role="alert">
          {message}
        </p>
      )}
    </div>
  );
};

/** Decodes XML that declares a Latin-1 encoding; everything else is UTF-8. */
const textOf = async (file: File): Promise<string> => {
  const bytes = await file.arrayBuffer();
  const head = new TextDecoder("latin1").decode(bytes.slice(0, 200));
  const named = /^<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(head)?.[1];
  return new TextDecoder(/^(iso-8859-1|windows-1252|latin1)$/i.test(named ?? "") ? "windows-1252" : "utf-8").decode(
    bytes,
  );
};

const KINDS = { openapi: "OpenAPI document", connector: "Exported connector", samples: "XML samples" } as const;

/** Summary of the selected files. */
export const SourceSummary = ({ source, onRemove }: { readonly source: Source; readonly onRemove: () => void }) => (
  <div className="source-shown">
    <Icon name="check" />
    <div className="wraps">
      <strong>{KINDS[source.kind]}</strong>
      {source.kind === "samples" ? (
        <ul>
          {pairsOf(source.files).map((pair) => (
            <li key={pair.tool}>
              <span className="mono">{plain(pair.tool)}</span> <span className="soft">{describePair(pair)}</span>
            </li>
          ))}
          {pairsOf(source.files).length === 0 && (
            <li className="field-problem">No file is named name.request.xml or name.response.xml.</li>
          )}
        </ul>
      ) : (
        <p className="soft">
          <span className="mono">{plain(source.file.name)}</span>, {count(source.file.text.length)} characters
        </p>
      )}
    </div>
    <Button small variant="quiet" icon="cross" onClick={onRemove}>
      Replace
    </Button>
  </div>
);

const describePair = ({ requests, responses, errors }: SamplePair): string => {
  const parts = [
    requests === 0 ? "no request" : `${requests} request${requests > 1 ? "s" : ""}`,
    responses === 0 ? "no response" : `${responses} response${responses > 1 ? "s" : ""}`,
    ...(errors > 0 ? [`${errors} error${errors > 1 ? "s" : ""}`] : []),
  ];
  return parts.join(", ");
};
