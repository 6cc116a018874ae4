import { Input, Select, TextArea } from "../../../../components/field.tsx";
import type { ConnectorTool } from "../../responses.ts";
import type { ConfigProps } from "../step-panel.tsx";
import { ChoiceCell, JsonField, Rows, TextCell, withField } from "./config-fields.tsx";

type Parse = ConnectorTool["parse"];
const FORMATS = [
  ...["json", "ndjson", "xml", "text"].map((value) => ({ value })),
  { value: "bytes", label: "bytes (a file)" },
  { value: "auto", label: "auto (by its Content-Type)" },
  { value: "none", label: "none (no body)" },
];

export const ParseConfig = ({ tool, problemAt, change }: ConfigProps) => {
  const { parse } = tool;
  const put = (next: Parse) => change({ ...tool, parse: next });
  return (
    <>
      <Select
        label="Response format"
        choices={FORMATS}
        value={parse.format}
        onValue={(format) => put({ ...parse, format: format as Parse["format"] })}
        problem={problemAt("parse.format")}
      />
      {parse.format === "xml" && (
        <JsonField
          label="XML options"
          rows={6}
          help="arrays (paths of elements that are always lists), namespaces, encoding, keep_prefixes"
          value={parse.xml}
          onValue={(xml) => put(withField(parse, "xml", xml))}
          problem={problemAt("parse.xml")}
        />
      )}
      <TextArea
        label="Error expression"
        rows={6}
        help="JSONata over {status, headers, body}. Any result other than nothing is reported as an error of the API."
        value={parse.error ?? ""}
        onValue={(error) => put(withField(parse, "error", error))}
        problem={problemAt("parse.error")}
      />
    </>
  );
};

type Response = NonNullable<ConnectorTool["response"]>;
type Audience = "user" | "assistant";
const AUDIENCES = ["user", "assistant"];

export const ResponseConfig = ({ tool, problemAt, change, disabled }: ConfigProps) => {
  const response: Response = tool.response ?? {};
  const put = (next: Response) => change(withField(tool, "response", next));
  const { next = "", argument = "" } = response.paging ?? {};
  const paging = (value: { readonly next: string; readonly argument: string }) =>
    put(withField(response, "paging", value.next === "" && value.argument === "" ? undefined : value));
  return (
    <>
      <TextArea
        label="Result mapping"
        rows={12}
        help="JSONata over {input, body, status, headers}. Empty: the body is the result."
        value={response.mapping ?? ""}
        onValue={(mapping) => put(withField(response, "mapping", mapping))}
        problem={problemAt("response.mapping")}
      />
      <TextArea
        label="Text"
        rows={3}
        help="JSONata over the result, for a short text that the model reads first."
        value={response.text ?? ""}
        onValue={(text) => put(withField(response, "text", text))}
        problem={problemAt("response.text")}
      />
      <div className="config-line">
        <Input
          label="Next-page argument"
          className="mono"
          value={argument}
          onValue={(value) => paging({ next, argument: value })}
          problem={problemAt("response.paging.argument")}
        />
        <Input
          label="Next-page cursor"
          className="mono"
          help="JSONata over the result; empty on the last page."
          value={next}
          onValue={(value) => paging({ next: value, argument })}
          problem={problemAt("response.paging.next") ?? problemAt("response.paging")}
        />
      </div>
      <Rows<readonly [string, Audience]>
        title="Restricted audience"
        help="Members of the result that only people or only the model should see."
        problem={problemAt("response.audience")}
        what="member"
        heads={["Member", "For"]}
        rows={Object.entries(response.audience ?? {})}
        fresh={[`member${Object.keys(response.audience ?? {}).length + 1}`, "user"]}
        disabled={disabled}
        onRows={(rows) => put(withField(response, "audience", Object.fromEntries(rows)))}
        cells={([name, audience], set, which) => [
          <TextCell key="name" label={`Name of ${which}`} value={name} onValue={(value) => set([value, audience])} />,
          <ChoiceCell
            key="for"
            label={`Audience of ${which}`}
            value={audience}
            choices={AUDIENCES}
            onValue={(value) => set([name, value as Audience])}
          />,
        ]}
      />
    </>
  );
};

export const OutputConfig = ({ tool, problemAt, change }: ConfigProps) => (
  <JsonField
    label="Result schema"
    rows={18}
    help="JSON Schema of type object. Empty: the result is not validated, and clients do not know its structure."
    value={tool.output}
    onValue={(output) => change(withField(tool, "output", output))}
    problem={problemAt("output")}
  />
);
