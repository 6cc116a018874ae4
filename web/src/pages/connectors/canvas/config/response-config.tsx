import { Input, TextArea } from "../../../../components/field.tsx";
import type { ConnectorTool } from "../../answers.ts";
import type { ConfigProps } from "../station-panel.tsx";
import { ChoiceCell, Rows, TextCell } from "./rows.tsx";
import { withPart } from "./with-part.ts";

type Response = NonNullable<ConnectorTool["response"]>;
type Audience = "user" | "assistant";
const AUDIENCES = ["user", "assistant"];

export const ResponseConfig = ({ tool, said, change, disabled }: ConfigProps) => {
  const response: Response = tool.response ?? {};
  const put = (next: Response) => change(withPart(tool, "response", next));
  const { next = "", argument = "" } = response.paging ?? {};
  const paging = (value: { readonly next: string; readonly argument: string }) =>
    put(withPart(response, "paging", value.next === "" && value.argument === "" ? undefined : value));
  return (
    <>
      <TextArea
        label="Mapping to the result"
        rows={12}
        help="JSONata over {input, body, status, headers}. Left out: the body is the result."
        value={response.mapping ?? ""}
        onValue={(mapping) => put(withPart(response, "mapping", mapping))}
        problem={said("response.mapping")}
      />
      <TextArea
        label="Text"
        rows={3}
        help="JSONata over the result: the short text that a model reads first."
        value={response.text ?? ""}
        onValue={(text) => put(withPart(response, "text", text))}
        problem={said("response.text")}
      />
      <div className="config-line">
        <Input
          label="Argument for the next page"
          className="mono"
          value={argument}
          onValue={(value) => paging({ next, argument: value })}
          problem={said("response.paging.argument")}
        />
        <Input
          label="Cursor of the next page"
          className="mono"
          help="JSONata over the result; nothing on the last page."
          value={next}
          onValue={(value) => paging({ next: value, argument })}
          problem={said("response.paging.next") ?? said("response.paging")}
        />
      </div>
      <Rows<readonly [string, Audience]>
        title="For one audience only"
        help="Members of the result that only people, or only the model, should get."
        problem={said("response.audience")}
        what="member"
        heads={["Member", "For"]}
        rows={Object.entries(response.audience ?? {})}
        fresh={[`member${Object.keys(response.audience ?? {}).length + 1}`, "user"]}
        disabled={disabled}
        onRows={(rows) => put(withPart(response, "audience", Object.fromEntries(rows)))}
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
