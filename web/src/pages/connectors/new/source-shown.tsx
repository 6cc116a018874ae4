import { Button } from "../../../components/button.tsx";
import { Icon } from "../../../components/icon.tsx";
import { count } from "../../../format/money.ts";
import { plain } from "../../../format/text.ts";
import { pairsOf, type SamplePair, type Source } from "./dropped-files.ts";

const KINDS = { openapi: "OpenAPI document", connector: "Exported connector", samples: "XML samples" } as const;

/** What was dropped, before it is sent. */
export const SourceShown = ({ source, onRemove }: { readonly source: Source; readonly onRemove: () => void }) => (
  <div className="source-shown">
    <Icon name="check" />
    <div className="wraps">
      <strong>{KINDS[source.kind]}</strong>
      {source.kind === "samples" ? (
        <ul>
          {pairsOf(source.files).map((pair) => (
            <li key={pair.tool}>
              <span className="mono">{plain(pair.tool)}</span> <span className="soft">{pairText(pair)}</span>
            </li>
          ))}
          {pairsOf(source.files).length === 0 && (
            <li className="field-problem">None of them is called name.request.xml or name.response.xml.</li>
          )}
        </ul>
      ) : (
        <p className="soft">
          <span className="mono">{plain(source.file.name)}</span>, {count(source.file.text.length)} characters
        </p>
      )}
    </div>
    <Button small look="quiet" icon="cross" onClick={onRemove}>
      Take another
    </Button>
  </div>
);

const pairText = ({ requests, responses, errors }: SamplePair): string => {
  const parts = [
    requests === 0 ? "no request" : `${requests} request${requests > 1 ? "s" : ""}`,
    responses === 0 ? "no response" : `${responses} response${responses > 1 ? "s" : ""}`,
    ...(errors > 0 ? [`${errors} error${errors > 1 ? "s" : ""}`] : []),
  ];
  return parts.join(", ");
};
