import { Select, TextArea } from "../../../../components/field.tsx";
import type { ConnectorTool } from "../../answers.ts";
import type { ConfigProps } from "../station-panel.tsx";
import { JsonField } from "./json-field.tsx";
import { withPart } from "./with-part.ts";

type Parse = ConnectorTool["parse"];
const FORMATS = [{ value: "json" }, { value: "xml" }, { value: "text" }, { value: "none", label: "none: no body" }];

export const ParseConfig = ({ tool, said, change }: ConfigProps) => {
  const { parse } = tool;
  const put = (next: Parse) => change({ ...tool, parse: next });
  return (
    <>
      <Select
        label="What the answer is"
        choices={FORMATS}
        value={parse.format}
        onValue={(format) => put({ ...parse, format: format as Parse["format"] })}
        problem={said("parse.format")}
      />
      {parse.format === "xml" && (
        <JsonField
          label="How the XML is read"
          rows={6}
          help="arrays: paths of elements that are lists even when there is only one; namespaces, encoding, keep_prefixes"
          value={parse.xml}
          onValue={(xml) => put(withPart(parse, "xml", xml))}
          problem={said("parse.xml")}
        />
      )}
      <TextArea
        label="What is an error"
        rows={6}
        help="JSONata over {status, headers, body}: what it yields instead of nothing is an error of the API."
        value={parse.error ?? ""}
        onValue={(error) => put(withPart(parse, "error", error))}
        problem={said("parse.error")}
      />
    </>
  );
};
