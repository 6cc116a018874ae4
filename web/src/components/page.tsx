import { type ReactNode, useEffect } from "react";
import "./page.css";

interface PageProps {
  readonly title: string;
  /** One sentence: what this page is for. */
  readonly about?: ReactNode;
  /** Buttons, to the right of the title. */
  readonly actions?: ReactNode;
  /** As wide as the window, for canvases and tables of many columns. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** What every page begins with: its title, also in the window's. */
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
