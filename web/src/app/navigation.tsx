import { useEffect, useState } from "react";
import { type Connection, useConnection } from "../api/events.ts";
import { logOut, useUser } from "../api/session.ts";
import { useAction } from "../api/use-action.ts";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Icon, type IconName, Logo } from "../components/icon.tsx";
import { hrefTo } from "../router/router.ts";
import { PAGES } from "./pages.ts";
import { chooseTheme, THEMES, type Theme, useTheme } from "./theme.ts";

export const SideBar = ({ page }: { readonly page: string }) => (
  <header className="side-bar">
    <a className="brand" href="#/">
      <Logo />
      <span>Taxiway</span>
    </a>
    <nav aria-label="Pages">
      <ul className="side-links">
        {PAGES.map(({ name, title, icon }) => (
          <li key={name}>
            <a href={hrefTo(name)} aria-current={name === page ? "page" : undefined}>
              <Icon name={icon} />
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
    <div className="side-foot">
      <ConnectionState />
      <Viewer />
      <ThemeSwitch />
    </div>
  </header>
);

const Viewer = () => {
  const who = useUser();
  if (!who) return null;
  return (
    <div className="viewer">
      <span className="viewer-name" title={`${who.by}, tenant ${who.tenant}`}>
        {who.tenant}
      </span>
      <LogOutButton />
    </div>
  );
};

const FIRST = PAGES.filter(({ first }) => first);
const FURTHER = PAGES.filter(({ first }) => !first);

/** Navigation for phones. */
export const BottomBar = ({ page }: { readonly page: string }) => {
  const [open, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: close the sheet after navigating
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

const STATES: Readonly<Record<Connection, { readonly text: string; readonly about: string }>> = {
  off: { text: "Not connected", about: "Nothing is updated by itself." },
  connecting: { text: "Connecting…", about: "What is shown may be old." },
  open: { text: "Live", about: "What happens on the server is shown as it happens." },
  waiting: { text: "Connection lost", about: "The server does not answer; it is tried again every few seconds." },
};

export const ConnectionState = () => {
  const state = useConnection();
  const { text, about } = STATES[state];
  return (
    <span className="connection" data-state={state} title={about} role="status">
      {text}
    </span>
  );
};

const LOOKS: Readonly<Record<Theme, { readonly icon: IconName; readonly title: string }>> = {
  system: { icon: "screen", title: "Colours as the system has them" },
  light: { icon: "sun", title: "Light colours" },
  dark: { icon: "moon", title: "Dark colours" },
};

export const ThemeSwitch = () => {
  const theme = useTheme();
  return (
    <fieldset className="theme-switch">
      <legend className="unseen">Colours</legend>
      {THEMES.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === theme}
          title={LOOKS[each].title}
          onClick={() => chooseTheme(each)}
        >
          <Icon name={LOOKS[each].icon} />
          <span className="unseen">{LOOKS[each].title}</span>
        </button>
      ))}
    </fieldset>
  );
};

export const LogOutButton = () => {
  const { run, busy } = useAction(logOut);
  return (
    <Button look="quiet" small busy={busy} onClick={() => void run()}>
      Log out
    </Button>
  );
};
