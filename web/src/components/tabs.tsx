import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import "./tabs.css";

interface Tab<K extends string> {
  readonly key: K;
  readonly title: ReactNode;
}

interface TabsProps<K extends string> {
  /** Accessible name of the tab list. */
  readonly label: string;
  readonly tabs: readonly Tab<K>[];
  readonly chosen: K;
  readonly onChoose: (key: K) => void;
  /** Content of the selected tab. */
  readonly children: ReactNode;
}

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

export const Tabs = <K extends string>({ label, tabs, chosen, onChoose, children }: TabsProps<K>) => {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  // A link may select a tab that is scrolled out of view on a phone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab may be out of view
  useLayoutEffect(() => {
    if (list.current) bringIntoSight(list.current);
  }, [chosen]);

  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ key }) => key === chosen);
    const next = tabs[STEPS[event.key]?.(at, tabs.length) ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next.key);
    list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(next.key)}"]`)?.focus();
  };

  return (
    <div className="tabs">
      <div className="tab-list" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map(({ key, title }) => (
          <button
            key={key}
            type="button"
            role="tab"
            data-key={key}
            id={`${id}-${key}`}
            aria-selected={key === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={key === chosen ? 0 : -1}
            onClick={() => onChoose(key)}
          >
            {title}
          </button>
        ))}
      </div>
      <div className="tab-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </div>
  );
};

/** Scrolls the tab list only, not the page. */
const bringIntoSight = (list: HTMLElement): void => {
  const tab = list.querySelector("[aria-selected=true]")?.getBoundingClientRect();
  const { left, right } = list.getBoundingClientRect();
  if (tab) list.scrollLeft += Math.min(0, tab.left - left) + Math.max(0, tab.right - right);
};
