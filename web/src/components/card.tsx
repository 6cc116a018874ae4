import { type ReactNode, useId } from "react";
import "./card.css";

interface CardProps {
  readonly title?: ReactNode;
  /** To the right of the title. */
  readonly actions?: ReactNode;
  /** No inner padding, for tables. */
  readonly flush?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

export const Card = ({ title, actions, flush, className = "", children }: CardProps) => {
  const id = useId();
  return (
    <section className={`card ${className}`} aria-labelledby={title === undefined ? undefined : id}>
      {(title !== undefined || actions !== undefined) && (
        <div className="card-head">
          {title !== undefined && <h2 id={id}>{title}</h2>}
          {actions !== undefined && <div className="card-actions">{actions}</div>}
        </div>
      )}
      <div className="card-body" data-flush={flush || undefined}>
        {children}
      </div>
    </section>
  );
};
