import { type KeyboardEvent, useId, useState } from "react";
import { Field, type FieldTexts } from "./field.tsx";
import "./combobox.css";

export interface Suggestion {
  readonly value: string;
  readonly label: string;
}

interface ComboboxProps extends FieldTexts {
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Suggestions for the current text, best first. */
  readonly suggestions: readonly Suggestion[];
  readonly placeholder?: string | undefined;
  readonly disabled?: boolean | undefined;
  /** Normalizes the text on blur or Enter. */
  readonly normalize?: (value: string) => string;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** A text field with suggestions; any text is allowed. */
export const Combobox = (props: ComboboxProps) => {
  const { value, onValue, suggestions, placeholder, disabled, normalize, ...texts } = props;
  const id = useId();
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const shown = open && suggestions.length > 0;

  const choose = (suggestion: Suggestion) => {
    onValue(suggestion.value);
    setOpen(false);
    setAt(-1);
  };

  const normalizeValue = () => {
    const normalizeValue = normalize?.(value) ?? value;
    if (normalizeValue !== value) onValue(normalizeValue);
  };

  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter") normalizeValue();
    const step = STEPS[event.key];
    const suggestion = suggestions[at];
    if (step !== undefined && suggestions.length > 0) {
      event.preventDefault();
      setOpen(true);
      setAt((before) => (shown ? (before + step + suggestions.length) % suggestions.length : 0));
    } else if (event.key === "Enter" && shown && suggestion) {
      event.preventDefault();
      choose(suggestion);
    } else if (event.key === "Escape" && shown) {
      event.preventDefault();
      setOpen(false);
    }
  };

  return (
    <Field {...texts}>
      {(control) => (
        <div className="combobox">
          <input
            {...control}
            className="control"
            role="combobox"
            aria-expanded={shown}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={shown && at >= 0 ? `${id}-${at}` : undefined}
            autoComplete="off"
            spellCheck={false}
            value={value}
            placeholder={placeholder}
            disabled={disabled}
            onChange={({ target }) => {
              onValue(target.value);
              setOpen(true);
              setAt(-1);
            }}
            onClick={() => setOpen(open || value === "")}
            onBlur={() => {
              setOpen(false);
              normalizeValue();
            }}
            onKeyDown={press}
          />
          <div className="combobox-list" role="listbox" id={`${id}-list`} aria-label="Suggestions" hidden={!shown}>
            {suggestions.map((each, index) => (
              // biome-ignore lint/a11y/useFocusableInteractive: as above
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
              <div
                key={each.value}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === at}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(each)}
              >
                <span className="combobox-value">{each.value}</span>
                <span className="cut">{each.label}</span>
              </div>
            ))}
          </div>
        </div>
      )}
    </Field>
  );
};
