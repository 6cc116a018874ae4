import { Button } from "../../../components/button.tsx";
import { Input, Select, TextArea } from "../../../components/field.tsx";
import { Icon } from "../../../components/icon.tsx";
import type { ConnectorTool } from "../answers.ts";
import type { Said } from "../draft/said-about.ts";
import type { Bench } from "../draft/work.ts";
import { ArgumentTable } from "./argument-table.tsx";
import { withoutTool, withText, withTool } from "./edit-tool.ts";

interface ToolEditorProps {
  readonly tool: ConnectorTool;
  readonly index: number;
  /** As it was saved. */
  readonly before: ConnectorTool | undefined;
  readonly said: Said;
  readonly disabled: boolean;
  readonly edit: Bench["edit"];
}

const RISKS = [
  { value: "read", label: "read: changes nothing" },
  { value: "write", label: "write: adds or changes something" },
  { value: "destructive", label: "destructive: what it does cannot be undone" },
];

/** What models and people read of a tool, and which arguments they may give. */
export const ToolEditor = ({ tool, index, before, said, disabled, edit }: ToolEditorProps) => {
  const change = (next: ConnectorTool) => edit((connector) => withTool(connector, index, next));
  const put = (field: "name" | "title" | "description" | "safety_notes" | "category") => (text: string) =>
    change(field === "name" || field === "description" ? { ...tool, [field]: text } : withText(tool, field, text));
  return (
    <fieldset disabled={disabled} className="tool-editor">
      <legend className="unseen">{tool.name}</legend>
      {tool.proposed && (
        <p className="remark">
          <Icon name="info" /> A model proposed name and texts. Whoever approves the tool takes them as their own.
        </p>
      )}
      <div className="tool-fields">
        <Input
          label="Name"
          required
          className="mono"
          value={tool.name}
          onValue={put("name")}
          help="What models call: small letters, digits and underscores."
          problem={said("name")}
        />
        <Input
          label="Title"
          value={tool.title ?? ""}
          onValue={put("title")}
          help="For people."
          problem={said("title")}
        />
        <Select
          label="Risk"
          choices={RISKS}
          value={tool.risk}
          onValue={(risk) => change({ ...tool, risk: risk as ConnectorTool["risk"] })}
        />
        <Input label="Tag" value={tool.category ?? ""} onValue={put("category")} problem={said("category")} />
      </div>
      <TextArea
        label="Description"
        required
        rows={4}
        className="prose"
        value={tool.description}
        onValue={put("description")}
        help="For the model: when to use it, what it needs, what comes back."
        problem={said("description")}
      />
      <TextArea
        label="Safety notes"
        rows={2}
        value={tool.safety_notes ?? ""}
        onValue={put("safety_notes")}
        help="For whoever approves it, and for the model."
        problem={said("safety_notes")}
      />
      <ArgumentTable tool={tool} before={before} said={said} change={change} disabled={disabled} />
      {!disabled && (
        <div>
          <Button
            small
            look="danger"
            icon="trash"
            onClick={() =>
              edit((connector) => (connector.tools[index] === tool ? withoutTool(connector, index) : connector))
            }
          >
            Remove this tool
          </Button>
        </div>
      )}
    </fieldset>
  );
};
