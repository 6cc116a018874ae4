import { useWho } from "../api/session.ts";
import { Icon } from "../components/icon.tsx";
import { ConnectionState } from "./connection-state.tsx";
import { PAGES } from "./pages.ts";
import { hrefTo } from "./route.ts";
import { Sign } from "./sign.tsx";
import { LogOutButton, ThemeSwitch } from "./viewer-controls.tsx";

export const SideBar = ({ page }: { readonly page: string }) => (
  <header className="side-bar">
    <a className="brand" href="#/">
      <Sign />
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
  const who = useWho();
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
