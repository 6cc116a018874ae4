import { type ReactNode, useState } from "react";
import { Button } from "../../../../components/button.tsx";
import { TextArea } from "../../../../components/field.tsx";

interface RowsProps<R> {
  readonly title: string;
  readonly help?: string;
  readonly problem: string | undefined;
  /** Singular noun for button labels, such as `binding`. */
  readonly what: string;
  readonly heads: readonly string[];
  readonly rows: readonly R[];
  readonly fresh: R;
  readonly disabled: boolean;
  readonly onRows: (rows: readonly R[]) => void;
  readonly cells: (row: R, set: (row: R) => void, name: string) => readonly ReactNode[];
}

/** A small table whose rows can be added, changed and removed. */
export const Rows = <R,>({ title, help, problem, what, heads, rows, fresh, disabled, onRows, cells }: RowsProps<R>) => (
  <div className="rows">
    <h3>{title}</h3>
    {help !== undefined && <p className="field-help">{help}</p>}
    {problem !== undefined && <p className="field-problem">{problem}</p>}
    {rows.length > 0 && (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      <section className="rows-box" tabIndex={0} aria-label={title}>
        <table>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head}>{head}</th>
              ))}
              <th>
                <span className="unseen">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: their contents are being edited
              <tr key={index}>
                {cells(
                  row,
                  (next) => onRows(rows.map((each, at) => (at === index ? next : each))),
                  `${what} ${index + 1}`,
                ).map((cell, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns are fixed
                  <td key={at}>{cell}</td>
                ))}
                <td>
                  <Button
                    small
                    variant="quiet"
                    icon="trash"
                    disabled={disabled}
                    aria-label={`Remove ${what} ${index + 1}`}
                    onClick={() => onRows(rows.filter((_, at) => at !== index))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    )}
    <div>
      <Button small icon="plus" disabled={disabled} onClick={() => onRows([...rows, fresh])}>
        Add {what}
      </Button>
    </div>
  </div>
);

interface CellProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

export const TextCell = ({ label, value, onValue, list }: CellProps & { readonly list?: string }) => (
  <input
    className="control mono"
    aria-label={label}
    autoComplete="off"
    spellCheck={false}
    list={list}
    value={value}
    onChange={({ target }) => onValue(target.value)}
  />
);

export const ChoiceCell = ({ label, value, onValue, choices }: CellProps & { readonly choices: readonly string[] }) => (
  <select className="control" aria-label={label} value={value} onChange={({ target }) => onValue(target.value)}>
    {(choices.includes(value) ? choices : [value, ...choices]).map((choice) => (
      <option key={choice} value={choice}>
        {choice === "" ? "–" : choice}
      </option>
    ))}
  </select>
);

interface JsonFieldProps {
  readonly label: string;
  readonly help?: string;
  readonly problem: string | undefined;
  readonly rows?: number;
  readonly value: unknown;
  /** Called with undefined when the field is empty. */
  readonly onValue: (value: unknown) => void;
  /** The field cannot be empty. */
  readonly required?: boolean;
}

const textOf = (value: unknown): string => (value === undefined ? "" : JSON.stringify(value, null, 2));

/** A JSON editor. While the text does not parse, the previous value stays in effect. */
export const JsonField = ({ label, help, problem, rows = 6, value, onValue, required }: JsonFieldProps) => {
  const [typed, setTyped] = useState<{
    readonly text: string;
    readonly value: unknown;
    readonly error?: string;
  }>();
  // The value changed elsewhere: it was discarded, or replaced by another user's version.
  const current = typed && Object.is(typed.value, value) ? typed : undefined;
  const type = (text: string) => {
    if (text.trim() === "" && !required) {
      setTyped({ text, value: undefined });
      return onValue(undefined);
    }
    try {
      const next: unknown = JSON.parse(text);
      setTyped({ text, value: next });
      onValue(next);
    } catch (error) {
      setTyped({ text, value, error: `Invalid JSON: ${error instanceof Error ? error.message : ""}` });
    }
  };
  return (
    <TextArea
      label={label}
      help={help}
      rows={rows}
      required={required}
      value={current?.text ?? textOf(value)}
      onValue={type}
      problem={current?.error ?? problem}
    />
  );
};

const isEmpty = (value: unknown): boolean => {
  if (value === undefined || value === "") return true;
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
};

/** Returns a copy with the field set, or removed if the value is empty. */
export const withField = <T extends object>(object: T, field: keyof T & string, value: unknown): T => {
  const { [field]: _, ...rest } = object as Record<string, unknown>;
  return (isEmpty(value) ? rest : { ...object, [field]: value }) as T;
};

/** Parses a number as typed; the server reports invalid ones. */
export const parseNumber = (text: string): number | undefined => (text.trim() === "" ? undefined : Number(text));
