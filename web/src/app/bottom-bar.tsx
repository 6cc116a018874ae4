import { useEffect, useState } from "react";
import { Dialog } from "../components/dialog.tsx";
import { Icon } from "../components/icon.tsx";
import { ConnectionState } from "./connection-state.tsx";
import { PAGES } from "./pages.ts";
import { hrefTo } from "./route.ts";
import { LogOutButton, ThemeSwitch } from "./viewer-controls.tsx";

const FIRST = PAGES.filter(({ first }) => first);
const FURTHER = PAGES.filter(({ first }) => !first);

/** The navigation of phones. */
export const BottomBar = ({ page }: { readonly page: string }) => {
  const [open, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: closed by going somewhere
  useEffect(() => setOpen(false), [page]);
  const current = (name: string) => (name === page ? ("page" as const) : undefined);
  return (
    <nav className="bottom-bar" aria-label="Pages, short">
      {FIRST.map(({ name, title, icon }) => (
        <a key={name} href={hrefTo(name)} aria-current={current(name)}>
          <Icon name={icon} />
          {title}
        </a>
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        data-current={FURTHER.some(({ name }) => name === page) || undefined}
        onClick={() => setOpen(true)}
      >
        <Icon name="more" />
        More
      </button>
      <Dialog title="More" open={open} onClose={() => setOpen(false)} sheet>
        <ul className="side-links">
          {FURTHER.map(({ name, title, icon }) => (
            <li key={name}>
              <a href={hrefTo(name)} aria-current={current(name)} onClick={() => setOpen(false)}>
                <Icon name={icon} />
                {title}
              </a>
            </li>
          ))}
        </ul>
        <div className="sheet-foot">
          <ConnectionState />
          <ThemeSwitch />
          <LogOutButton />
        </div>
      </Dialog>
    </nav>
  );
};
