/** Outline icons on a 16 × 16 grid. */
const PATHS = {
  home: "M2.5 7.2 8 2.5l5.5 4.7v6.3H9.8V9.6H6.2v3.9H2.5z",
  compass: "M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM10.6 5.4 9.2 9.2l-3.8 1.4 1.4-3.8z",
  ticket: "M2 4.5h12v2.2a1.4 1.4 0 0 0 0 2.6v2.2H2V9.3a1.4 1.4 0 0 0 0-2.6zM9.8 4.5v7",
  pulse: "M1.5 8.5h3l2-5.5 3 10 2-4.5h3",
  box: "m8 1.8 5.5 3v6.4L8 14.2l-5.5-3V4.8zM2.5 4.8 8 7.9l5.5-3.1M8 7.9v6.3",
  plug: "M5.5 1.8v3.4M10.5 1.8v3.4M3.5 5.2h9v2.3a4.5 4.5 0 0 1-9 0zM8 12v2.5",
  key: "M13.5 5.5a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM8.4 7.6 2.5 13.5M5.2 10.8l1.9 1.9M3.3 12.7l1.3 1.3",
  sliders: "M2 4.5h6.5M11.5 4.5H14M2 11.5h2.5M7.5 11.5H14M8.5 2.8v3.4M4.5 9.8v3.4M11.5 2.8v3.4M7.5 9.8v3.4",
  more: "M3.5 8h.01M8 8h.01M12.5 8h.01",
  sun: "M8 5.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6zM8 1v1.6M8 13.4V15M1 8h1.6M13.4 8H15M3 3l1.1 1.1M11.9 11.9 13 13M13 3l-1.1 1.1M4.1 11.9 3 13",
  moon: "M13.5 9.6A5.8 5.8 0 0 1 6.4 2.5a5.8 5.8 0 1 0 7.1 7.1z",
  screen: "M2 3h12v8H2zM5.5 13.5h5M8 11v2.5",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
  check: "m3 8.5 3.2 3.2L13 4.8",
  cross: "m4 4 8 8M12 4l-8 8",
  chevron: "m6 3.5 4.5 4.5L6 12.5",
  down: "m3.5 6 4.5 4.5L12.5 6",
  plus: "M8 3v10M3 8h10",
  trash: "M3 4.5h10M6.5 4.5V2.8h3v1.7M4.3 4.5l.6 8.7h6.2l.6-8.7M6.8 7v4M9.2 7v4",
  search: "M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM10.3 10.3 14 14",
  reload: "M13.3 6.5A5.6 5.6 0 0 0 3 5.6M2.7 9.5A5.6 5.6 0 0 0 13 10.4M13.5 3v3.5H10M2.5 13V9.5H6",
  play: "M4.5 2.8 12.8 8l-8.3 5.2z",
  pause: "M5 3v10M11 3v10",
  warn: "M8 2 14.5 13.5h-13zM8 6.5v3.2M8 11.6h.01",
  info: "M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM8 7.2v4M8 4.9h.01",
  plane:
    "M14.2 1.8c-.7-.7-1.8-.5-2.5.2L9.2 4.5 3 2.8 1.9 3.9l5 3-2.4 2.4-2-.3-.9.9 2.8 1.6 1.6 2.8.9-.9-.3-2 2.4-2.4 3 5 1.1-1.1-1.7-6.2L14 4.3c.7-.7.9-1.8.2-2.5z",
  bed: "M1.8 3v10M1.8 10.8h12.4M14.2 13V8.6a1.8 1.8 0 0 0-1.8-1.8H6.8v4M4.3 8.6h.01",
  car: "M2 11.5V8.4l1.6-4h8.8l1.6 4v3.1zM2 8.4h12M4 11.5v1.6M12 11.5v1.6M4.6 10h.01M11.4 10h.01",
  download: "M8 2v8M4.8 7 8 10.2 11.2 7M2.5 13.5h11",
  upload: "M8 10.2V2M4.8 5.2 8 2l3.2 3.2M2.5 13.5h11",
  link: "M9 3h4v4M13 3 7.5 8.5M11.5 9v4h-8.5V4.5H7",
} as const;

export type IconName = keyof typeof PATHS;

/** A decorative icon. An icon-only button needs its own accessible name. */
export const Icon = ({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) => (
  <svg
    className="icon"
    viewBox="0 0 16 16"
    width={size}
    height={size}
    fill="none"
    stroke="currentColor"
    strokeWidth={name === "more" ? 2.4 : 1.5}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={PATHS[name]} />
  </svg>
);

/** The logo: a taxiway sign, yellow on black. */
export const Logo = ({ size = 26 }: { readonly size?: number }) => (
  <svg className="sign" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
    <rect width="32" height="32" rx="5" fill="#14171c" />
    <rect x="3" y="3" width="26" height="26" rx="2.5" fill="none" stroke="#ffc61a" strokeWidth="2" />
    <path d="M9 9h14v4.4h-4.7V24h-4.6V13.4H9z" fill="#ffc61a" />
  </svg>
);
