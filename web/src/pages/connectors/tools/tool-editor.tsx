import { useState } from "react";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button.tsx";
import { Input, Select, TextArea } from "../../../components/field.tsx";
import { Icon } from "../../../components/icon.tsx";
import { plain } from "../../../format/text.ts";
import type { DraftEditor } from "../draft/editor.ts";
import type { ProblemAt } from "../draft/field-problems.ts";
import type { ConnectorTool, Evidence } from "../responses.ts";
import {
  type ArgumentInfo,
  argumentsOf,
  defaultArgument,
  describeArgument,
  fixArgument,
  hideArgument,
  showArgument,
  valueFrom,
  valueText,
  withoutTool,
  withText,
  withTool,
} from "./edit-tool.ts";
import { ArgumentEvidence, OtherEvidence } from "./evidence.tsx";

interface ToolEditorProps {
  readonly tool: ConnectorTool;
  readonly index: number;
  /** The saved version. */
  readonly before: ConnectorTool | undefined;
  readonly problemAt: ProblemAt;
  readonly evidence: readonly Evidence[];
  readonly disabled: boolean;
  readonly edit: DraftEditor["edit"];
}

const RISKS = [{ value: "read", label: "read-only" }, { value: "write" }, { value: "destructive" }];

/** Edits name, texts and arguments of a tool. */
export const ToolEditor = ({ tool, index, before, problemAt, evidence, disabled, edit }: ToolEditorProps) => {
  const change = (next: ConnectorTool) => edit((connector) => withTool(connector, index, next));
  const put = (field: "name" | "title" | "description" | "safety_notes" | "category") => (text: string) =>
    change(field === "name" || field === "description" ? { ...tool, [field]: text } : withText(tool, field, text));
  return (
    <fieldset disabled={disabled} className="tool-editor">
      <legend className="unseen">{tool.name}</legend>
      {tool.proposed && (
        <p className="draft-warning">
          <Icon name="info" /> A model proposed this tool or parts of it; its remarks say which. Review it before
          approving.
        </p>
      )}
      <div className="tool-fields">
        <Input
          label="Name"
          required
          className="mono"
          value={tool.name}
          onValue={put("name")}
          help="Name for models: lowercase letters, digits and underscores."
          problem={problemAt("name")}
        />
        <Input
          label="Title"
          value={tool.title ?? ""}
          onValue={put("title")}
          help="Name for people."
          problem={problemAt("title")}
        />
        <Select
          label="Risk"
          help="Destructive calls cannot be undone."
          choices={RISKS}
          value={tool.risk}
          onValue={(risk) => change({ ...tool, risk: risk as ConnectorTool["risk"] })}
        />
        <Input label="Tag" value={tool.category ?? ""} onValue={put("category")} problem={problemAt("category")} />
      </div>
      <TextArea
        label="Description"
        required
        rows={4}
        className="prose"
        value={tool.description}
        onValue={put("description")}
        help="For the model: when to use it, what it needs, what it returns."
        problem={problemAt("description")}
      />
      <TextArea
        label="Safety notes"
        rows={2}
        value={tool.safety_notes ?? ""}
        onValue={put("safety_notes")}
        help="Shown to approvers and to the model."
        problem={problemAt("safety_notes")}
      />
      <ArgumentTable {...{ tool, before, problemAt, evidence, change, disabled }} />
      <OtherEvidence evidence={evidence} />
      {!disabled && (
        <div>
          <Button
            small
            variant="danger"
            icon="trash"
            onClick={() =>
              edit((connector) => (connector.tools[index] === tool ? withoutTool(connector, index) : connector))
            }
          >
            Remove tool
          </Button>
        </div>
      )}
    </fieldset>
  );
};

interface ArgumentTableProps {
  readonly tool: ConnectorTool;
  readonly before: ConnectorTool | undefined;
  readonly problemAt: ProblemAt;
  readonly evidence: readonly Evidence[];
  readonly change: (tool: ConnectorTool) => void;
  readonly disabled: boolean;
}

/** Edits description, default and visibility of each argument. */
const ArgumentTable = ({ tool, before, problemAt, evidence, change, disabled }: ArgumentTableProps) => {
  const shown = argumentsOf(tool);
  const argumentProblem = problemAt("input") ?? problemAt("fixed");
  return (
    <div className="arguments">
      <h3>Arguments</h3>
      {argumentProblem !== undefined && <p className="field-problem">{argumentProblem}</p>}
      {shown.length === 0 && <p className="soft">None.</p>}
      {shown.map((argument) => (
        <ArgumentLine key={argument.name} {...{ argument, tool, before, evidence, change, disabled }} />
      ))}
    </div>
  );
};

interface ArgumentLineProps extends Omit<ArgumentTableProps, "problemAt"> {
  readonly argument: ArgumentInfo;
}

const ArgumentLine = ({ argument, tool, before, evidence, change, disabled }: ArgumentLineProps) => {
  const { name, kind, required, description, hidden, schema } = argument;
  const shownName = plain(name);
  return (
    <fieldset className="argument" data-hidden={hidden || undefined} aria-label={`Argument ${shownName}`}>
      <div className="argument-name">
        <span className="mono wraps">{shownName}</span>
        <span className="soft small">
          {kind}
          {required && ", required"}
        </span>
      </div>
      {hidden ? (
        <p className="soft small argument-about">
          <Badge>hidden</Badge> Always sent with this value. Callers neither see nor set it.
        </p>
      ) : (
        <textarea
          className="control prose argument-about"
          rows={Math.min(4, Math.max(1, Math.ceil(description.length / 70)))}
          aria-label={`Description of ${shownName}`}
          placeholder="Description"
          value={description}
          onChange={({ target }) => change(describeArgument(tool, name, target.value))}
        />
      )}
      <ValueInput
        label={hidden ? `Value of ${shownName}` : `Default of ${shownName}`}
        placeholder={hidden ? "value" : "no default"}
        value={hidden ? argument.value : argument.default}
        schema={schema}
        onValue={(value) => change(hidden ? fixArgument(tool, name, value ?? "") : defaultArgument(tool, name, value))}
      />
      <label className="checkbox argument-hide">
        <input
          type="checkbox"
          checked={hidden}
          disabled={disabled}
          onChange={() => change(hidden ? showArgument(tool, name, before) : hideArgument(tool, name))}
        />
        <span>
          Hide<span className="unseen"> {shownName} from callers</span>
        </span>
      </label>
      <ArgumentEvidence evidence={evidence} argument={name} />
    </fieldset>
  );
};

interface ValueInputProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: unknown;
  readonly schema: ArgumentInfo["schema"];
  readonly onValue: (value: unknown) => void;
}

/** Text that is not a valid value yet stays local; the previous value remains in effect. */
const ValueInput = ({ label, placeholder, value, schema, onValue }: ValueInputProps) => {
  const [typed, setTyped] = useState<string>();
  const text = typed ?? valueText(value);
  const type = (next: string) => {
    const read = next === "" ? { value: undefined } : valueFrom(next, schema);
    setTyped(read && valueText(read.value) === next ? undefined : next);
    if (read) onValue(read.value);
  };
  const isInvalid = typed !== undefined && typed !== "" && valueFrom(typed, schema) === undefined;
  return (
    <div className="argument-value">
      <input
        className="control mono"
        aria-label={label}
        aria-invalid={isInvalid || undefined}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => type(target.value)}
        onBlur={() => !isInvalid && setTyped(undefined)}
      />
      {isInvalid && <p className="field-problem">Enter a valid value of this type, as JSON.</p>}
    </div>
  );
};
