import { type ReactNode, useEffect } from "react";
import "./page.css";

interface PageProps {
  readonly title: string;
  /** One sentence on the purpose of the page. */
  readonly about?: ReactNode;
  /** Buttons, to the right of the title. */
  readonly actions?: ReactNode;
  /** Full window width, for canvases and wide tables. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** The page header. Also sets the window title. */
export const Page = ({ title, about, actions, wide, children }: PageProps) => {
  useEffect(() => {
    document.title = `${title} · Taxiway`;
  }, [title]);
  return (
    <div className="page" data-wide={wide || undefined}>
      <div className="page-head">
        <div className="page-title">
          <h1>{title}</h1>
          {about !== undefined && <p className="page-about">{about}</p>}
        </div>
        {actions !== undefined && <div className="page-actions">{actions}</div>}
      </div>
      {children}
    </div>
  );
};
