import { createStore, useStore } from "../api/store.ts";

export type Theme = "system" | "light" | "dark";
export const THEMES: readonly Theme[] = ["system", "light", "dark"];

const KEY = "taxiway.theme";

/** The saved theme. Storage may be disabled. */
const remembered = (): Theme => {
  try {
    return THEMES.find((theme) => theme === localStorage.getItem(KEY)) ?? "system";
  } catch {
    return "system";
  }
};

const theme = createStore<Theme>("system");

const show = (next: Theme): void => {
  theme.set(next);
  if (next === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = next;
};

export const startTheme = (): void => show(remembered());

export const chooseTheme = (next: Theme): void => {
  show(next);
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // Storage is disabled; the theme lasts until the page closes.
  }
};

export const useTheme = (): Theme => useStore(theme);
