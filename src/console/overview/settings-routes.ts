import type { AdminRoute } from "../../model/admin-route.ts";
import type { SettingsShown } from "../contract.ts";

export const settingsRoutes = (settings: () => SettingsShown | Promise<SettingsShown>): readonly AdminRoute[] => [
  {
    method: "GET",
    path: "/settings",
    about: "The configuration in force, and where each value came from. Secrets are not shown.",
    operator: true,
    answer: async () => settings(),
  },
];
