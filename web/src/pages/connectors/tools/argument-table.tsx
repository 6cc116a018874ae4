import { useState } from "react";
import { Badge } from "../../../components/badge.tsx";
import { plain } from "../../../format/text.ts";
import type { ConnectorTool } from "../answers.ts";
import type { Said } from "../draft/said-about.ts";
import {
  type ArgumentShown,
  argumentsOf,
  defaultArgument,
  describeArgument,
  fixArgument,
  hideArgument,
  showArgument,
  valueFrom,
  valueText,
} from "./edit-tool.ts";

interface ArgumentTableProps {
  readonly tool: ConnectorTool;
  readonly before: ConnectorTool | undefined;
  readonly said: Said;
  readonly change: (tool: ConnectorTool) => void;
  readonly disabled: boolean;
}

/** Per argument: what models read about it, what it is if nobody says, and whether callers see it at all. */
export const ArgumentTable = ({ tool, before, said, change, disabled }: ArgumentTableProps) => {
  const shown = argumentsOf(tool);
  const wrong = said("input") ?? said("fixed");
  return (
    <div className="arguments">
      <h3>Arguments</h3>
      {wrong !== undefined && <p className="field-problem">{wrong}</p>}
      {shown.length === 0 && <p className="soft">It takes none.</p>}
      {shown.map((argument) => (
        <ArgumentLine key={argument.name} {...{ argument, tool, before, change, disabled }} />
      ))}
    </div>
  );
};

interface ArgumentLineProps extends Omit<ArgumentTableProps, "said"> {
  readonly argument: ArgumentShown;
}

const ArgumentLine = ({ argument, tool, before, change, disabled }: ArgumentLineProps) => {
  const { name, kind, required, description, hidden, schema } = argument;
  const called = plain(name);
  return (
    <fieldset className="argument" data-hidden={hidden || undefined} aria-label={`Argument ${called}`}>
      <div className="argument-name">
        <span className="mono wraps">{called}</span>
        <span className="soft small">
          {kind}
          {required && ", required"}
        </span>
      </div>
      {hidden ? (
        <p className="soft small argument-about">
          <Badge>hidden</Badge> Always sent with this value; callers neither see nor set it.
        </p>
      ) : (
        <textarea
          className="control prose argument-about"
          rows={Math.min(4, Math.max(1, Math.ceil(description.length / 70)))}
          aria-label={`Description of ${called}`}
          placeholder="Description"
          value={description}
          onChange={({ target }) => change(describeArgument(tool, name, target.value))}
        />
      )}
      <ValueInput
        label={hidden ? `Value of ${called}` : `Default of ${called}`}
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
          Hide<span className="unseen"> {called} from callers</span>
        </span>
      </label>
    </fieldset>
  );
};

interface ValueInputProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: unknown;
  readonly schema: ArgumentShown["schema"];
  readonly onValue: (value: unknown) => void;
}

/** While it is being typed it may be nothing yet; what it was before stays until it is something. */
const ValueInput = ({ label, placeholder, value, schema, onValue }: ValueInputProps) => {
  const [typed, setTyped] = useState<string>();
  const text = typed ?? valueText(value);
  const type = (next: string) => {
    const read = next === "" ? { value: undefined } : valueFrom(next, schema);
    setTyped(read && valueText(read.value) === next ? undefined : next);
    if (read) onValue(read.value);
  };
  const unfit = typed !== undefined && typed !== "" && valueFrom(typed, schema) === undefined;
  return (
    <div className="argument-value">
      <input
        className="control mono"
        aria-label={label}
        aria-invalid={unfit || undefined}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => type(target.value)}
        onBlur={() => !unfit && setTyped(undefined)}
      />
      {unfit && <p className="field-problem">Not a value of this kind yet; as JSON.</p>}
    </div>
  );
};
