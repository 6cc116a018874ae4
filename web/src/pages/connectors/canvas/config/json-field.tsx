import { useState } from "react";
import { TextArea } from "../../../../components/field.tsx";

interface JsonFieldProps {
  readonly label: string;
  readonly help?: string;
  readonly problem: string | undefined;
  readonly rows?: number;
  readonly value: unknown;
  /** Undefined when it is empty. */
  readonly onValue: (value: unknown) => void;
  /** It cannot be left out. */
  readonly required?: boolean;
}

const textOf = (value: unknown): string => (value === undefined ? "" : JSON.stringify(value, null, 2));

/** JSON as text. As long as it is none, what was there before is what counts. */
export const JsonField = ({ label, help, problem, rows = 6, value, onValue, required }: JsonFieldProps) => {
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: unknown; readonly wrong?: string }>();
  // Somebody discarded it, or took what somebody else saved.
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
      setTyped({ text, value, wrong: `Not JSON yet: ${error instanceof Error ? error.message : ""}` });
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
      problem={current?.wrong ?? problem}
    />
  );
};
