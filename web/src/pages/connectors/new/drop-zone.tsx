import { type DragEvent, useId, useRef, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Icon } from "../../../components/icon.tsx";
import { plain } from "../../../format/text.ts";
import { ACCEPTED, droppedFiles, inputFiles, readFiles } from "./read-files.ts";
import { MAX_BYTES, type Source, sourceOfFiles } from "./source.ts";

interface DropZoneProps {
  /** `ignored` files of a folder are no documents. */
  readonly onSource: (source: Source, ignored: number) => void;
}

/** Reads files and folders in the browser, by drag and drop or with two buttons. */
export const DropZone = ({ onSource }: DropZoneProps) => {
  const fileInput = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  const [dragging, setDragging] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const id = useId();

  const take = async (found: Parameters<typeof readFiles>[0] | Promise<Parameters<typeof readFiles>[0]>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      const { files, ignored } = await readFiles(await found, MAX_BYTES);
      const source = sourceOfFiles(files);
      if ("problem" in source) setProblem(source.problem);
      else onSource(source, ignored);
    } catch (error) {
      setProblem(`The files could not be read. ${error instanceof Error ? error.message : ""}`);
    }
    setBusy(false);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDragging(false);
    if (!busy) void take(droppedFiles(event.dataTransfer));
  };
  const described = problem === undefined ? undefined : id;

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside are for keyboard users
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
        <strong>Drop a document or a folder here</strong>
      </p>
      <p className="soft small">
        OpenAPI or Swagger, Markdown, HTML, PDF, Word, a Postman collection, curl commands, XML samples, or an exported
        connector.
      </p>
      <p className="row">
        <Button busy={busy} onClick={() => fileInput.current?.click()} aria-describedby={described}>
          Choose files…
        </Button>
        <Button busy={busy} onClick={() => folderInput.current?.click()} aria-describedby={described}>
          Choose folder…
        </Button>
      </p>
      {[false, true].map((folder) => (
        <input
          key={String(folder)}
          ref={folder ? folderInput : fileInput}
          type="file"
          multiple
          hidden
          {...(folder ? { webkitdirectory: "" } : { accept: ACCEPTED })}
          aria-label={folder ? "Folder" : "Files"}
          onChange={({ target }) => {
            void take(inputFiles([...(target.files ?? [])]));
            target.value = "";
          }}
        />
      ))}
      {problem !== undefined && (
        <p className="field-problem" id={id} role="alert">
          {plain(problem)}
        </p>
      )}
    </div>
  );
};
