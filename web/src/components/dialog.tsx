import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react";
import { Button } from "./button.tsx";
import "./dialog.css";

interface DialogProps {
  readonly title: string;
  readonly open: boolean;
  /** Called on Escape, the close button, or a click on the backdrop. */
  readonly onClose: () => void;
  /** Footer buttons; the primary action comes last. */
  readonly actions?: ReactNode;
  readonly size?: "normal" | "wide";
  /** Slides in from the bottom of the screen. */
  readonly sheet?: boolean;
  /** A click on the backdrop does not close it, because the content is shown only once. */
  readonly persistent?: boolean;
  readonly children: ReactNode;
}

const FIRST = ".dialog-body :is(input, select, textarea, button, a[href])";

/** The browser's modal dialog, which traps and restores focus. Children are mounted only while it is open. */
export const Dialog = ({
  title,
  open,
  onClose,
  actions,
  size = "normal",
  sheet,
  persistent,
  children,
}: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => {
    const element = dialog.current;
    if (open && element && !element.open) {
      element.showModal();
      // Focus the first field, not the close button.
      element.querySelector<HTMLElement>(FIRST)?.focus();
    }
    if (!open && element?.open) element.close();
  }, [open]);
  // Unmounting an open dialog would lose the focus; close it first.
  useLayoutEffect(() => () => dialog.current?.close(), []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the dialog for keyboard users
    <dialog
      ref={dialog}
      className="dialog"
      data-size={size}
      data-sheet={sheet || undefined}
      aria-labelledby={id}
      onClose={(event) => event.target === dialog.current && !dialog.current.open && onClose()}
      onClick={(event) => !persistent && event.target === dialog.current && onClose()}
    >
      {open && (
        <div className="dialog-inside">
          <div className="dialog-head">
            <h2 id={id}>{title}</h2>
            <Button variant="quiet" small icon="cross" aria-label="Close" onClick={onClose} />
          </div>
          <div className="dialog-body">{children}</div>
          {actions !== undefined && <div className="dialog-actions">{actions}</div>}
        </div>
      )}
    </dialog>
  );
};
