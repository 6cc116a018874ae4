import type { SettingsShown } from "../../../../src/console/contract.ts";

export type SettingsGroup = SettingsShown["groups"][number];
export type ShownSetting = SettingsGroup["settings"][number];

export interface SettingsFilter {
  readonly text: string;
  /** Only what somebody set. */
  readonly onlySet: boolean;
}

/** By name, group, explanation or value; every word has to be found somewhere. */
export const filterSettings = (
  groups: readonly SettingsGroup[],
  { text, onlySet }: SettingsFilter,
): readonly SettingsGroup[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (group: string, { name, about, value, from }: ShownSetting): boolean => {
    const said = `${group} ${name} ${about} ${value ?? ""}`.toLowerCase();
    return words.every((word) => said.includes(word)) && !(onlySet && from === "default");
  };
  return groups
    .map(({ group, settings }) => ({ group, settings: settings.filter((each) => fits(group, each)) }))
    .filter(({ settings }) => settings.length > 0);
};
