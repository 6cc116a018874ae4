import { useEffect, useRef } from "react";
import { createStore, useStore } from "../api/store.ts";
import { Button } from "./button.tsx";
import "./toast.css";

interface Toast {
  readonly id: number;
  readonly tone: "ok" | "bad";
  readonly text: string;
}

const MAX = 3;
const SHOWN_MS = { ok: 4_000, bad: 10_000 } as const;
const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

const dismiss = (id: number): void => toasts.set(toasts.get().filter((each) => each.id !== id));

const show = (tone: Toast["tone"], text: string): void => {
  lastId += 1;
  const id = lastId;
  toasts.set([...toasts.get(), { id, tone, text }].slice(-MAX));
  setTimeout(() => dismiss(id), SHOWN_MS[tone]);
};

/** Shows a short confirmation or error: `toast.ok("Published version 3.")`. */
export const toast = {
  ok: (text: string): void => show("ok", text),
  bad: (text: string): void => show("bad", text),
};

export const Toasts = () => {
  const shown = useStore(toasts);
  const popover = useRef<HTMLElement>(null);
  useEffect(() => {
    // Reopen the popover to move it above dialogs that were opened since.
    popover.current?.hidePopover();
    if (shown.length > 0) popover.current?.showPopover();
  }, [shown]);
  return (
    <section className="toasts" popover="manual" ref={popover} aria-label="Notifications" aria-live="polite">
      {shown.map(({ id, tone, text }) => (
        <div key={id} className="toast" data-tone={tone}>
          <span>{text}</span>
          <Button variant="quiet" small icon="cross" aria-label="Dismiss" onClick={() => dismiss(id)} />
        </div>
      ))}
    </section>
  );
};
