import type { ReactNode } from "react";
import type { Problem } from "../api/client.ts";
import type { Data } from "../api/use-data.ts";
import { plain } from "../format/text.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import "./states.css";

interface EmptyStateProps {
  readonly title: string;
  /** What to do next, as a button or a link. */
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

/** Shown instead of an empty list: why it is empty, and what to do next. */
export const EmptyState = ({ title, action, children }: EmptyStateProps) => (
  <div className="state">
    <p className="state-title">{title}</p>
    {children !== undefined && <div className="state-text">{children}</div>}
    {action !== undefined && <div className="state-action">{action}</div>}
  </div>
);

interface ErrorStateProps {
  readonly error: Problem;
  readonly retry?: (() => void) | undefined;
  /** A single line above content that is still shown. */
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

const WIDTHS = ["92%", "78%", "85%", "64%", "88%", "71%"] as const;

/** Placeholder while content loads. */
export const Skeleton = ({ lines = 4, label = "Loading" }: { readonly lines?: number; readonly label?: string }) => (
  <div className="skeleton" role="status" aria-label={label}>
    {Array.from({ length: lines }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are identical
      <div key={line} className="skeleton-line" style={{ width: WIDTHS[line % WIDTHS.length] }} />
    ))}
  </div>
);

interface LoadedProps<T> {
  readonly from: Pick<Data<T>, "data" | "error" | "reload">;
  readonly lines?: number;
  readonly children: (data: T) => ReactNode;
}

/** Renders loaded data, a skeleton or an error. Stale data stays visible with the error above it. */
export const Loaded = <T,>({ from: { data, error, reload }, lines, children }: LoadedProps<T>) => {
  if (data === undefined) {
    return error ? <ErrorState error={error} retry={reload} /> : <Skeleton {...(lines && { lines })} />;
  }
  return (
    <>
      {error && <ErrorState error={error} retry={reload} inline />}
      {children(data)}
    </>
  );
};
