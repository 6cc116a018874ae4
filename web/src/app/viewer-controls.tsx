import { logOut } from "../api/session.ts";
import { useAction } from "../api/use-action.ts";
import { Button } from "../components/button.tsx";
import { Icon, type IconName } from "../components/icon.tsx";
import { chooseTheme, THEMES, type Theme, useTheme } from "./theme.ts";

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
