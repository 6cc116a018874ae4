import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from "react";
import "./field.css";

export interface FieldTexts {
  readonly label: ReactNode;
  readonly help?: ReactNode;
  /** Validation error. */
  readonly problem?: string | undefined;
  readonly required?: boolean | undefined;
}

/** Attributes that connect the control with its label, help and error. */
interface ControlProps {
  readonly id: string;
  readonly "aria-describedby"?: string;
  readonly "aria-invalid"?: true;
  readonly "aria-required"?: true;
}

interface FieldProps extends FieldTexts {
  readonly children: (control: ControlProps) => ReactNode;
}

/** A form field: label, control, help text and error. */
export const Field = ({ label, help, problem, required, children }: FieldProps) => {
  const id = useId();
  const described = [help && `${id}-help`, problem && `${id}-problem`].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {required && <RequiredMark />}
      </label>
      {children({
        id,
        ...(described && { "aria-describedby": described }),
        ...(problem && { "aria-invalid": true }),
        ...(required && { "aria-required": true }),
      })}
      <FieldNotes id={id} help={help} problem={problem} />
    </div>
  );
};

/** Help and error below a control, referenced by its aria-describedby. */
const FieldNotes = ({ id, help, problem }: Pick<FieldTexts, "help" | "problem"> & { readonly id: string }) => (
  <>
    {help !== undefined && (
      <p className="field-help" id={`${id}-help`}>
        {help}
      </p>
    )}
    {problem !== undefined && (
      <p className="field-problem" id={`${id}-problem`}>
        {problem}
      </p>
    )}
  </>
);

export const RequiredMark = () => (
  <span className="field-required" title="required">
    <span aria-hidden="true">*</span>
    <span className="unseen">required</span>
  </span>
);

type Own<P> = FieldTexts &
  Omit<P, keyof ControlProps | "onChange" | "value" | "required"> & {
    readonly value: string;
    readonly onValue: (value: string) => void;
  };

type InputProps = Own<InputHTMLAttributes<HTMLInputElement>>;

export const Input = ({ label, help, problem, required, onValue, className = "", ...rest }: InputProps) => (
  <Field {...{ label, help, problem, required }}>
    {(control) => (
      <input
        {...{ autoComplete: "off", spellCheck: false, ...rest, ...control }}
        className={`control ${className}`}
        onChange={({ target }) => onValue(target.value)}
      />
    )}
  </Field>
);

type TextAreaProps = Own<TextareaHTMLAttributes<HTMLTextAreaElement>>;

export const TextArea = ({ label, help, problem, required, onValue, className = "", ...rest }: TextAreaProps) => (
  <Field {...{ label, help, problem, required }}>
    {(control) => (
      <textarea
        {...{ rows: 4, spellCheck: false, ...rest, ...control }}
        className={`control ${className}`}
        onChange={({ target }) => onValue(target.value)}
      />
    )}
  </Field>
);

export interface Choice {
  readonly value: string;
  readonly label?: string;
}

type SelectProps = Own<SelectHTMLAttributes<HTMLSelectElement>> & { readonly choices: readonly Choice[] };

export const Select = ({ label, help, problem, required, onValue, choices, ...rest }: SelectProps) => (
  <Field {...{ label, help, problem, required }}>
    {(control) => (
      <select {...rest} {...control} className="control" onChange={({ target }) => onValue(target.value)}>
        {choices.map(({ value, label: text = value }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Field>
);

interface CheckboxProps extends Omit<FieldTexts, "required"> {
  readonly checked: boolean;
  readonly onChecked: (checked: boolean) => void;
  readonly disabled?: boolean;
}

export const Checkbox = ({ label, help, problem, checked, onChecked, disabled }: CheckboxProps) => {
  const id = useId();
  const described = [help && `${id}-help`, problem && `${id}-problem`].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label className="checkbox">
        <input
          type="checkbox"
          checked={checked}
          disabled={disabled}
          aria-describedby={described || undefined}
          onChange={({ target }) => onChecked(target.checked)}
        />
        <span>{label}</span>
      </label>
      <FieldNotes id={id} help={help} problem={problem} />
    </div>
  );
};
