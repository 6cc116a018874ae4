import { type ComponentType, lazy } from "react";
import type { IconName } from "../components/icon.tsx";

interface PageEntry {
  /** First segment of the route. */
  readonly name: string;
  readonly title: string;
  readonly icon: IconName;
  /** Shown in the phone's bottom bar; other pages are under More. */
  readonly first?: true;
  readonly Page: ComponentType;
}

/** Every page, in navigation order. Pages read the rest of the route with `useRoute`. */
export const PAGES: readonly PageEntry[] = [
  { name: "home", title: "Home", icon: "home", first: true, Page: lazy(() => import("../pages/home/home-page.tsx")) },
  {
    name: "explore",
    title: "Explore",
    icon: "compass",
    first: true,
    Page: lazy(() => import("../pages/explore/explore-page.tsx")),
  },
  {
    name: "bookings",
    title: "Bookings",
    icon: "ticket",
    first: true,
    Page: lazy(() => import("../pages/bookings/bookings-page.tsx")),
  },
  { name: "live", title: "Live", icon: "pulse", first: true, Page: lazy(() => import("../pages/live/live-page.tsx")) },
  { name: "registry", title: "Registry", icon: "box", Page: lazy(() => import("../pages/registry/registry-page.tsx")) },
  {
    name: "connectors",
    title: "Connectors",
    icon: "plug",
    Page: lazy(() => import("../pages/connectors/connectors-page.tsx")),
  },
  { name: "keys", title: "Keys", icon: "key", Page: lazy(() => import("../pages/keys/keys-page.tsx")) },
  {
    name: "settings",
    title: "Settings",
    icon: "sliders",
    Page: lazy(() => import("../pages/settings/settings-page.tsx")),
  },
];
