import type { ButtonHTMLAttributes } from "react";
import { Icon, type IconName } from "./icon.tsx";
import "./button.css";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary`: at most one per view. `danger`: cannot be undone. */
  readonly variant?: "plain" | "primary" | "quiet" | "danger" | undefined;
  readonly small?: boolean | undefined;
  readonly icon?: IconName | undefined;
  /** Disables the button while its action runs. */
  readonly busy?: boolean | undefined;
}

export const Button = ({
  variant = "plain",
  small,
  icon,
  busy,
  children,
  disabled,
  className = "",
  ...rest
}: ButtonProps) => (
  <button
    type="button"
    {...rest}
    className={`button ${className}`}
    data-variant={variant}
    data-small={small || undefined}
    aria-busy={busy || undefined}
    disabled={disabled || busy}
  >
    {icon && <Icon name={icon} />}
    {children}
  </button>
);
