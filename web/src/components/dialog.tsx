import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react";
import { Button } from "./button.tsx";
import "./dialog.css";

interface DialogProps {
  readonly title: string;
  readonly open: boolean;
  /** Escape, the cross, or a click beside it. */
  readonly onClose: () => void;
  /** Buttons at its foot; the last one is the one that does it. */
  readonly actions?: ReactNode;
  readonly size?: "normal" | "wide";
  /** From the bottom of the screen. */
  readonly sheet?: boolean;
  /** A click beside it does not close it: what stands there is shown once. */
  readonly persistent?: boolean;
  readonly children: ReactNode;
}

const FIRST = ".dialog-body :is(input, select, textarea, button, a[href])";

/** The browser's own modal dialog: it keeps the focus inside, and gives it back. Its children are there while it is open. */
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
      // One begins with what it asks for, and not with its cross.
      element.querySelector<HTMLElement>(FIRST)?.focus();
    }
    if (!open && element?.open) element.close();
  }, [open]);
  // One that is taken out of the page while it is open gives the focus to nobody, unless it is closed first.
  useLayoutEffect(() => () => dialog.current?.close(), []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: for the keyboard there is Escape
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
            <Button look="quiet" small icon="cross" aria-label="Close" onClick={onClose} />
          </div>
          <div className="dialog-body">{children}</div>
          {actions !== undefined && <div className="dialog-actions">{actions}</div>}
        </div>
      )}
    </dialog>
  );
};
