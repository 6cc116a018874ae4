import type { KeyboardEvent, ReactNode } from "react";
import { Icon } from "../../../components/icon.tsx";

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => Math.min(at + 1, count - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** A list of cards. Arrow keys move between their buttons. */
export const OptionList = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => {
  const move = (event: KeyboardEvent<HTMLUListElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-step]:not(:disabled)")];
    const at = buttons.indexOf(event.target as HTMLElement);
    const next = at === -1 ? undefined : buttons[STEPS[event.key]?.(at, buttons.length) ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <ul className="options" aria-label={label} onKeyDown={move}>
      {children}
    </ul>
  );
};

/** Notes of the server about a result. */
export const Notes = ({ notes }: { readonly notes: readonly string[] }) =>
  notes.length === 0 ? null : (
    <ul className="notes">
      {notes.map((note, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: notes may repeat
        <li key={index}>
          <Icon name="info" size={14} />
          <span className="wraps">{note}</span>
        </li>
      ))}
    </ul>
  );
