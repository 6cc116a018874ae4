import type { ReactNode } from "react";
import "./badge.css";

export type Tone = "neutral" | "ok" | "warn" | "bad" | "accent";

/** A one-word state. Its colour never carries information of its own. */
export const Badge = ({ tone = "neutral", children }: { readonly tone?: Tone; readonly children: ReactNode }) => (
  <span className="badge" data-tone={tone}>
    {children}
  </span>
);

const TONES: Readonly<Record<string, Tone>> = {
  healthy: "ok",
  ok: "ok",
  confirmed: "ok",
  ticketed: "ok",
  active: "ok",
  published: "ok",
  degraded: "warn",
  unknown: "neutral",
  pending: "warn",
  refused: "warn",
  input_required: "accent",
  unhealthy: "bad",
  unavailable: "bad",
  defect: "bad",
  failed: "bad",
  on_hold: "warn",
  new_times: "warn",
  cancelled_by_airline: "bad",
  cancelled: "neutral",
  expired: "neutral",
};

/** A badge for the server's states and outcomes. */
export const StatusBadge = ({ status }: { readonly status: string }) => (
  <Badge tone={TONES[status.toLowerCase()] ?? "neutral"}>{status === "ok" ? "OK" : status.replaceAll("_", " ")}</Badge>
);
