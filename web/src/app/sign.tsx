/** The sign of a taxiway: yellow on black, as on every airfield. */
export const Sign = ({ size = 26 }: { readonly size?: number }) => (
  <svg className="sign" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
    <rect width="32" height="32" rx="5" fill="#14171c" />
    <rect x="3" y="3" width="26" height="26" rx="2.5" fill="none" stroke="#ffc61a" strokeWidth="2" />
    <path d="M9 9h14v4.4h-4.7V24h-4.6V13.4H9z" fill="#ffc61a" />
  </svg>
);
