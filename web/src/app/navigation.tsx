import { useEffect, useState } from "react";
import { type Connection, useConnection } from "../api/events.ts";
import { logOut, useUser } from "../api/login.ts";
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
  const user = useUser();
  if (!user) return null;
  return (
    <div className="viewer">
      <span className="viewer-name" title={`${user.by}, tenant ${user.tenant}`}>
        {user.tenant}
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
    <nav className="bottom-bar" aria-label="Main pages">
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
  off: { text: "Disconnected", about: "Updates are paused." },
  connecting: { text: "Connecting…", about: "The data shown may be outdated." },
  open: { text: "Connected", about: "Updates appear as they happen." },
  waiting: { text: "Connection lost", about: "The server is not responding. Retrying every few seconds." },
};

const ConnectionState = () => {
  const state = useConnection();
  const { text, about } = STATES[state];
  return (
    <span className="connection" data-state={state} title={about} role="status">
      {text}
    </span>
  );
};

const LOOKS: Readonly<Record<Theme, { readonly icon: IconName; readonly title: string }>> = {
  system: { icon: "screen", title: "System theme" },
  light: { icon: "sun", title: "Light theme" },
  dark: { icon: "moon", title: "Dark theme" },
};

const ThemeSwitch = () => {
  const theme = useTheme();
  return (
    <fieldset className="theme-switch">
      <legend className="unseen">Theme</legend>
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

const LogOutButton = () => {
  const { run, busy } = useAction(logOut);
  return (
    <Button variant="quiet" small busy={busy} onClick={() => void run()}>
      Log out
    </Button>
  );
};
