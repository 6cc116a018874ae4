import type { ReactNode } from "react";
import "./states.css";

interface EmptyStateProps {
  readonly title: string;
  /** What to do next, as a button or a link. */
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

/** Instead of a list with nothing in it: why that is, and what to do next. */
export const EmptyState = ({ title, action, children }: EmptyStateProps) => (
  <div className="state">
    <p className="state-title">{title}</p>
    {children !== undefined && <div className="state-text">{children}</div>}
    {action !== undefined && <div className="state-action">{action}</div>}
  </div>
);
