import type { Problem } from "../api/api-error.ts";
import { plain } from "../format/text.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import "./states.css";

interface ErrorStateProps {
  readonly error: Problem;
  readonly retry?: (() => void) | undefined;
  /** One line above something that is still shown, instead of a whole area. */
  readonly inline?: boolean;
}

export const ErrorState = ({ error, retry, inline }: ErrorStateProps) => (
  <div className={inline ? "problem" : "state"} role="alert">
    <p className="state-title" data-bad="">
      <Icon name="warn" />
      <span>{plain(error.message)}</span>
    </p>
    {error.hint !== undefined && <p className="state-text">{plain(error.hint)}</p>}
    {retry && (
      <div className="state-action">
        <Button small icon="reload" onClick={retry}>
          Try again
        </Button>
      </div>
    )}
  </div>
);
