import { useId } from "react";
import type { ServerSummary } from "../../../../src/console/contract.ts";
import { Checkbox } from "../../components/field.tsx";
import { said } from "../../format/text.ts";

interface ServerChoiceProps {
  readonly servers: readonly ServerSummary[];
  /** What whoever makes the key may open themselves; undefined: all. */
  readonly own: readonly string[] | undefined;
  /** Undefined: all, also those that come later. */
  readonly value: readonly string[] | undefined;
  readonly onValue: (value: readonly string[] | undefined) => void;
  readonly problem: string | undefined;
}

export const ServerChoice = ({ servers, own, value, onValue, problem }: ServerChoiceProps) => {
  const id = useId();
  const toggled = (name: string, on: boolean): readonly string[] =>
    on ? [...(value ?? []), name] : (value ?? []).filter((each) => each !== name);
  return (
    <fieldset className="server-choice" aria-describedby={problem === undefined ? undefined : id}>
      <legend>Servers</legend>
      <Checkbox
        label={own ? `All that yours opens: ${said(own.join(", "), 120)}` : "All, also those that come later"}
        checked={value === undefined}
        onChecked={(all) => onValue(all ? undefined : [])}
      />
      {value !== undefined && (
        <div className="server-list">
          {servers.map(({ name, title }) => (
            <Checkbox
              key={name}
              label={
                <>
                  <code>{said(name, 64)}</code> <span className="soft">{said(title, 80)}</span>
                </>
              }
              checked={value.includes(name)}
              onChecked={(on) => onValue(toggled(name, on))}
            />
          ))}
        </div>
      )}
      {problem !== undefined && (
        <p className="field-problem" id={id}>
          {problem}
        </p>
      )}
    </fieldset>
  );
};
